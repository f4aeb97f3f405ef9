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

// cleanName returns the part of a name after the last slash or backslash. It writes a hyphen for
// each control character, because such a character could end a header, and for invalid UTF-8.
// It returns "" if only dots and hyphens are left.
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

// disposition returns the Content-Disposition of a raw upload. The site reads only the
// parameter filename, splits the header at each semicolon and knows no escapes. So disposition
// writes a name without special characters into filename, and the exact name into filename*.
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

// extended encodes a name as RFC 8187 requires. RFC 8187 does not allow the characters =, :
// and @, but PathEscape leaves them unchanged. So extended encodes them itself.
func extended(name string) string {
	return strings.NewReplacer("=", "%3D", ":", "%3A", "@", "%40").Replace(url.PathEscape(name))
}

// contentType returns the media type for the extension of a file name, or "" if the extension
// is unknown. It asks [mime.TypeByExtension], which depends on the machine, only for unusual
// extensions. So the result for the usual extensions is the same on all machines.
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

// sniffed is the number of bytes from which [sniff] derives a media type.
const sniffed = 512

// sniff derives the media type of a content from its beginning. It returns the type and the
// beginning. If the Read method of content panics, sniff panics in the goroutine of its caller.
func sniff(ctx context.Context, content io.Reader) (mediaType string, head []byte, err error) {
	reader := relay.NewReader(ctx, content, func(exit func()) { exit() })
	head, err = io.ReadAll(io.LimitReader(reader, sniffed))
	if err != nil {
		return "", nil, err
	}
	return http.DetectContentType(head), head, nil
}

// validType reports whether a media type is valid in a header. It checks for control
// characters itself, because the package mime accepts a line break between parameters. A line
// break would end the header.
func validType(mediaType string) bool {
	_, _, err := mime.ParseMediaType(mediaType)
	return err == nil && strings.Contains(mediaType, "/") && !strings.ContainsFunc(mediaType, unicode.IsControl)
}
