// Package fonts has the font library of a site: families, their faces and the files of the faces.
// It checks a file by its extension and its first bytes, and requests no font from another host.
package fonts

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Plane has the font library of a site.
type Plane struct {
	*content.Site
	*State
}

// State holds the families and faces by id, and the files by name. Families and faces are replaced,
// never changed.
type State struct {
	families map[int64]*family
	faces    map[int64]*face
	files    map[string][]byte
}

type family struct {
	id       int64
	settings php.Object // name, slug, fontFamily, preview
}

type face struct {
	id, parent int64
	settings   php.Object
}

// NewState returns the state of a new site.
func NewState() State { return State{map[int64]*family{}, map[int64]*face{}, map[string][]byte{}} }

// Clone returns a copy. It shares only data that never changes.
func (st *State) Clone() State {
	return State{maps.Clone(st.families), maps.Clone(st.faces), maps.Clone(st.files)}
}

// typeOf returns the media type of a font file by its extension, and the possible beginnings of
// its content. The type is "" if the name does not have the extension of a font.
func typeOf(name string) (mediaType string, begins []string) {
	switch extension := strings.ToLower(path.Ext(name)); extension {
	case ".woff2":
		return "font/woff2", []string{"wOF2"}
	case ".woff":
		return "font/woff", []string{"wOFF"}
	case ".ttf":
		return "font/ttf", []string{"\x00\x01\x00\x00", "true"}
	case ".otf":
		return "font/otf", []string{"OTTO", "\x00\x01\x00\x00"}
	}
	return "", nil
}

// folder is the folder of the font files, below the uploads folder.
const folder = "fonts/"

// File returns the content and media type of a font file at a path of the site.
func (s Plane) File(location string) (content []byte, mediaType string, ok bool) {
	name, below := strings.CutPrefix(location, s.UploadsPath()+folder)
	content, ok = s.files[name]
	mediaType, _ = typeOf(name)
	return content, mediaType, ok && below
}

// stored is the beginning of an entry of the member src, if the font file is on the site. The name
// of the file follows. The entry is not an address: when a document is loaded, the address of the
// site is not known yet.
const stored = "file:"

// keep stores a file under a free name. It returns the entry for the member src of a face.
func (s Plane) keep(name string, content []byte) string {
	extension := path.Ext(name)
	stem := strings.TrimSuffix(name, extension)
	for n := 1; s.files[name] != nil; n++ {
		name = stem + "-" + strconv.Itoa(n) + extension
	}
	s.files[name] = content
	return stored + name
}

// drop removes a face with its files.
func (s Plane) drop(f *face) {
	for _, source := range sources(f.settings) {
		delete(s.files, strings.TrimPrefix(source, stored))
	}
	delete(s.faces, f.id)
}

// shown returns the settings of a face with the addresses of its files.
func (s Plane) shown(f *face) php.Object {
	var addresses []any
	for _, source := range sources(f.settings) {
		if name, own := strings.CutPrefix(source, stored); own {
			source = s.FileURL(folder + name)
		}
		addresses = append(addresses, source)
	}
	switch len(addresses) {
	case 0:
		return f.settings
	case 1:
		return f.settings.With("src", addresses[0])
	}
	return f.settings.With("src", addresses)
}

// sources returns the member src of the settings of a face as a list. In the settings it is a
// string or a list.
func sources(settings php.Object) []string {
	switch src := settings.Get("src").(type) {
	case string:
		return []string{src}
	case []any:
		return rest.Texts(src)
	}
	return nil
}

// facesOf returns the faces of a family in the order of their ids.
func (s Plane) facesOf(id int64) []*face {
	return slices.DeleteFunc(s.allFaces(), func(f *face) bool { return f.parent != id })
}

func (s Plane) allFaces() []*face {
	return slices.SortedFunc(maps.Values(s.faces), func(a, b *face) int { return cmp.Compare(a.id, b.id) })
}

// Routes returns the routes of families and faces.
func (s Plane) Routes() []*rest.Route {
	read := rest.Needs("edit_theme_options", "rest_cannot_read", "You may not read the fonts of this site.")
	families := rest.One[*family]{Missing: rest.InvalidID,
		Find: func(c *rest.Call) *family { return s.families[c.Integer("id")] }}
	may := func(code string) func(*rest.Call, *family) *rest.Error {
		return func(c *rest.Call, _ *family) *rest.Error {
			return c.Unless(c.User.Can("edit_theme_options"), code, "You may not change the fonts of this site.")
		}
	}
	settings := rest.Rules{"font_family_settings": {Check: s.checkFamily}}
	create := rest.Needs("edit_theme_options", "rest_cannot_create", "You may not add fonts to this site.")
	remove := rest.Needs("edit_theme_options", "rest_cannot_delete", "You may not delete fonts of this site.")
	return []*rest.Route{
		s.API.Route("/font-families",
			rest.On([]string{"GET"}, nil, read, s.listFamilies),
			rest.On([]string{"POST"}, settings, create, s.createFamily)),
		s.API.Route("/font-families/{id}",
			families.On([]string{"GET"}, nil, may("rest_cannot_read"), func(c *rest.Call, f *family) (*rest.Response,
				*rest.Error) {
				return rest.OK(s.showFamily(c, f))
			}),
			families.On(rest.UpdateMethods, settings, may("rest_cannot_edit"), s.updateFamily),
			families.On([]string{"DELETE"}, nil, may("rest_cannot_delete"), s.removeFamily)),
		s.API.Route("/font-families/{font_family_id}/font-faces",
			rest.On([]string{"GET"}, nil, read, s.listFaces),
			rest.On([]string{"POST"}, rest.Rules{"font_face_settings": {Check: s.checkFace}}, create, s.createFace)),
		s.API.Route("/font-families/{font_family_id}/font-faces/{id}",
			rest.On([]string{"GET"}, nil, read, s.getFace),
			rest.On([]string{"DELETE"}, nil, remove, s.removeFace)),
	}
}
