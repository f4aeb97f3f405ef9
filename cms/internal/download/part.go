package download

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// sameFile reports whether two responses are from the same version of a file.
func sameFile(a, b http.Header) bool {
	return a.Get("ETag") == b.Get("ETag") && a.Get("Last-Modified") == b.Get("Last-Modified")
}

// contentRange reads the header Content-Range. from is the position of the first byte of the
// part, if ok is true. size is the size of the complete file, or -1. If the server cannot satisfy
// a range, the header has only the size.
func contentRange(header http.Header) (from int64, ok bool, size int64) {
	parts, whole, _ := strings.Cut(strings.TrimPrefix(header.Get("Content-Range"), "bytes "), "/")
	begin, _, _ := strings.Cut(parts, "-")
	from, err := strconv.ParseInt(begin, 10, 64)
	if size, failed := strconv.ParseInt(whole, 10, 64); failed == nil {
		return from, err == nil, size
	}
	return from, err == nil, -1
}

// files has the extensions of files that servers never send as web pages.
const files = " .avif .bmp .csv .gif .heic .ico .jpeg .jpg .png .svg .tif .tiff .webp .gz .pdf .zip .doc .docx .odt" +
	" .ods .ppt .pptx .txt .xls .xlsx .flac .m4a .mp3 .ogg .wav .m4v .mov .mp4 .webm .otf .ttf .woff .woff2 "

// notPage returns the content, or an error if the content is a web page in place of another kind
// of file. Some plugins redirect the request for a missing file to the home page. A server in
// front of the site may send its login page. But scripts may send files with the Content-Type of a
// web page, so the beginning of the content decides.
func notPage(address *url.URL, resp *transport.Response, content io.Reader) (io.Reader, error) {
	extension := strings.ToLower(path.Ext(address.Path))
	if extension == "" || !strings.Contains(files, " "+extension+" ") ||
		!strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/html") {
		return content, nil
	}
	whole := bufio.NewReader(content)
	const enough = 512             // bytes that DetectContentType reads
	start, _ := whole.Peek(enough) // ignore the error: a later Read returns it again
	if strings.HasPrefix(http.DetectContentType(bytes.TrimLeft(start, "\ufeff \t\r\n")), "text/html") {
		return nil, errPage
	}
	return whole, nil
}

// unpacked returns the body of a response without compression. Some servers store files
// compressed, and always send them compressed. For a file that is itself compressed, such as
// a.tar.gz, some servers name that compression in Content-Encoding. unpacked does not unpack such a
// file.
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
		return nil, false, unusable(
			fmt.Sprintf("the server compresses the file by %.20q, although it was asked not to", encoding))
	}
}

// unpacker unpacks gzip data. It reads the gzip header only at its first Read.
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

// sink writes to w and to the hash. The field err is the error of w. It shows whether io.CopyBuffer
// failed because of the writer or because of the reader.
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
