package download

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash"
	"io"
	"net/http"
	"path"
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
// compressed, and always send them that way. For a file that is compressed itself, such as
// a.tar.gz, some servers name its own compression in the header, so it stays as it is.
func unpacked(resp *transport.Response, name string) (body io.Reader, packed bool, err error) {
	switch encoding := strings.ToLower(resp.Header.Get("Content-Encoding")); encoding {
	case "", "identity":
		return resp.Stream, false, nil
	case "gzip", "x-gzip":
		switch strings.ToLower(path.Ext(name)) {
		case ".gz", ".tgz", ".svgz":
			return resp.Stream, false, nil
		}
		return &unpacker{packed: resp.Stream}, true, nil
	default:
		reason := fmt.Errorf("the server compresses the file by %.20q, although it was asked not to", encoding)
		return nil, false, transport.Because(fault.ErrDecode, reason)
	}
}

// notPage returns the body of a response, or an error if it is a web page and name is that of a
// picture or of another usual upload. Some sites redirect each missing file to their home page, and
// some firewalls send a page that only a browser passes.
func notPage(header http.Header, name string, body io.Reader) (io.Reader, error) {
	const page = "text/html"
	if !strings.HasPrefix(header.Get("Content-Type"), page) || !isUpload(strings.ToLower(path.Ext(name))) {
		return body, nil
	}
	head := make([]byte, 512) // as much as DetectContentType reads
	n, _ := io.ReadFull(body, head)
	if strings.HasPrefix(http.DetectContentType(head[:n]), page) {
		return nil, transport.Because(fault.ErrDecode, errPage)
	}
	return io.MultiReader(bytes.NewReader(head[:n]), body), nil
}

// isUpload reports whether files with an extension are usual in a library of media, and are no web pages.
func isUpload(extension string) bool {
	switch extension {
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".heic", ".bmp", ".tif", ".tiff", ".ico", ".svg",
		".mp3", ".m4a", ".ogg", ".wav", ".mp4", ".m4v", ".mov", ".webm", ".pdf", ".doc", ".docx", ".xls", ".xlsx",
		".ppt", ".pptx", ".odt", ".ods", ".csv", ".txt", ".zip", ".gz", ".woff", ".woff2", ".ttf", ".otf":
		return true
	}
	return false
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
