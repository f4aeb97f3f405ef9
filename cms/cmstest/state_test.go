package cmstest

import (
	"reflect"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/comments"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stored"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/styles"
)

// TestCloneSharesNothing looks at every field of the state, so that none is forgotten.
func TestCloneSharesNothing(t *testing.T) {
	t.Parallel()
	s := NewServer(WithSample())
	defer s.Close()
	s.state.files.Files["2026/01/a.png"] = []byte("x") // what an upload adds
	s.site.Places["primary"] = 1                       // and the locations of a menu
	s.state.comments.Comments[1] = &comments.Comment{ID: 1}
	family := s.Insert("font-families", map[string]any{"font_family_settings": map[string]any{"slug": "inter"}})
	s.Insert("font-faces", map[string]any{"parent": family, "filename": "a.woff2", "file": []byte("wOF2")})
	shareNothing(t, reflect.ValueOf(s.state), reflect.ValueOf(s.state.clone()))
}

// shareNothing compares the fields of a struct, and those of the structs in it but for the plugins, which clone
// themselves.
func shareNothing(t *testing.T, one, other reflect.Value) {
	t.Helper()
	for i := range one.NumField() {
		field := one.Type().Field(i)
		if field.Type == reflect.TypeFor[*time.Location]() || field.Type == reflect.TypeFor[plugins.State]() ||
			field.Type == reflect.TypeFor[stored.State]() || field.Type == reflect.TypeFor[styles.State]() {
			continue // never changes, or has many maps that are empty
		}
		switch field.Type.Kind() {
		case reflect.Struct:
			shareNothing(t, one.Field(i), other.Field(i))
		case reflect.Map, reflect.Slice, reflect.Pointer:
			if one.Field(i).IsNil() || one.Field(i).Len() == 0 {
				t.Errorf("Clone of a state: %s is empty, want it filled, otherwise the test proves nothing", field.Name)
			} else if one.Field(i).Pointer() == other.Field(i).Pointer() {
				t.Errorf("Clone of a state: %s is shared, want it cloned in state.clone", field.Name)
			}
		}
	}
}
