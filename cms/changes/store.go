package changes

import (
	"context"
	"maps"
	"sync"
)

// Store keeps the marks of records, by their kind and id: in a file ([Folder]), in memory
// ([Memory]), or in a table of your database with the columns kind, id and mark. A mark has
// about 55 bytes, at most 300. Errors end the pass.
type Store interface {
	// Load returns all marks of a kind; the feed does not change the map. Kinds are the names
	// of the feed's kinds, and "_site".
	Load(ctx context.Context, kind string) (map[int64]string, error)
	// Save stores marks of a kind and keeps all others. An empty mark removes the one with its
	// id. When Save returns nil, a kill must not undo it.
	Save(ctx context.Context, kind string, marks map[int64]string) error
}

// Memory is a [Store] in memory. The zero Memory is empty. Use it in tests.
type Memory struct {
	mu    sync.Mutex
	kinds map[string]map[int64]string
}

// Load returns the marks of a kind.
func (m *Memory) Load(_ context.Context, kind string) (map[int64]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.kinds[kind]), nil
}

// Save stores marks of a kind.
func (m *Memory) Save(_ context.Context, kind string, marks map[int64]string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kinds == nil {
		m.kinds = map[string]map[int64]string{}
	}
	if m.kinds[kind] == nil {
		m.kinds[kind] = map[int64]string{}
	}
	merge(m.kinds[kind], marks)
	return nil
}

// merge stores marks in kept. For an empty mark, it deletes the key from kept, as [Store].Save
// requires.
func merge(kept, marks map[int64]string) {
	for id, text := range marks {
		if text == "" {
			delete(kept, id)
		} else {
			kept[id] = text
		}
	}
}
