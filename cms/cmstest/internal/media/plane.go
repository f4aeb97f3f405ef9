// Package media has the media library of a site: its routes, its records and its files. Sub-sizes
// have the right dimensions and one colour. It reads no metadata of a file, and requests no other
// host.
package media

import (
	"bytes"
	_ "embed"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Plane has the media of a site.
type Plane struct {
	*content.Site
	*State
	Posts posts.Plane
}

// State holds the content of the files.
type State struct {
	Files map[string][]byte // contents by the path below the uploads folder: "2026/11/a.png"
}

// NewState returns the state of a new site.
func NewState() State { return State{map[string][]byte{}} }

// Clone returns a copy with its own map of files.
func (st *State) Clone() State { return State{maps.Clone(st.Files)} }

// File returns the content and media type of a file at a path of the site.
func (s Plane) File(location string) (content []byte, mediaType string, ok bool) {
	name, below := strings.CutPrefix(location, s.UploadsPath())
	content, ok = s.Files[name]
	return content, typeOf(name), ok && below
}

// uploadFolder returns the folder of a new file: year and month in local time. If the file
// belongs to a post, year and month come from the date of the post. The date of a page does not
// matter.
func (s Plane) uploadFolder(post int64) string {
	date, _ := s.Clock.Stamps()
	if it := s.Items[post]; it != nil && it.Kind.Base != "pages" {
		date = it.Date
	}
	return date[:4] + "/" + date[5:7] + "/"
}

// sizeSuffix matches the suffixes that WordPress adds to the names of generated files.
var sizeSuffix = regexp.MustCompile(`-(?:\d+x\d+|scaled|rotated)$`)

// uniqueFile appends -1, -2 and so on until the name is free. A name that ends like the name of a
// sub-size always gets a number. The exception is the name of a sub-size of the file in the
// parameter own.
func (s Plane) uniqueFile(folder, name, own string) string {
	extension := path.Ext(name)
	stem := strings.TrimSuffix(name, extension)
	extension = strings.ToLower(extension)
	free := func(name string) bool {
		_, taken := s.Files[folder+name]
		return !taken
	}
	ownStem := strings.TrimSuffix(path.Base(own), path.Ext(own))
	suffixed := sizeSuffix.MatchString(stem) && (own == "" || sizeSuffix.ReplaceAllString(stem, "") != ownStem)
	if !suffixed && free(stem+extension) {
		return stem + extension
	}
	for n := 1; ; n++ {
		if candidate := stem + "-" + strconv.Itoa(n) + extension; free(candidate) {
			return candidate
		}
	}
}

// keepFile stores a file under a unique name and returns its path.
func (s Plane) keepFile(folder, name, own string, content []byte) string {
	file := folder + s.uniqueFile(folder, name, own)
	s.Files[file] = content
	return file
}

// fileTypes lists the accepted media types. Each line has a media type and the file extensions of
// the type.
//
//go:embed types.txt
var fileTypes string

// typeOf returns the media type of a file name, or "" if the site does not accept such files.
func typeOf(name string) string {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	for line := range strings.Lines(fileTypes) {
		if words := strings.Fields(line); len(words) > 0 && extension != "" && slices.Contains(words[1:], extension) {
			return words[0]
		}
	}
	return ""
}

func extensionOf(mediaType string) string {
	for line := range strings.Lines(fileTypes) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == mediaType {
			return "." + words[1]
		}
	}
	return ""
}

// mayHold reports whether a user may upload files of a type. Scripts and HTML pages require the
// capability unfiltered_html.
func mayHold(u *site.User, mediaType string) bool {
	switch mediaType {
	case "":
		return false
	case "text/html", "application/javascript":
		return u.Can("unfiltered_html")
	}
	return true
}

// settleType compares a file name with the content. If name and content are different types of
// images, settled has the extension of the content. mediaType is "" if the site refuses the
// content.
func settleType(name string, content []byte) (settled, mediaType string) {
	named, found := typeOf(name), foundType(content)
	image := strings.HasPrefix(found, "image/")
	switch {
	case !strings.HasPrefix(named, "image/"):
		text := strings.HasPrefix(found, "text/") && !strings.HasPrefix(named, "text/") &&
			named != "application/rtf"
		if image || text || found == "application/pdf" && named != found {
			return name, ""
		}
	case found == named || named == "image/x-icon" && found == "image/vnd.microsoft.icon":
	case image && extensionOf(found) != "":
		extension := extensionOf(found)
		if found == "image/tiff" {
			extension = ".tif"
		}
		name = strings.TrimSuffix(name, path.Ext(name)) + extension
		return name, typeOf(name)
	default:
		return name, ""
	}
	return name, named
}

func foundType(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("II*\x00")), bytes.HasPrefix(content, []byte("MM\x00*")):
		return "image/tiff"
	case len(content) >= 12 && string(content[4:8]) == "ftyp":
		switch string(content[8:12]) {
		case "avif", "avis":
			return "image/avif"
		case "heic", "heix", "heif", "mif1", "hevc", "hevx", "msf1": // WordPress treats these as image/heic
			return "image/heic"
		}
	}
	found, _, _ := strings.Cut(http.DetectContentType(content), ";")
	return found
}

var dots = regexp.MustCompile(`\.\.+`)

const unnamedFile = "unnamed-file"

// cleanFilename removes accents and special characters from a file name, and replaces spaces with
// dashes.
func cleanFilename(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("?[]/\\=<>:;,'\"&$#*()|~`!{}%+’«»”“\x00", r):
			return -1
		case r == ' ' || r == '\t' || r == '\r' || r == '\n' || r == '\u00a0':
			return '-'
		}
		return r
	}, php.StripAccents(name))
	name = dots.ReplaceAllString(php.Dashes.ReplaceAllString(name, "-"), ".")
	extension := path.Ext(name)
	if strings.Trim(strings.TrimSuffix(name, extension), ".-_") == "" && typeOf(extension) != "" {
		return unnamedFile + strings.ToLower(extension)
	}
	return strings.Trim(name, ".-_")
}
