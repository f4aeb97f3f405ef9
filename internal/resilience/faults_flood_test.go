package resilience

import (
	"bytes"
	"compress/gzip"
	"sync"
)

const (
	total    = 10 << 30 // bytes of a flood, if somebody took all of it
	bombSize = 16 << 20 // bytes of one block of a gzip bomb when unpacked
)

// spaces is a block of a flood.
var spaces = sync.OnceValue(func() []byte { return bytes.Repeat([]byte(" "), 64<<10) })

// gzipBomb is a block of a gzip bomb: the format lets blocks follow each other.
var gzipBomb = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for range bombSize / len(spaces()) {
		_, _ = w.Write(spaces())
	}
	_ = w.Close()
	return b.Bytes()
})
