package fonts

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// snapshotVersion is the version of the file format.
const snapshotVersion = 1

// WriteTo writes the snapshot as JSON, one font a line, so that a version control
// system shows what changed:
//
//	{"version":1,"fetched_at":"2026-03-01T08:30:00Z","fonts":[
//	{"id":"inter","name":"Inter",…},
//	{"id":"lora","name":"Lora",…}
//	]}
//
// Equal snapshots are written as equal bytes, in the order of the ids whatever the
// order of s.Fonts is. [ReadSnapshot] gives back all that was written, members of
// [Font.Extra] included.
func (s *Snapshot) WriteTo(w io.Writer) (int64, error) {
	out := &counter{to: w}
	buffered := bufio.NewWriter(out)
	err := s.write(buffered)
	if flushed := buffered.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		err = fmt.Errorf("fonts: writing a snapshot: %w", err)
	}
	return out.n, err
}

// write returns the errors of encoding; w keeps its own until it is flushed.
func (s *Snapshot) write(w *bufio.Writer) error {
	fetched, err := encode(s.FetchedAt.UTC())
	if err != nil {
		return err
	}
	mark := ""
	if s.Incomplete {
		mark = `,"incomplete":true`
	}
	_, _ = fmt.Fprintf(w, `{"version":%d,"fetched_at":%s%s,"fonts":[`, snapshotVersion, fetched, mark)
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

// encode writes deterministically, and what a record holds twice as it is.
func encode(v any) ([]byte, error) {
	return json.Marshal(v, json.Deterministic(true), wire.Options(), jsontext.PreserveRawStrings(true))
}

// counter counts what it passes on.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// snapshotFile is a snapshot as it is written.
type snapshotFile struct {
	Version    int       `json:"version"`
	FetchedAt  time.Time `json:"fetched_at"`
	Incomplete bool      `json:"incomplete"`
	Fonts      *[]Font   `json:"fonts"`
}

// ReadSnapshot reads what [Snapshot.WriteTo] wrote, [Snapshot.Incomplete] included. Fonts that would take more
// memory than 16 times the file and 1 MiB are [ErrDecode]. What is no JSON, such as a file
// that was cut, is [ErrNotJSON], and JSON that is no snapshot [ErrDecode].
func ReadSnapshot(r io.Reader) (*Snapshot, error) {
	var file snapshotFile
	data, err := io.ReadAll(r)
	if err == nil {
		err = wire.Unmarshal(data, &file)
	}
	if errors.Is(err, wire.ErrHeavy) {
		return nil, fmt.Errorf("fonts: reading a snapshot: %w: %w", ErrDecode, err)
	}
	if _, ok := errors.AsType[*jsontext.SyntacticError](err); ok || errors.Is(err, io.ErrUnexpectedEOF) { // also of a reader that unpacks a file
		return nil, fmt.Errorf("fonts: reading a snapshot: %w: %w", ErrNotJSON, err)
	}
	if _, ok := errors.AsType[*json.SemanticError](err); ok {
		return nil, fmt.Errorf("fonts: reading a snapshot: %w: %w", ErrDecode, err)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("fonts: reading a snapshot: %w", err)
	case file.Version != snapshotVersion || file.Fonts == nil:
		return nil, fmt.Errorf("fonts: reading a snapshot: %w: no snapshot of version %d", ErrDecode, snapshotVersion)
	}
	s := NewSnapshot(file.FetchedAt, *file.Fonts)
	s.Incomplete = file.Incomplete
	return s, nil
}
