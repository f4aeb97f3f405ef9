package media_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// halfway is a file on disk that was read up to the middle.
func halfway(t *testing.T) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "half")
	if err := os.WriteFile(name, []byte("12345678"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if _, err := f.Seek(4, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestUploadHasContentLengthIfTheSizeIsKnown(t *testing.T) {
	t.Parallel()
	pipe, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := end.WriteString("piped"); err != nil {
		t.Fatal(err)
	}
	_ = end.Close()
	device, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = device.Close() })
	for name, c := range map[string]struct {
		file  media.File
		want  string
		known bool
	}{
		"in memory": {picture(), "picture", true},
		"a reader and a size": {media.File{Name: "a.png", Reader: io.MultiReader(strings.NewReader("12")), Size: 2},
			"12", true},
		"a reader with a length":  {media.File{Name: "a.png", Reader: strings.NewReader("123")}, "123", true},
		"a buffer":                {media.File{Name: "a.png", Reader: bytes.NewBufferString("123")}, "123", true},
		"a file from where it is": {media.File{Name: "a.png", Reader: halfway(t)}, "5678", true},
		"a pipe":                  {media.File{Name: "a.png", Reader: pipe}, "piped", false},
		"a device":                {media.File{Name: "a.png", Reader: device}, "", false},
		"a plain reader":          {plainly("1234"), "1234", false},
		"byte by byte": {media.File{Name: "a.png", Reader: iotest.OneByteReader(strings.NewReader("1234")),
			Size: 4}, "1234", true},
		"with the end at once": {media.File{Name: "a.png", Reader: iotest.DataErrReader(strings.NewReader("1234")),
			Size: 4}, "1234", true},
		"nothing, said to be so": {media.File{Name: "a.png", Reader: strings.NewReader("")}, "", true},
		"nothing":                {plainly(""), "", false},
		"an unknown type, sniffed": {media.File{Name: "a", Reader: strings.NewReader("%PDF-1.4 …"), Size: 12}, "%PDF-1.4 …",
			true},
		"an unknown type, reopened": {media.Bytes("a", []byte("%PDF-1.4 …")), "%PDF-1.4 …", true},
	} {
		for _, raw := range []bool{false, true} {
			if raw && c.file.Reader != nil {
				continue // it was read
			}
			s := stub.New(t, stub.Always(201, created))
			c.file.Raw = raw
			if _, err := library(t, s).Upload(t.Context(), c.file, nil); err != nil {
				t.Errorf("%s: Library.Upload(c.file): %v", name, err)
				continue
			}
			r := s.Seen()[0]
			content, kind := r.Body, r.Header.Get("Content-Type")
			if !raw {
				f := formOf(t, r)
				content, kind = f.content, f.kind
			}
			if content != c.want {
				t.Errorf("%s, raw %v: %q, want %q", name, raw, content, c.want)
			}
			switch {
			case (r.Length >= 0) != c.known:
				t.Errorf("%s, raw %v: stated %d, sent %d: r.Length >= 0 is %t, want %t", name, raw, r.Length, len(r.Body),
					r.Length >= 0, c.known)
			case c.known && r.Length != int64(len(r.Body)):
				t.Errorf("%s (raw %t): Content-Length %d, want %d", name, raw, r.Length, len(r.Body))
			}
			if c.file.Name == "a" && kind != "application/pdf" {
				t.Errorf("%s: Content-Type %q, want %q", name, kind, "application/pdf")
			}
		}
	}
}

// sized is a content that has a length of 0.
type sized struct{ io.Reader }

func (sized) Len() int { return 0 }

func TestUploadOfTheWrongSizeIsNeverComplete(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content string
		size    int64
		text    string
		is      error
	}{
		"shorter":      {"12", 3, "ended 1 bytes before its size of 3", io.ErrUnexpectedEOF},
		"longer":       {"1234", 3, "is longer than its size of 3", nil},
		"nothing left": {"", 3, "ended 3 bytes before its size of 3", io.ErrUnexpectedEOF},
		"not empty":    {"1", 0, "is longer than its size of 0", nil},
	} {
		for _, raw := range []bool{false, true} {
			whole := make(chan bool, 1)
			s := stub.New(t, stub.Always(201, created))
			s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				whole <- err == nil && int64(len(body)) == r.ContentLength
				stub.Reply(w, 201, created)
			})
			file := plainly(c.content)
			file.Size, file.Raw = c.size, raw
			if c.size == 0 { // a Size of 0 means that it is not known
				file.Reader = sized{file.Reader}
			}
			_, err := library(t, s).Upload(soon(t), file, nil)
			switch {
			case err == nil || !strings.Contains(err.Error(), c.text):
				t.Errorf("Library.Upload(soon(t), file): %s, raw %v: %v, want %q in it", name, raw, err, c.text)
			case c.is != nil && !errors.Is(err, c.is):
				t.Errorf("%s (raw %t): error %v, want %v", name, raw, err, c.is)
			}
			select {
			case arrived := <-whole:
				if arrived {
					t.Errorf("%s (raw %t): upload arrived complete, want it cut short", name, raw)
				}
			default: // not even its header
			}
		}
	}
}

func TestContentThatCannotBeReadIsAnError(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	library := library(t, s)
	broken := errors.New("broken disk")
	fails := func() (io.ReadCloser, error) { return nil, broken }
	for name, file := range map[string]media.File{
		"on opening":              {Name: "a.png", Open: fails},
		"on opening for the type": {Name: "a", Open: fails},
		"on reading":              {Name: "a.png", Reader: iotest.ErrReader(broken)},
		"on reading for the type": {Name: "a", Reader: iotest.ErrReader(broken)},
		"where it should end": {Name: "a.png", Size: 2,
			Reader: io.MultiReader(strings.NewReader("12"), iotest.ErrReader(broken))},
		"on reading, with a stated length": {Name: "a.png", Size: 5,
			Reader: io.MultiReader(strings.NewReader("12"), iotest.ErrReader(broken))},
	} {
		if _, err := library.Upload(t.Context(), file, nil); !errors.Is(err, broken) {
			t.Errorf("%s: Library.Upload(file): error %v, want %v", name, err, broken)
		}
	}
	silent := media.File{Name: "a.png", Size: 2, Reader: io.MultiReader(strings.NewReader("12"), silence{})}
	if _, err := library.Upload(t.Context(), silent, nil); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that gives nothing: %v, want ErrNoProgress", err)
	}
	file := media.File{Name: "a.png", Open: fails}
	if _, err := file.Sum(); !errors.Is(err, broken) {
		t.Error(err)
	}
	file.Open = func() (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(broken)), nil }
	if _, err := file.Sum(); !errors.Is(err, broken) {
		t.Error(err)
	}
	file = plainly("x")
	if _, err := file.Sum(); err == nil {
		t.Error("a reader was read for its checksum: error nil, want an error")
	}
	if kind, err := (&media.File{Name: "a", Reader: strings.NewReader("x")}).ContentType(); kind != "" || err != nil {
		t.Errorf("File.ContentType: kind %q, error %v, want an empty string and nil", kind, err)
	}
}

type silence struct{}

func (silence) Read([]byte) (int, error) { return 0, nil }

func TestEachOpenedContentIsClosed(t *testing.T) {
	t.Parallel()
	s := stub.New(t, oneByOne([]string{"429", "{}"}, []string{"503", "Retry-After: 0",
		`{"code":"wp_die","message":"maintenance"}`}, []string{"201", created}))
	content := &opened{content: []byte("content")}
	if _, err := library(t, s).Upload(t.Context(), content.file(), nil); err != nil {
		t.Fatal(err)
	}
	for i, r := range s.Seen() {
		if f := formOf(t, r); f.content != "content" {
			t.Errorf("attempt %d sent %q, want %q", i+1, f.content, "content")
		}
	}
	s.Close()
	content.mu.Lock()
	defer content.mu.Unlock()
	if content.opens != 3 || content.closes != 3 {
		t.Errorf("content opened %d times, closed %d times, want 3 and 3", content.opens, content.closes)
	}
}

func TestContentWithoutAnEndIsGivenUp(t *testing.T) {
	t.Parallel()
	for empty, ends := range map[int]bool{99: true, 100: false, 1000: false} {
		reads := 0
		read := reading(func(p []byte) (int, error) {
			switch reads++; {
			case reads == 1:
				return copy(p, "1234"), nil
			case reads > empty+1:
				return 0, io.EOF
			}
			return 0, nil
		})
		s := stub.New(t, stub.Always(201, created))
		_, err := library(t, s).Upload(soon(t), media.File{Name: "a.png", Reader: read, Size: 4}, nil)
		if (err == nil) != ends || !ends && !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("Upload of a content with %d empty reads at its end: error %v, want one: %t", empty, err, !ends)
		}
	}
}

// TestContentIsNotReadAfterItsEnd has a content that would wait, as a terminal does.
func TestContentIsNotReadAfterItsEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(io.Reader) io.Reader{
		"with the last bytes":  iotest.DataErrReader,
		"after the last bytes": func(r io.Reader) io.Reader { return r },
	} {
		content, ended, after := end(strings.NewReader("1234")), false, 0
		read := reading(func(p []byte) (int, error) {
			if ended {
				after++
			}
			n, err := content.Read(p)
			ended = ended || err != nil
			return n, err
		})
		s := stub.New(t, stub.Always(201, created))
		if _, err := library(t, s).Upload(t.Context(), media.File{Name: "a.png", Reader: read, Size: 4}, nil); err != nil ||
			after != 0 {
			t.Errorf("Upload of %s: error %v, %d reads after the end, want nil and 0", name, err, after)
		}
	}
}

func TestUploadThatIsFinishedHasItsNumber(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"201", "500"} { // of the upload, whose record is then read or processed
		s := stub.New(t, oneByOne([]string{status, stored7, "Content-Length: 100", `{"id":`},
			[]string{"200", `{"slug":"x"}`}))
		m, err := library(t, s).Upload(t.Context(), picture(), nil, cms.Fields("slug"))
		switch unfinished, ok := errors.AsType[*media.UnfinishedError](err); {
		case m != nil:
			t.Errorf("%s: Library.Upload: %+v, want nil", status, m)
		case !ok:
			t.Errorf("%s: Library.Upload: error %v, want a *media.UnfinishedError", status, err)
		case unfinished.ID != 7 || !errors.Is(unfinished.Err, cms.ErrDecode):
			t.Errorf("%s: Library.Upload: ID %d, Err %v, want 7 and ErrDecode", status, unfinished.ID, unfinished.Err)
		}
	}
}

// carrier is a base of the caller's.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(req *http.Request) (*http.Response, error) { return c(req) }

func onDisk(t *testing.T, name string) io.Reader {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// pipe has the word content in it.
func pipe(t *testing.T) io.Reader {
	t.Helper()
	pipe, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipe.Close() })
	if _, err := end.WriteString("content"); err != nil {
		t.Fatal(err)
	}
	if err := end.Close(); err != nil {
		t.Fatal(err)
	}
	return pipe
}

// TestFileIsReadWithoutAGoroutineForEachRead looks at the body that net/http gets.
func TestFileIsReadWithoutAGoroutineForEachRead(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(name, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	local, err := media.LocalFile(name)
	if err != nil {
		t.Fatal(err)
	}
	raw, telling, foreign := local, local, local
	raw.Raw = true
	telling.Progress = func(int64, int64) {}
	foreign.Open = func() (io.ReadCloser, error) {
		file, err := local.Open()
		return struct{ io.ReadCloser }{file}, err
	}
	for name, c := range map[string]struct {
		file   media.File
		direct bool
	}{
		"a file": {local, true}, "a file by itself": {raw, true}, "bytes": {media.Bytes("a.png", []byte("content")), true},
		"a file to be read once": {media.File{Name: "a.png", Reader: onDisk(t, name)}, true},
		"a pipe":                 {media.File{Name: "a.png", Reader: pipe(t)}, false},
		"a file with a Progress": {telling, false}, "a content of the caller's": {foreign, false},
	} {
		var direct bool
		var sent string
		site, err := cms.New("http://localhost",
			cms.WithHTTPClient(&http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
				within := func(body any) any { return reflect.ValueOf(body).Elem().FieldByName("ReadCloser").Interface() }
				direct = fmt.Sprintf("%T", within(within(req.Body))) != "*transport.upload" // which starts one
				body, err := io.ReadAll(req.Body)
				sent = string(body)
				return &http.Response{StatusCode: http.StatusCreated, Body: io.NopCloser(strings.NewReader(created))}, errors.Join(
					err, req.Body.Close())
			})}))
		if err != nil {
			t.Fatal(err)
		}
		switch _, err := media.New(site).Upload(t.Context(), c.file, nil); {
		case err != nil:
			t.Errorf("Library.Upload(c.file): %s: direct %v, %q, %v, want nil", name, direct, sent, err)
		case direct != c.direct:
			t.Errorf("%s: direct %t (error %v), want %t", name, direct, err, c.direct)
		case !strings.Contains(sent, "content"):
			t.Errorf("%s: sent %q, want %q in it", name, sent, "content")
		}
	}
}
