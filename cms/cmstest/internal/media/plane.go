// Package media has the media library of a site: its routes, its records and its files.
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

// Plane is the media library of a site.
type Plane struct {
	*content.Site
	*State
	Posts posts.Plane
}

// State is what a site stores of the library beside its records.
type State struct {
	Files map[string][]byte // by their path below the folder of uploads: "2026/11/a.png"
}

// NewState is the state of a new site.
func NewState() State { return State{map[string][]byte{}} }

// Clone shares nothing with st that may change.
func (st *State) Clone() State { return State{maps.Clone(st.Files)} }

// File is a file at a path of the site, as its web server gives it to everyone, and its media type.
func (s Plane) File(location string) (content []byte, mediaType string, ok bool) {
	name, below := strings.CutPrefix(location, s.UploadsPath())
	content, ok = s.Files[name]
	return content, typeOf(name), ok && below
}

// uploadFolder is where files go: a folder of the month, in the site's own time; of what belongs to a post that of
// the post's.
func (s Plane) uploadFolder(post int64) string {
	date, _ := s.Clock.Stamps()
	if it := s.Items[post]; it != nil && it.Kind.Base != "pages" {
		date = it.Date
	}
	return date[:4] + "/" + date[5:7] + "/"
}

// sizeSuffix is what the site itself puts after the names of the files that it makes.
var sizeSuffix = regexp.MustCompile(`-(?:\d+x\d+|scaled|rotated)$`)

// uniqueFile appends -1, -2 … until there is no such file. A name that looks like a sub-size gets a number at once,
// unless it is that of a sub-size of the image whose file is own.
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

// keepFile stores a file under a name that is made unique, and returns its path.
func (s Plane) keepFile(folder, name, own string, content []byte) string {
	file := folder + s.uniqueFile(folder, name, own)
	s.Files[file] = content
	return file
}

// fileTypes lists the media types that the site takes, each before the extensions of its files.
//
//go:embed types.txt
var fileTypes string

// typeOf is the media type of a file's name, "" if the site does not take such files.
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

// mayHold says whether a user may upload files of a type: scripts and pages are for those who may post any HTML.
func mayHold(u *site.User, mediaType string) bool {
	switch mediaType {
	case "":
		return false
	case "text/html", "application/javascript":
		return u.Can("unfiltered_html")
	}
	return true
}

// settleType compares a name with the content. An image named as another kind of image gets the right extension. The
// type is "" if the site refuses the content.
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
		case "heic", "heix", "heif", "mif1", "hevc", "hevx", "msf1": // WordPress treats all of these as image/heic
			return "image/heic"
		}
	}
	found, _, _ := strings.Cut(http.DetectContentType(content), ";")
	return found
}

var dots = regexp.MustCompile(`\.\.+`)

const unnamedFile = "unnamed-file"

// cleanFilename makes a name fit for an address: no accents, dashes for spaces, and no marks with a meaning.
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
