package secrets

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/fontcms/fontcms-go/internal/exported"
)

// walk looks for secrets in all that a value holds, unexported fields included,
// and reports the types on the way to each. Functions keep what they know.
type walk struct {
	seen  map[string]bool
	found func(path []reflect.Type)
}

func (w *walk) into(v reflect.Value, path []reflect.Type) {
	if !v.IsValid() || len(path) > 60 {
		return
	}
	path = append(path[:len(path):len(path)], v.Type())
	switch v.Kind() {
	case reflect.String:
		if told(v.String()) != "" {
			w.found(path)
		}
	case reflect.Interface:
		w.into(v.Elem(), path)
	case reflect.Pointer:
		if v.IsNil() || strings.HasPrefix(v.Type().Elem().PkgPath(), "testing") {
			return
		}
		key := fmt.Sprint(v.Pointer(), v.Type())
		if !w.seen[key] {
			w.seen[key] = true
			w.into(v.Elem(), path)
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			if v.Kind() == reflect.Slice && told(string(v.Bytes())) != "" {
				w.found(path)
			}
			return
		}
		for i := range v.Len() {
			w.into(v.Index(i), path)
		}
	case reflect.Map:
		if v.Type().Key().PkgPath() == "net" {
			return // connections, which end meanwhile
		}
		for key, value := range v.Seq2() {
			w.into(key, path)
			w.into(value, path)
		}
	case reflect.Struct:
		if strings.HasPrefix(v.Type().PkgPath(), "sync") || v.Type().PkgPath() == "net/http" && v.Type().Name() != "Header" {
			return // locks, and the user's own http.Client
		}
		if !v.CanAddr() {
			copied := reflect.New(v.Type()).Elem()
			copied.Set(v)
			v = copied
		}
		for i := range v.NumField() {
			field := v.Field(i)
			w.into(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem(), path) // as if it were exported
		}
	}
}

type formatter interface{ Format(fmt.State, rune) }

// guarded reports that some type on the way says itself what is printed of it,
// also where a copy and not a pointer is printed.
func guarded(path []reflect.Type) bool {
	return slices.ContainsFunc(path, func(t reflect.Type) bool {
		return t.Implements(reflect.TypeFor[formatter]()) && (t.Kind() != reflect.Pointer || pointersOnly(t.Elem()))
	})
}

// pointersOnly are the types that hold a lock, so that go vet refuses a copy.
func pointersOnly(t reflect.Type) bool {
	return slices.Contains([]string{"cms/cmstest.Server", "fonts/fontstest.Server"}, exported.Name(t))
}

func TestTypesThatReachASecretFormatThemselves(t *testing.T) {
	t.Parallel()
	reach := map[string]bool{}
	for name, values := range newWorld(t).holders() {
		for _, value := range values {
			w := walk{seen: map[string]bool{}, found: func(path []reflect.Type) {
				reach[name] = true
				// The types of this test, of the standard library and of users are not ours to guard.
				if ours(path) && !guarded(path) {
					t.Errorf("Type %s: %v is not guarded, want a type that formats itself", name, path)
				}
			}}
			w.into(reflect.ValueOf(value), nil)
		}
	}
	// If these were not filled, nothing would have been shown.
	for _, name := range []string{
		"cms.Client", "cms.Collection", "cms.Content", "cms.Catalog", "cms.Document", "cms.Autosaves", "cms.Revisions",
		"cms.Request", "cms.BatchItem", "cms.Upload", "cms.Response", "cms.ListPage",
		"cms.Credentials", "media.Library", "media.File", "snippets.Service", "batch.Builder", "batch.Item",
		"batch.Report", "batch.Result",
		"cms/oembed.Service", "cms/analytics.Service", "cms/archiver.Service", "cms/blockvisibility.Service",
		"fonts.Client", "fonts.Response", "fonts.Page",
		"cms/cmstest.Server", "cms/cmstest.Snapshot", "cms/cmstest.Request", "cms/cmstest.Fault", "fonts/fontstest.Server",
		"fonts/fontstest.Request",
	} {
		if !reach[name] {
			t.Errorf("Values of %s reach no secret, want one", name)
		}
	}
	for _, name := range []string{"cms.Option", "cms.CallOption", "cms.GetOption", "fonts.Option", "fonts.CallOption",
		"cms.ArgumentError", "fonts.ArgumentError"} {
		if reach[name] {
			t.Errorf("Values of %s reach a secret, want none", name)
		}
	}
}

// ours reports that a type of the module is on the way.
func ours(path []reflect.Type) bool {
	return slices.ContainsFunc(path, func(t reflect.Type) bool {
		pkg := dereferenced(t).PkgPath()
		return strings.HasPrefix(pkg, exported.Module) && !strings.HasSuffix(pkg, "internal/secrets")
	})
}
