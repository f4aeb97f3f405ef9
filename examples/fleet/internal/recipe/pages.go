package recipe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// The limits of a page. The queue takes messages of 8 MiB; a page has to fit with its
// position.
const (
	pageRecords = 100
	pageBytes   = 2 << 20
	recordBytes = 7 << 20
)

// pages collects records until they are a page.
type pages struct {
	*mirroring
	kind    string
	records []json.RawMessage
	missing []Missed // records that cannot be read
	bytes   int
	after   cms.Cursor // the position after them
}

// miss notes a record that cannot be read.
func (p *pages) miss(id int64, why string) {
	p.missing = append(p.missing, Missed{Kind: p.kind, Name: strconv.FormatInt(id, 10), Why: why})
}

// add adds a record. cursor is the position after it.
func (p *pages) add(record archive.Record, cursor cms.Cursor) error {
	size := p.bytes
	if err := p.append(record); err != nil {
		return err
	}
	if size > 0 && p.bytes > pageBytes { // the records before it are a page without it
		last := p.records[len(p.records)-1]
		p.records = p.records[:len(p.records)-1]
		if err := p.flush(); err != nil {
			return err
		}
		p.records, p.bytes = append(p.records, last), len(last)
	}
	p.after = cursor
	if len(p.records) < pageRecords {
		return nil
	}
	return p.flush()
}

// append adds a record to the page, or notes it as missing if no message can hold it.
func (p *pages) append(record archive.Record) error {
	data, err := encode(record, p.Site.Prefix())
	if err != nil {
		return err
	}
	if len(data) > recordBytes {
		p.miss(record.ID(), fmt.Sprintf("it has %d bytes, and a record may have %d", len(data), recordBytes))
		return nil
	}
	p.at.wrote(record.Author())
	p.records, p.bytes = append(p.records, data), p.bytes+len(data)
	return nil
}

// encode returns the same bytes as in a folder of the recipe mirror, except the spaces.
func encode(record archive.Record, prefix string) (json.RawMessage, error) {
	encoded, err := archive.Encode(record, prefix)
	if err != nil {
		return nil, err
	}
	var compact bytes.Buffer
	err = json.Compact(&compact, encoded)
	return compact.Bytes(), err
}

// flush stores the records that were collected, with the position after them.
func (p *pages) flush() error {
	if len(p.records) == 0 && len(p.missing) == 0 {
		return nil
	}
	if err := p.mirroring.miss(p.missing...); err != nil {
		return err
	}
	p.at.Cursor = p.after
	err := p.Commit(p.kind, p.at, p.records)
	p.records, p.missing, p.bytes = nil, nil, 0
	return err
}
