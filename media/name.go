package media

import (
	"cmp"
	"context"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// cleanName returns the last element of a name. It replaces characters that would end a
// header or that no file system accepts. It returns "" if nothing is left.
func cleanName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return '-'
		}
		return r
	}, name))
	if strings.Trim(name, ".-") == "" {
		return ""
	}
	return name
}

// disposition returns the Content-Disposition of a raw upload. The site reads only
// filename, splits the header at each semicolon and knows no escapes. So filename has no
// special characters, and filename* has the exact name.
func disposition(name string) string {
	name = cleanName(name)
	plain := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf || strings.ContainsRune(`";=%\`, r) {
			return '-'
		}
		return r
	}, name)
	extension := path.Ext(plain)
	if stem := strings.TrimSuffix(plain, extension); strings.Trim(stem, "- .") == "" {
		plain = "file" + extension
	}
	header := `attachment; filename="` + plain + `"`
	if plain != name {
		header += "; filename*=UTF-8''" + extended(name)
	}
	return header
}

// extended encodes a name as RFC 8187 requires. PathEscape leaves =, : and @ unchanged,
// which RFC 8187 does not allow.
func extended(name string) string {
	return strings.NewReplacer("=", "%3D", ":", "%3A", "@", "%40").Replace(url.PathEscape(name))
}

// contentType returns the media type for the extension of a file name, or "" if sites do
// not accept the type. It uses the tables of the machine last, so that all machines agree
// on the usual extensions.
func contentType(name string) string {
	extension := strings.TrimPrefix(strings.ToLower(path.Ext(name)), ".")
	for family, extensions := range map[string]string{
		"image": "png gif webp avif heic heif bmp jpeg", "video": "webm mpeg mp4", "audio": "wav flac ogg",
		"application": "pdf zip json", "text": "csv", "font": "woff woff2 ttf otf",
	} {
		if slices.Contains(strings.Fields(extensions), extension) {
			return family + "/" + extension
		}
	}
	other := map[string]string{
		"jpg": "image/jpeg", "jpe": "image/jpeg", "tif": "image/tiff", "tiff": "image/tiff",
		"ico": "image/x-icon", "svg": "image/svg+xml", "m4v": "video/mp4", "mov": "video/quicktime",
		"ogv": "video/ogg", "mp3": "audio/mpeg", "m4a": "audio/mp4", "oga": "audio/ogg",
		"gz": "application/gzip", "txt": "text/plain",
	}
	return cmp.Or(other[extension], mime.TypeByExtension("."+extension))
}

// sniffed is the number of bytes from which the type of a content is derived.
const sniffed = 512

// sniff derives the media type of a content from its beginning, and returns both. If the
// content panics, sniff panics in the goroutine of its caller.
func sniff(ctx context.Context, content io.Reader) (mediaType string, head []byte, err error) {
	reader := relay.NewReader(ctx, content, func(exit func()) { exit() })
	head, err = io.ReadAll(io.LimitReader(reader, sniffed))
	if err != nil {
		return "", nil, err
	}
	return http.DetectContentType(head), head, nil
}

// validType reports whether a media type is valid in a header. mime accepts a line break
// between parameters, which would end the header.
func validType(mediaType string) bool {
	_, _, err := mime.ParseMediaType(mediaType)
	return err == nil && strings.Contains(mediaType, "/") && !strings.ContainsFunc(mediaType, unicode.IsControl)
}
