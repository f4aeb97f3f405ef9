package secrets

import (
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/exported"
)

// content are the fields that hold a secret of the content, which is there to be
// read and written (the password with which readers open one post), and those
// that only sound like it: where a site lets its users make application passwords.
var content = []string{
	"cms.Post.Password", "cms.PostParams.Password", "cms.Page.Password", "cms.PageParams.Password", "cms.Block.Password",
	"cms.BlockParams.Password",
	"cms/menus.Navigation.Password", "cms/menus.NavigationParams.Password",
	"cms.Authentication.ApplicationPasswords", "..Authorization", "cms/comments.ListOptions.Password",
}

var hidden = regexp.MustCompile(`(?i)passw|secret|token|nonce|cookie|credential|authoriz|api_?key`)

// suspect names what in a type could hold a secret, "" for nothing.
func suspect(one reflect.Type, seen map[reflect.Type]bool) string {
	if seen[one] {
		return ""
	}
	seen[one] = true
	switch one {
	case reflect.TypeFor[http.Header](), reflect.TypeFor[url.URL](), reflect.TypeFor[url.Values](),
		reflect.TypeFor[cms.Client](), reflect.TypeFor[cms.Response](), reflect.TypeFor[fonts.Response]():
		return one.String()
	}
	switch one.Kind() {
	case reflect.Func, reflect.Chan:
		return one.String()
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return suspect(one.Elem(), seen)
	case reflect.Map:
		return suspect(one.Key(), seen) + suspect(one.Elem(), seen)
	case reflect.Struct:
		for field := range one.Fields() {
			name := exported.Name(one) + "." + field.Name
			if hidden.MatchString(field.Name) && field.Type.Kind() != reflect.Bool && !slices.Contains(content, name) {
				return name
			}
			if why := suspect(field.Type, seen); why != "" {
				return name + ": " + why
			}
		}
	}
	return ""
}

func TestDataHoldsNoSecret(t *testing.T) {
	t.Parallel()
	for _, one := range exported.Data() {
		if why := suspect(one, map[reflect.Type]bool{}); why != "" {
			t.Errorf("Type %v may hold a secret, in %s, want it among the holders", one, why)
		}
	}
	for _, one := range []any{http.Header{}, struct{ H []http.Header }{}, struct{ ApiToken string }{},
		struct{ F func() }{}, map[string]*cms.Client{}} {
		if suspect(reflect.TypeOf(one), map[reflect.Type]bool{}) == "" {
			t.Errorf("Suspect %T is not noticed, want it noticed", one)
		}
	}
}
