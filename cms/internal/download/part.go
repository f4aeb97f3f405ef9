package download

import (
	"compress/gzip"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// sameFile reports whether two responses are from the same version of a file.
func sameFile(a, b http.Header) bool {
	return a.Get("ETag") == b.Get("ETag") && a.Get("Last-Modified") == b.Get("Last-Modified")
}

// contentRange returns the start of a part and the size of the whole file, -1 if absent.
// For a range that cannot be satisfied, only the size is set.
func contentRange(header http.Header) (from int64, ok bool, size int64) {
	parts, whole, _ := strings.Cut(strings.TrimPrefix(header.Get("Content-Range"), "bytes "), "/")
	begin, _, _ := strings.Cut(parts, "-")
	from, err := strconv.ParseInt(begin, 10, 64)
	if size, failed := strconv.ParseInt(whole, 10, 64); failed == nil {
		return from, err == nil, size
	}
	return from, err == nil, -1
}

// unpacked returns the body of a response without compression. Some servers store files
// compressed, and always send them that way.
func unpacked(resp *transport.Response) (body io.Reader, packed bool, err error) {
	switch encoding := strings.ToLower(resp.Header.Get("Content-Encoding")); encoding {
	case "", "identity":
		return resp.Stream, false, nil
	case "gzip", "x-gzip":
		return &unpacker{packed: resp.Stream}, true, nil
	default:
		reason := fmt.Errorf("the server compresses the file by %.20q, although it was asked not to", encoding)
		return nil, false, transport.Because(fault.ErrDecode, reason)
	}
}

// unpacker reads the header of compressed data at its first Read.
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

// sink distinguishes errors of the writer from errors of the reader.
type sink struct {
	w       io.Writer
	sum     hash.Hash
	written int64
	err     error
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, s.err = s.w.Write(p)
	s.written += int64(n)
	_, _ = s.sum.Write(p[:min(max(n, 0), len(p))]) // a hash never fails
	return n, s.err
}
