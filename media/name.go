package media

import (
	"context"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// cleanName is the last element of a name without the characters that would end
// a header or that no file system takes, "" if nothing is left.
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

// disposition is the Content-Disposition of a raw upload. The site looks at
// filename alone, splits the header at each semicolon and knows no escapes, so
// that filename is plain; who knows better finds the name in filename*.
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

// extended encodes a name as RFC 8187 has it: a path may hold more than a
// parameter of a header may.
func extended(name string) string {
	return strings.NewReplacer("=", "%3D", ":", "%3A", "@", "%40").Replace(url.PathEscape(name))
}

// contentType is the media type of a file by its extension, "" if it is not one
// of those that sites take. What a machine has in its own tables comes second, so
// that all machines agree on these.
func contentType(name string) string {
	extension := strings.ToLower(path.Ext(name))
	switch extension {
	case ".jpg", ".jpeg", ".jpe":
		return "image/jpeg"
	case ".png", ".gif", ".webp", ".avif", ".heic", ".heif", ".bmp":
		return "image/" + extension[1:]
	case ".tif", ".tiff":
		return "image/tiff"
	case ".ico":
		return "image/x-icon"
	case ".svg":
		return "image/svg+xml"
	case ".mp4", ".m4v":
		return "video/mp4"
	case ".webm", ".mpeg":
		return "video/" + extension[1:]
	case ".mov":
		return "video/quicktime"
	case ".ogv":
		return "video/ogg"
	case ".mp3":
		return "audio/mpeg"
	case ".m4a":
		return "audio/mp4"
	case ".ogg", ".oga":
		return "audio/ogg"
	case ".wav", ".flac":
		return "audio/" + extension[1:]
	case ".pdf", ".zip", ".json":
		return "application/" + extension[1:]
	case ".gz":
		return "application/gzip"
	case ".txt":
		return "text/plain"
	case ".csv":
		return "text/csv"
	case ".woff", ".woff2", ".ttf", ".otf":
		return "font/" + extension[1:]
	}
	return mime.TypeByExtension(extension)
}

// sniffed is how much of a content tells its type.
const sniffed = 512

// sniff tells the type of a content by its beginning, which it returns. A panic of the
// content is one of the goroutine that calls sniff.
func sniff(ctx context.Context, content io.Reader) (mediaType string, head []byte, err error) {
	reader := relay.NewReader(ctx, content, func(exit func()) { exit() })
	head, err = io.ReadAll(io.LimitReader(reader, sniffed))
	if err != nil {
		return "", nil, err
	}
	return http.DetectContentType(head), head, nil
}

// validType reports whether a media type may stand in a header. A line break,
// which parses between parameters, would end it there.
func validType(mediaType string) bool {
	_, _, err := mime.ParseMediaType(mediaType)
	return err == nil && strings.Contains(mediaType, "/") && !strings.ContainsFunc(mediaType, unicode.IsControl)
}
