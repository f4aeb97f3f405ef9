package fonts

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Kinds returns the kinds "font-families" and "font-faces" of [Server.Insert].
func (s Plane) Kinds() []seed.Kind {
	next := func() *int64 { return &s.NextItem }
	return []seed.Kind{
		{Name: "font-families", Next: next, Insert: s.insertFamily,
			Record: func(id int64) map[string]any {
				f := s.families[id]
				if f == nil {
					return nil
				}
				return map[string]any{"id": id, "font_family_settings": php.PlainValue(f.settings)}
			},
			IDs: func() []int64 { return seed.SortedIDs(s.families, func(*family) bool { return true }) }},
		{Name: "font-faces", Next: next, Insert: s.insertFace, Record: s.faceRecord,
			IDs: func() []int64 { return seed.SortedIDs(s.faces, func(*face) bool { return true }) }},
	}
}

// settings returns a function that stores an object in *to. The function refuses a value that is
// not an object.
func settings(name string, to *php.Object) func(any) error {
	return func(value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		parsed, err := php.ParseOrdered(data)
		object, ok := parsed.(php.Object)
		if err != nil || !ok {
			return seed.WrongType(name, value, "a map")
		}
		*to = object
		return nil
	}
}

func (s Plane) insertFamily(record map[string]any) (int64, error) {
	f, sent := &family{}, php.Object{}
	fields := seed.Places{"id": &f.id, "font_family_settings": settings("font_family_settings", &sent)}
	if err := seed.Fields(record, fields); err != nil {
		return 0, err
	}
	f.settings = merged(php.Object{{"name", ""}, {"slug", ""}, {"fontFamily", ""}, {"preview", ""}}, sent)
	if f.settings.Get("slug") == "" || s.withSlug(f.settings.Get("slug")) != nil {
		return 0, fmt.Errorf("slug %q is empty or taken", f.settings.Get("slug"))
	}
	var err error
	if f.id, err = s.place(f.id); err != nil {
		return 0, err
	}
	s.families[f.id] = f
	return f.id, nil
}

// place returns the id of a new family or face: the given id, or the next free id if the given id
// is 0. place fails if the given id is taken.
func (s Plane) place(id int64) (int64, error) {
	taken := s.families[id] != nil || s.faces[id] != nil || s.Items[id] != nil
	return seed.PlaceID(&s.NextItem, id, taken)
}

func (s Plane) insertFace(record map[string]any) (int64, error) {
	f, name, content := &face{}, "", []byte(nil)
	fields := seed.Places{
		"id": &f.id, "parent": &f.parent, "font_face_settings": settings("font_face_settings", &f.settings),
		"filename": &name,
		"file": func(value any) (err error) {
			content, _ = value.([]byte)
			if text, ok := value.(string); ok {
				content, err = base64.StdEncoding.DecodeString(text)
			}
			return err
		},
	}
	if err := seed.Fields(record, fields); err != nil {
		return 0, err
	}
	if s.families[f.parent] == nil {
		return 0, fmt.Errorf("parent %d is no family", f.parent)
	}
	var err error
	if f.id, err = s.place(f.id); err != nil {
		return 0, err
	}
	if name != "" {
		f.settings = f.settings.With("src", s.keep(path.Base(name), slices.Clone(content)))
	}
	s.faces[f.id] = f
	return f.id, nil
}

// faceRecord returns the fields of a face. If files of the face are on the site, the fields
// include the name and the content of the first file.
func (s Plane) faceRecord(id int64) map[string]any {
	f := s.faces[id]
	if f == nil {
		return nil
	}
	out := map[string]any{"id": id, "parent": f.parent, "font_face_settings": php.PlainValue(s.shown(f))}
	for _, source := range sources(f.settings) {
		name := strings.TrimPrefix(source, stored)
		if content, ok := s.files[name]; ok {
			out["filename"], out["file"] = name, base64.StdEncoding.EncodeToString(content)
			break
		}
	}
	return out
}
