package archive

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// Rewriter changes what a content says of other records: their ids, where it can
// be told for certain that a number is one, and addresses.
type Rewriter struct {
	// ID gives the new id of a record; false leaves the old one.
	ID func(kind string, id int64) (string, bool)
	// Object is the kind of what a block of a navigation leads to, see [State.Object].
	Object func(class, name string) (kind string, ok bool)
	// File gives the new address of a file of the library without its extension;
	// false leaves the old one. The old one is a path from the root of the site:
	// "/wp-content/uploads/2026/05/cover". It is asked for a smaller size of a
	// picture as "…/cover-300x200" first, and then for the picture itself.
	File func(stem string) (Address, bool)
	// Home is the address of the old site, NewHome that of the new one, both
	// without a slash at the end.
	Home, NewHome string
	// Uploads is the path below which the old site keeps its files. Addresses of unknown
	// files there are not changed, because the new site does not have them.
	Uploads string
}

// Address is where a file is: on a host, or on that of the page that names it.
type Address struct {
	Origin, Stem string // "https://fonts.example", "/wp-content/uploads/2026/11/cover"
}

// Content rewrites a content.
func (w *Rewriter) Content(s string) string {
	s = blockComment.ReplaceAllStringFunc(s, w.block)
	s = mark.ReplaceAllStringFunc(s, w.mark)
	s = gallery.ReplaceAllStringFunc(s, w.gallery)
	return w.Addresses(s)
}

var (
	// mark is a class or attribute that names a record of the library.
	mark = regexp.MustCompile(`\b(?:wp-image-|wp-att-|attachment_|data-id=")\d+\b`)
	// gallery is the shortcode of the same, the ids in the second part.
	gallery = regexp.MustCompile(`(\[(?:gallery|playlist)\b[^\]]*?\bids=["'])([\d, ]+)`)
	// file is an address with an extension: the host, the path, the size, the rest.
	file = regexp.MustCompile(`(https?://[^/\s"'<>()\\]+)?(/[^\s"'<>()\\?#|,]+?)` +
		`(-\d+x\d+|-scaled|-rotated)?(\.[A-Za-z0-9]{2,5})\b`)
)

func (w *Rewriter) mark(found string) string {
	digits := strings.TrimLeftFunc(found, func(r rune) bool { return r < '0' || r > '9' })
	return strings.TrimSuffix(found, digits) + w.id(Media, digits)
}

func (w *Rewriter) gallery(found string) string {
	parts := gallery.FindStringSubmatch(found)
	ids := strings.Split(parts[2], ",")
	for i, id := range ids {
		ids[i] = w.id(Media, strings.TrimSpace(id))
	}
	return parts[1] + strings.Join(ids, ",")
}

// id is the new id for an old one in digits.
func (w *Rewriter) id(kind, digits string) string {
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return digits
	}
	if mapped, ok := w.ID(kind, id); ok {
		return mapped
	}
	return digits
}

// Addresses rewrites the addresses of files and those of the site itself.
func (w *Rewriter) Addresses(s string) string {
	s = file.ReplaceAllStringFunc(s, w.file)
	if w.Home == "" || w.Home == w.NewHome {
		return s
	}
	home := regexp.MustCompile(regexp.QuoteMeta(w.Home) + `(?:[^\w.:-]|$)`)
	var b strings.Builder
	last := 0
	for _, at := range home.FindAllStringIndex(s, -1) {
		b.WriteString(s[last:at[0]])
		last = at[0] + len(w.Home)
		if w.Uploads != "" && strings.HasPrefix(s[last:], w.Uploads) {
			b.WriteString(w.Home)
			continue
		}
		b.WriteString(w.NewHome)
	}
	return b.String() + s[last:]
}

func (w *Rewriter) file(found string) string {
	parts := file.FindStringSubmatch(found)
	origin, stem, size, extension := parts[1], parts[2], parts[3], parts[4]
	if origin != "" && !strings.HasPrefix(w.Home+"/", origin+"/") {
		return found
	}
	to, ok := w.File(stem + size)
	if ok {
		size = ""
	} else if to, ok = w.File(stem); !ok {
		return found
	}
	if origin != "" {
		origin = to.Origin
	}
	return origin + to.Stem + size + extension
}

// Stem splits the address of a file of the library into the parts that Rewriter.File
// takes and returns.
func Stem(address string) Address {
	address = withoutQuery(address)
	parts := file.FindStringSubmatch(address)
	if parts == nil || parts[0] != address {
		return Address{}
	}
	return Address{parts[1], parts[2] + parts[3]}
}

// reference is the kind of what an attribute of a block names. The attributes are all
// of that block.
func (w *Rewriter) reference(block, attribute, attributes string) (kind string, ok bool) {
	switch strings.TrimPrefix(block, "core/") + "." + attribute {
	case "image.id", "cover.id", "video.id", "audio.id", "file.id", "media-text.mediaId", "gallery.ids":
		return Media, true
	case "block.ref":
		return Blocks, true
	case "navigation.ref":
		return Navigation, true
	case "page-list.parentPageID":
		return Pages, true
	case "navigation-link.id", "navigation-submenu.id":
		return w.object(attributes)
	}
	return "", false
}

// object is the kind of the target of a link in a navigation. An older link has only
// the type, and for tags not the name of the taxonomy.
func (w *Rewriter) object(attributes string) (kind string, ok bool) {
	var link struct{ Type, Kind string }
	if json.Unmarshal([]byte(attributes), &link) != nil || w.Object == nil {
		return "", false
	}
	if link.Type == "tag" {
		link.Type = "post_tag"
	}
	switch {
	case link.Kind != "":
	case link.Type == "category" || link.Type == "post_tag":
		link.Kind = "taxonomy"
	default:
		link.Kind = "post-type"
	}
	return w.Object(link.Kind, link.Type)
}
