package snapshot_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// taken is one from a server in memory.
func taken(t *testing.T, options ...fontstest.Option) *snapshot.Snapshot {
	t.Helper()
	server := fontstest.NewServer(options...)
	t.Cleanup(server.Close)
	c, err := fonts.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	s, err := snapshot.Take(t.Context(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t *testing.T, s *snapshot.Snapshot) string {
	t.Helper()
	var b strings.Builder
	n, err := s.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("WriteTo: %d bytes counted, %d written, error %v, want as many and no error", n, b.Len(), err)
	}
	return b.String()
}

func TestSnapshotIsReadBackWithoutALoss(t *testing.T) {
	t.Parallel()
	began := time.Now()
	s := taken(t, fontstest.WithUnknownFields())
	if s.FetchedAt.Before(began.Truncate(time.Microsecond)) || s.FetchedAt.After(time.Now()) {
		t.Errorf("Take: fetched at %v, want between its begin and its end", s.FetchedAt)
	} else if s.FetchedAt.Location() != time.UTC {
		t.Errorf("Take: fetched at %v, want UTC", s.FetchedAt)
	}
	if len(s.Fonts) != len(fontstest.Typefaces()) || len(s.Fonts[0].Extra) != 4 {
		t.Fatalf("Take: %d fonts, extra %v, want all fonts and 4 unknown fields", len(s.Fonts), s.Fonts[0].Extra)
	}
	text := written(t, s)
	again, err := snapshot.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "snapshot", again, s)
	if written(t, again) != text {
		t.Error("WriteTo of a snapshot read back: other bytes, want the same")
	}
	if !json.Valid([]byte(text)) || strings.Count(text, "\n") != len(s.Fonts)+2 {
		t.Errorf("WriteTo: want JSON with a line for each font:\n%.1000s", text)
	}
}

func TestSnapshotKeepsNullEmptyAndUnusualValues(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 9, 30, 0, 123456789, time.FixedZone("", 3600))
	s := snapshot.New(at, []fonts.Font{
		{ID: "null"},
		{ID: "empty", License: new(""), FontSubfamily: []string{}},
		{ID: "set", License: new("x"), FontSubfamily: []string{"", "Bold"}, CreatedAt: "1772353800"},
		{ID: "html", Name: "<b> & \u2028", Description: "a\x00\n"},
		{ID: "extra", Extra: fonts.Extra{
			"big": []byte(`12345678901234567890.10e1`), "twice": []byte(`{"b":1,"a":2,"b":3}`), "escaped": []byte(`"\u003c\/"`),
			"null": []byte(`null`),
		}},
	})
	equal(t, "time", s.FetchedAt, time.Date(2026, 3, 1, 8, 30, 0, 123456789, time.UTC))
	again, err := snapshot.Read(strings.NewReader(written(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "snapshot", again, s)
}

func TestSnapshotIsWrittenTheSameInAnyOrder(t *testing.T) {
	t.Parallel()
	s := taken(t)
	if !slices.IsSortedFunc(s.Fonts, func(a, b fonts.Font) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("Take: fonts in another order, want the order of the ids")
	}
	want := written(t, s)
	reversed := slices.Clone(s.Fonts)
	slices.Reverse(reversed)
	equal(t, "sorted anew", written(t, snapshot.New(s.FetchedAt, reversed)) == want, true)
	equal(t, "as it is", written(t,
		&snapshot.Snapshot{FetchedAt: s.FetchedAt.In(time.FixedZone("", 3600)), Fonts: reversed}) == want, true)
	if reversed[0].ID < reversed[1].ID {
		t.Error("WriteTo sorted the list of the caller, want it unchanged")
	}
}

func TestSnapshotOfFontsThatShareAnIDIsWrittenTheSameInAnyOrder(t *testing.T) {
	t.Parallel()
	list := []fonts.Font{{ID: "0", Name: "A"}, {ID: "0", Name: "B"}, {ID: "0", Name: "B", Version: "2"},
		{Name: "C"}, {Name: "D"}}
	want := written(t, snapshot.New(time.Unix(0, 0), list))
	slices.Reverse(list)
	equal(t, "text", written(t, snapshot.New(time.Unix(0, 0), list)), want)
}

func TestSnapshotOfNothing(t *testing.T) {
	t.Parallel()
	s := taken(t, fontstest.WithFonts(nil))
	s.FetchedAt = time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC)
	equal(t, "text", written(t, s), `{"version":1,"fetched_at":"2026-03-01T08:30:00Z","fonts":[`+"\n]}\n")
	again, err := snapshot.Read(strings.NewReader(written(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "snapshot", again, s)
}

func TestSnapshotThatIsCutAnywhereIsNotJSON(t *testing.T) {
	t.Parallel()
	text := written(t, snapshot.New(time.Unix(0, 0), []fonts.Font{{ID: "a"}, {ID: "b"}}))
	if s, err := snapshot.Read(iotest.ErrReader(io.ErrUnexpectedEOF)); s != nil || !errors.Is(err, fonts.ErrNotJSON) {
		t.Errorf("Read of a packed file that is cut: %v, error %v, want ErrNotJSON", s, err)
	}
	for n := range len(text) - 1 { // all but the line break at the end
		if s, err := snapshot.Read(strings.NewReader(text[:n])); s != nil || !errors.Is(err, fonts.ErrNotJSON) {
			t.Fatalf("Read of %q: %v, error %v, want ErrNotJSON", text[:n], s, err)
		}
	}
}

func TestReadRefusesOtherJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		`{}`: fonts.ErrDecode, `[]`: fonts.ErrDecode, `null`: fonts.ErrDecode, `7`: fonts.ErrDecode,
		`{"version":2,"fetched_at":"2026-03-01T08:30:00Z","fonts":[]}`:        fonts.ErrDecode,
		`{"version":1,"fetched_at":"2026-03-01T08:30:00Z"}`:                   fonts.ErrDecode,
		`{"version":1,"fetched_at":"2026-03-01T08:30:00Z","fonts":null}`:      fonts.ErrDecode,
		`{"version":1,"fetched_at":"2026-03-01T08:30:00Z","fonts":[7]}`:       fonts.ErrDecode,
		`{"version":1,"fetched_at":"March","fonts":[]}`:                       fonts.ErrDecode,
		`{"version":1,"fetched_at":"2026-03-01T08:30:00Z","fonts":[]} and so`: fonts.ErrNotJSON,
		`<html>`: fonts.ErrNotJSON, ``: fonts.ErrNotJSON,
	} {
		if s, err := snapshot.Read(strings.NewReader(text)); s != nil || !errors.Is(err, want) {
			t.Errorf("Read(%s): snapshot %v, error %v, want nil and %v", text, s, err, want)
		}
	}
}

var errFull = errors.New("the disk is full")

// full takes some bytes, and then no more.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.left)
	f.left -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestErrorsOfTheFileAreTheCallers(t *testing.T) {
	t.Parallel()
	s := snapshot.New(time.Unix(0, 0), []fonts.Font{{ID: "a", Description: strings.Repeat("x", 10000)}})
	for _, left := range []int{0, 10, 5000, 10050} {
		n, err := s.WriteTo(&full{left})
		if n != int64(left) || !errors.Is(err, errFull) {
			t.Errorf("WriteTo a file with room for %d bytes: %d written, error %v, want %d and its error", left, n, err, left)
		} else if !strings.HasPrefix(err.Error(), "snapshot: writing: ") {
			t.Errorf("WriteTo a file with room for %d bytes: error %v, want snapshot: writing first", left, err)
		}
	}
	if _, err := snapshot.Read(io.MultiReader(strings.NewReader(`{"version":1,`), broken{})); !errors.Is(err, errFull) ||
		errors.Is(err, fonts.ErrNotJSON) {
		t.Errorf("Read of a file that breaks off: error %v, want its error and not ErrNotJSON", err)
	}
	bad := snapshot.New(time.Unix(0, 0), []fonts.Font{{ID: "bad", Extra: fonts.Extra{"x": []byte(`{`)}}})
	if _, err := snapshot.New(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), nil).WriteTo(new(bytes.Buffer)); err == nil {
		t.Error("WriteTo of a year of five digits: no error, want one")
	}
	if _, err := bad.WriteTo(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), `"bad"`) {
		t.Errorf("WriteTo of a field that is no JSON: error %v, want one that names the font", err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errFull }
