// Package media has the media library of a site: its routes, its records and its files.
package media

import (
	"maps"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
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
