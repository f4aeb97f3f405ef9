package cms

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// copyAtOnce is large enough for system calls not to count.
const copyAtOnce = 128 << 10

var (
	errChangedFile = errors.New("the file was changed while it was read")
	errOtherPart   = errors.New("the answer is another part of the file than was asked for")
)

// part is what an answer holds of a file.
type part struct {
	io.Reader
	skip int64 // how many of its bytes are there already
}

// begin looks whether an answer goes on where the last one ended.
func (d *download) begin(resp *transport.Response) (part, error) {
	size, skip := int64(-1), d.written
	switch {
	case resp.Status == http.StatusOK:
		if length, err := strconv.ParseInt(resp.Header.Get("Content-Length"), 10, 64); err == nil {
			size = length
		}
	case resp.Status == http.StatusPartialContent && d.written > 0 && !d.packed:
		var from int64
		var ok bool
		if from, ok, size = contentRange(resp.Header); !ok || from != d.written {
			return part{}, because(ErrDecode, errOtherPart)
		}
		skip = 0
	default:
		return part{}, because(ErrDecode, errors.New("the answer is not the file"))
	}
	body, packed, err := unpacked(resp)
	if err != nil {
		return part{}, err
	}
	if packed {
		size = -1 // it was that of the packed file
	}
	if d.first == nil || d.written == 0 {
		d.first, d.size, d.packed = resp.Header, size, packed
	}
	if packed != d.packed || d.size >= 0 && size >= 0 && d.size != size || !sameFile(d.first, resp.Header) {
		return part{}, because(ErrConflict, errChangedFile)
	}
	if d.size < 0 && !packed {
		d.size = size
	}
	return part{body, skip}, nil
}

func sameFile(a, b http.Header) bool {
	return a.Get("ETag") == b.Get("ETag") && a.Get("Last-Modified") == b.Get("Last-Modified")
}

// unpacked is the body of an answer as the file is. Some servers keep files packed,
// and give them so to everybody.
func unpacked(resp *transport.Response) (body io.Reader, packed bool, err error) {
	switch encoding := strings.ToLower(resp.Header.Get("Content-Encoding")); encoding {
	case "", "identity":
		return resp.Stream, false, nil
	case "gzip", "x-gzip":
		return &unpacker{packed: resp.Stream}, true, nil
	default:
		return nil, false, because(ErrDecode, fmt.Errorf("the server packs the file by %.20q, which nobody asked for", encoding))
	}
}

// unpacker reads the head of what is packed when it is read itself, not before.
type unpacker struct {
	packed io.Reader
	plain  *gzip.Reader
}

func (u *unpacker) Read(p []byte) (n int, err error) {
	if u.plain == nil {
		if u.plain, err = gzip.NewReader(u.packed); err != nil {
			return 0, err
		}
	}
	return u.plain.Read(p)
}

// contentRange reads where a part begins, and the size of the whole, -1 if it does
// not say. Of a part that cannot be given, the size alone is told.
func contentRange(header http.Header) (from int64, ok bool, size int64) {
	parts, whole, _ := strings.Cut(strings.TrimPrefix(header.Get("Content-Range"), "bytes "), "/")
	begin, _, _ := strings.Cut(parts, "-")
	from, err := strconv.ParseInt(begin, 10, 64)
	if size, failed := strconv.ParseInt(whole, 10, 64); failed == nil {
		return from, err == nil, size
	}
	return from, err == nil, -1
}

// take writes what is new of a part, and reports whether to ask again after its
// error. A server may give less than it was asked for.
func (d *download) take(p part) (again bool, err error) {
	if _, err := io.CopyN(io.Discard, p, p.skip); err != nil {
		return true, err
	}
	sink := &sink{w: d.w}
	_, err = io.CopyBuffer(sink, p, make([]byte, copyAtOnce))
	d.written += sink.written
	switch {
	case err != nil:
		return sink.err == nil, err
	case d.size >= 0 && d.written < d.size:
		return true, io.ErrUnexpectedEOF
	case d.size >= 0 && d.written > d.size:
		return false, because(ErrDecode, errOtherPart)
	}
	return false, nil
}

// sink tells an error of the writer from one of the reader.
type sink struct {
	w       io.Writer
	written int64
	err     error
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, s.err = s.w.Write(p)
	s.written += int64(n)
	return n, s.err
}
