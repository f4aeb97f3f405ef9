package fonts

import (
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// descriptors are the members that the settings of a face may have.
var descriptors = strings.Fields(`fontFamily fontStyle fontWeight fontDisplay src fontStretch ascentOverride
	descentOverride fontVariant fontFeatureSettings fontVariationSettings lineGapOverride sizeAdjust unicodeRange
	preview`)

func (s Plane) checkFace(c *rest.Call, p *rest.Param, value any) *rest.Problem {
	settings, why := parse(p.Name, value)
	if why == nil {
		why = checkMembers(p.Name, settings, []string{"fontFamily", "src"}, descriptors)
	}
	if why != nil {
		return why
	}
	if display, ok := settings.Lookup("fontDisplay"); ok &&
		!slices.Contains([]any{"auto", "block", "fallback", "swap", "optional"}, display) {
		return &rest.Problem{Code: "rest_not_in_enum",
			Message: p.Name + "[fontDisplay] is not a value of font-display."}
	}
	src := sources(settings)
	if len(src) == 0 {
		return invalid(p.Name + "[src] must not be empty.")
	}
	for _, one := range src {
		if c.Files[one] == nil && !s.resolves(one) {
			return invalid(p.Name + "[src] must be the address or the name of a file.")
		}
	}
	for name := range c.Files {
		if !slices.Contains(src, name) {
			return invalid("The file " + name + " must be used in " + p.Name + "[src].")
		}
	}
	return nil
}

// resolves reports whether a site accepts an address of a file. This site has no network, so it
// resolves only its own host.
func (s Plane) resolves(address string) bool {
	u, err := url.Parse(address)
	own, _ := url.Parse(*s.API.Base)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host == own.Host
}

// key returns a text that must be unique among the faces of a family.
func key(settings php.Object) string {
	words := []string{strings.ToLower(php.ScalarText(settings.Get("fontFamily")))}
	for _, one := range []struct{ name, standard string }{
		{"fontStyle", "normal"}, {"fontWeight", "400"}, {"fontStretch", "100%"}, {"unicodeRange", "U+0-10FFFF"},
	} {
		word := strings.ToLower(php.ScalarText(settings.Get(one.name)))
		switch {
		case word == "" || word == "normal":
			word = one.standard
		case word == "bold" && one.name == "fontWeight":
			word = "700"
		}
		words = append(words, strings.ToLower(word))
	}
	return strings.Join(words, ";")
}

func (s Plane) createFace(c *rest.Call) (*rest.Response, *rest.Error) {
	parent := s.families[c.Integer("font_family_id")]
	if parent == nil {
		return nil, invalidParent()
	}
	sent, _ := parse("", c.Get("font_face_settings"))
	settings := php.Object{}
	for _, m := range sent {
		switch m.Name {
		case "fontFamily":
			m.Value = quoted(php.ScalarText(m.Value))
		case "src":
		default:
			m.Value = php.ScalarText(m.Value)
		}
		settings.Add(m.Name, m.Value)
	}
	for _, other := range s.facesOf(parent.id) {
		if key(other.settings) == key(settings) {
			return nil, rest.NewError(400, "rest_duplicate_font_face", "The family already has a face with these settings.")
		}
	}
	var src []any
	for _, one := range sources(settings) {
		if c.Files[one] != nil {
			kept, why := s.takeFile(c, one)
			if why != nil {
				// The files that this request has stored so far are not deleted.
				return nil, why
			}
			one = kept
		}
		src = append(src, one)
	}
	f := &face{s.TakeID(), parent.id, settings.With("src", src)}
	s.faces[f.id] = f
	// In Location, WordPress sends the pattern of the route instead of the id of the family.
	location := s.API.At(`font-families/(?P<font_family_id>[\d]+)/font-faces/`+php.ScalarText(f.id), "")
	return rest.Created(s.showFace(c, f), location), nil
}

// takeFile stores a file of the multipart form. It returns the text that stands for the file in
// the member src of the face.
func (s Plane) takeFile(c *rest.Call, name string) (string, *rest.Error) {
	header := c.Files[name][0]
	file, err := header.Open()
	if err != nil {
		return "", rest.NewError(500, "rest_font_upload_unknown_error", "The file could not be read.")
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil || len(content) == 0 {
		return "", rest.NewError(500, "rest_font_upload_unknown_error", "The file is empty.")
	}
	base := path.Base(header.Filename)
	_, begins := typeOf(base)
	if !slices.ContainsFunc(begins, func(magic string) bool { return strings.HasPrefix(string(content), magic) }) {
		return "", rest.NewError(400, "rest_font_upload_invalid_file_type",
			"The file is not a font, or has another extension.")
	}
	return s.keep(strings.ReplaceAll(base, " ", "-"), content), nil
}

func invalidParent() *rest.Error {
	return rest.NewError(404, "rest_post_invalid_parent", "There is no family with this id.")
}

// find returns the face with the id in the path. It returns an error if the face does not belong
// to the family in the path.
func (s Plane) find(c *rest.Call) (*face, *rest.Error) {
	f := s.faces[c.Integer("id")]
	switch {
	case s.families[c.Integer("font_family_id")] == nil:
		return nil, invalidParent()
	case f == nil:
		return nil, rest.InvalidID()
	case f.parent != c.Integer("font_family_id"):
		return nil, rest.NewError(404, "rest_font_face_parent_id_mismatch", "The face belongs to another family.")
	}
	return f, nil
}

// listFaces lists the faces of all families, although the path names one family. WordPress does
// the same.
func (s Plane) listFaces(c *rest.Call) (*rest.Response, *rest.Error) {
	if s.families[c.Integer("font_family_id")] == nil {
		return nil, invalidParent()
	}
	return list(c, s.allFaces(), func(f *face) int64 { return f.id }, func(f *face) php.Object {
		return s.showFace(c,
			f)
	})
}

func (s Plane) getFace(c *rest.Call) (*rest.Response, *rest.Error) {
	f, why := s.find(c)
	if why != nil {
		return nil, why
	}
	return rest.OK(s.showFace(c, f))
}

func (s Plane) removeFace(c *rest.Call) (*rest.Response, *rest.Error) {
	f, why := s.find(c)
	switch {
	case why != nil:
		return nil, why
	case !c.Flag("force"):
		return nil, rest.NoTrash()
	}
	previous := s.showFace(c, f)
	s.drop(f)
	return rest.Deleted(previous)
}

func facePath(f *face) string { return familyPath(f.parent) + "/font-faces/" + php.ScalarText(f.id) }

func (s Plane) showFace(c *rest.Call, f *face) php.Object {
	return php.Object{{"id", f.id}, {"theme_json_version", version}, {"parent", f.parent}, {"font_face_settings",
		s.shown(f)},
		{"_links", php.Object{
			{"self", rest.Self(s.API.At(facePath(f), ""), hints(c, "GET", "DELETE"))},
			{"collection", rest.Link(s.API.At(familyPath(f.parent)+"/font-faces", ""))},
			{"parent", rest.Link(s.API.At(familyPath(f.parent), ""))},
		}}}
}

// hints returns the methods for a self link, or nil if the caller may not change fonts.
func hints(c *rest.Call, methods ...string) []string {
	if c.User.Can("edit_theme_options") {
		return methods
	}
	return nil
}
