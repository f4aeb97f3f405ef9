package upsert

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
)

// Memory holds the differences that an update did not remove: the site stores these
// values in another form, or ignores them. They are written again only if the wanted or the
// stored value has changed since.
//
// It holds hashes of at most [mostLeft] differences. The zero value is empty and ready for
// use. It is safe for concurrent use.
type Memory struct {
	mu   sync.Mutex
	left map[[sha256.Size]byte]struct{}
}

// mostLeft is the largest number of differences that a Memory holds. They take about 300 KB.
// In a full Memory each new difference replaces an old difference. The record with the old
// difference is then updated once more.
const mostLeft = 4096

func (m *Memory) has(route string, id int64, differences string) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.left[hash(route, id, differences)]
	return ok
}

func (m *Memory) add(route string, id int64, differences string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left == nil {
		m.left = map[[sha256.Size]byte]struct{}{}
	}
	for old := range m.left {
		if len(m.left) < mostLeft {
			break
		}
		delete(m.left, old)
	}
	m.left[hash(route, id, differences)] = struct{}{}
}

func hash(route string, id int64, differences string) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%q %d %s", route, id, differences))
}

type memoryKey struct{}

// WithMemory returns a context whose calls of [Run] use a memory.
func WithMemory(ctx context.Context, memory *Memory) context.Context {
	return context.WithValue(ctx, memoryKey{}, memory)
}

// memoryOf returns the memory of a context, or nil.
func memoryOf(ctx context.Context) *Memory {
	memory, _ := ctx.Value(memoryKey{}).(*Memory)
	return memory
}
