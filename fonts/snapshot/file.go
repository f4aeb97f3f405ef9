package snapshot

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// version is the version of the file format.
const version = 1

// WriteTo writes the snapshot as JSON, one font on each line, so that version control
// shows what changed:
//
//	{"version":1,"fetched_at":"2026-03-01T08:30:00Z","fonts":[
//	{"id":"inter","name":"Inter",…},
//	{"id":"lora","name":"Lora",…}
//	]}
//
// Equal snapshots give equal bytes. Fonts are ordered by id, whatever the order of
// s.Fonts. [Read] restores everything, including [fonts.Font.Extra].
func (s *Snapshot) WriteTo(w io.Writer) (int64, error) {
	out := &counter{to: w}
	buffered := bufio.NewWriter(out)
	err := s.write(buffered)
	if flushed := buffered.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		err = fmt.Errorf("snapshot: writing: %w", err)
	}
	return out.n, err
}

// write writes the snapshot to w. It returns only errors of encoding: errors of writing are
// returned by w.Flush.
func (s *Snapshot) write(w *bufio.Writer) error {
	fetched, err := encode(s.FetchedAt.UTC())
	if err != nil {
		return err
	}
	mark := ""
	if s.Incomplete {
		mark = `,"incomplete":true`
	}
	_, _ = fmt.Fprintf(w, `{"version":%d,"fetched_at":%s%s,"fonts":[`, version, fetched, mark)
	separator := "\n"
	for _, font := range sorted(s.Fonts) {
		line, err := encode(&font)
		if err != nil {
			return fmt.Errorf("font %q: %w", font.ID, err)
		}
		_, _ = fmt.Fprintf(w, "%s%s", separator, line)
		separator = ",\n"
	}
	_, _ = w.WriteString("\n]}\n")
	return nil
}

// encode returns the JSON of v. Equal values give equal JSON. If an object has several members
// with the same name, encode keeps all of them.
func encode(v any) ([]byte, error) {
	return json.Marshal(v, json.Deterministic(true), wire.Options(), jsontext.PreserveRawStrings(true))
}

// counter passes all bytes to another writer, and counts them.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// file is the JSON form of a snapshot, from which Read decodes it.
type file struct {
	Version    int           `json:"version"`
	FetchedAt  time.Time     `json:"fetched_at"`
	Incomplete bool          `json:"incomplete"`
	Fonts      *[]fonts.Font `json:"fonts"`
}

// Read reads a file of [Snapshot.WriteTo], including [Snapshot.Incomplete].
//
// Errors:
//   - [fonts.ErrNotJSON] if the file is not JSON, for example because it was cut.
//   - [fonts.ErrDecode] for other JSON, and for fonts that would take much more memory
//     than the file.
func Read(r io.Reader) (*Snapshot, error) {
	var read file
	data, err := io.ReadAll(r)
	if err == nil {
		err = wire.Unmarshal(data, &read)
	}
	if errors.Is(err, wire.ErrHeavy) {
		return nil, fmt.Errorf("snapshot: reading: %w: %w", fonts.ErrDecode, err)
	}
	// A file that was cut short causes a syntax error. If r decompresses the file, the error
	// may also be io.ErrUnexpectedEOF.
	if _, ok := errors.AsType[*jsontext.SyntacticError](err); ok || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("snapshot: reading: %w: %w", fonts.ErrNotJSON, err)
	}
	if _, ok := errors.AsType[*json.SemanticError](err); ok {
		return nil, fmt.Errorf("snapshot: reading: %w: %w", fonts.ErrDecode, err)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("snapshot: reading: %w", err)
	case read.Version != version || read.Fonts == nil:
		return nil, fmt.Errorf("snapshot: reading: %w: no snapshot of version %d", fonts.ErrDecode, version)
	}
	s := newSnapshot(read.FetchedAt, *read.Fonts)
	s.Incomplete = read.Incomplete
	return s, nil
}
