package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// Chunk is a part of the file of a record of the media library. A chunk with the number 0
// begins the file anew: what came before it is of a worker that has died.
type Chunk struct {
	ID   int64  `json:"id"`
	Part int    `json:"part"`
	Data []byte `json:"data,omitempty"`
	Last bool   `json:"last,omitempty"`
}

// file stores the file of a record before the record itself. If the site does not give
// it, it is noted as missing.
func (p *pages) file(ctx context.Context, record archive.Record) error {
	if record.FileName() == "" {
		return nil
	}
	if err := p.flush(); err != nil { // after a crash, only this file is copied again
		return err
	}
	if size := record.Filesize(); size > p.largest {
		p.miss(record.ID(), fmt.Sprintf("the site says that its file has %d bytes: %v", size, errTooLarge))
		return nil
	}
	err := p.download(ctx, record.ID(), record.OriginalURL())
	gone := errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrDecode) // a page in its place
	if gone && record.SourceURL() != record.OriginalURL() {
		err = p.download(ctx, record.ID(), record.SourceURL()) // the original file was deleted
	}
	if e, ok := errors.AsType[*cms.Error](err); ok && e.Status > 0 || errors.Is(err, errTooLarge) {
		p.miss(record.ID(), "its file: "+sites.Explain(err))
		return nil
	}
	return err
}

// errTooLarge is the error of a file that the job does not copy.
var errTooLarge = errors.New("it is larger than -max-file allows")

// download stores a file in chunks. The position stays.
func (p *pages) download(ctx context.Context, id int64, address string) error {
	w := &chunks{job: p.mirroring, next: Chunk{ID: id}, left: p.largest}
	_, err := p.Site.Download(ctx, address, w)
	if w.err != nil {
		return w.err
	}
	if err != nil {
		return err
	}
	w.next.Last = true
	return w.commit()
}

// chunks stores what is written to it.
type chunks struct {
	job  *mirroring
	next Chunk
	left int64
	err  error
}

// Write stores each full chunk.
func (c *chunks) Write(data []byte) (int, error) {
	const most = 1 << 20
	if c.left -= int64(len(data)); c.left < 0 {
		c.err = errTooLarge
		return 0, c.err
	}
	written := len(data)
	for len(data) > 0 {
		n := min(len(data), most-len(c.next.Data))
		c.next.Data, data = append(c.next.Data, data[:n]...), data[n:]
		if len(c.next.Data) < most {
			break
		}
		if c.err = c.commit(); c.err != nil {
			return 0, c.err
		}
	}
	return written, nil
}

// commit stores a chunk, and begins the next one.
func (c *chunks) commit() error {
	data, err := json.Marshal(c.next)
	if err != nil {
		return err
	}
	c.next.Part, c.next.Data = c.next.Part+1, c.next.Data[:0]
	return c.job.Commit(Chunks, c.job.at, []json.RawMessage{data})
}
