package resilience

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/editor"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// services are the values whose methods send requests. Their fields and the services that
// their methods return are services too.
func services(site *cms.Client, catalogue *fonts.Client) map[string]any {
	return map[string]any{
		"Client": site, "Fonts": catalogue,
		"abilities": abilities.New(site), "analytics": analytics.New(site), "appearance": appearance.New(site),
		"archiver": archiver.New(site), "blockvisibility": blockvisibility.New(site), "comments": comments.New(site),
		"editor": editor.New(site), "fontlibrary": fontlibrary.New(site), "health": health.New(site),
		"media": media.New(site), "menus": menus.New(site), "oembed": oembed.New(site), "plugins": plugins.New(site),
		"search": search.New(site), "settings": settings.New(site), "snippets": snippets.New(site),
		"categories": terms.Categories(site), "users": users.New(site), "widgets": widgets.New(site),
	}
}

// method is an exported method of a service.
type method struct {
	path string // "Client.Posts.Create"
	name string
	call reflect.Value
}

// methods returns the methods of all services. Each type is visited once.
func methods(all map[string]any) (out []method) {
	seen := map[reflect.Type]bool{}
	var visit func(path string, v reflect.Value)
	visit = func(path string, v reflect.Value) {
		if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct || seen[v.Type()] {
			return
		}
		seen[v.Type()] = true
		for m, call := range v.Methods() {
			out = append(out, method{path + "." + m.Name, m.Name, call})
			t := call.Type()
			if t.NumOut() == 1 && t.Out(0).Kind() == reflect.Pointer && (t.NumIn() == 0 || t.In(0).Kind() == reflect.Int64) {
				for _, result := range call.Call(plausible(context.Background(), t, "")) {
					visit(path+"."+m.Name, result)
				}
			}
		}
		for field, value := range v.Elem().Fields() {
			if field.IsExported() {
				visit(path+"."+field.Name, value)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(all)) { // Client first: other services return it
		visit(path, reflect.ValueOf(all[path]))
	}
	return out
}

// plausible returns arguments of a function: ids of 7, the given text, new params.
func plausible(ctx context.Context, t reflect.Type, text string) (in []reflect.Value) {
	for i := range t.NumIn() {
		if t.IsVariadic() && i == t.NumIn()-1 {
			break
		}
		arg := reflect.New(t.In(i)).Elem()
		switch {
		case t.In(i) == reflect.TypeFor[context.Context]():
			arg.Set(reflect.ValueOf(ctx))
		case text == "" && arg.Kind() != reflect.Func:
		case arg.Kind() == reflect.Int64:
			arg.SetInt(7)
		case arg.Kind() == reflect.String:
			arg.SetString(text)
		case arg.Kind() == reflect.Slice && arg.Type().Elem().Kind() == reflect.Int64:
			arg.Set(reflect.Append(arg, reflect.ValueOf(int64(7)).Convert(arg.Type().Elem())))
		case arg.Kind() == reflect.Slice && arg.Type().Elem().Kind() == reflect.Struct:
			arg.Set(reflect.MakeSlice(arg.Type(), 1, 1))
		case arg.Kind() == reflect.Pointer:
			arg.Set(reflect.New(arg.Type().Elem()))
		case arg.Kind() == reflect.Func:
			results := arg.Type()
			arg.Set(reflect.MakeFunc(results, func([]reflect.Value) (out []reflect.Value) {
				for n := range results.NumOut() {
					out = append(out, reflect.Zero(results.Out(n)))
				}
				return out
			}))
		}
		in = append(in, arg)
	}
	return in
}

// operationIn returns the operation that an error names.
func operationIn(err error) string {
	if e, ok := errors.AsType[*cms.ArgumentError](err); ok {
		return e.Operation
	}
	if e, ok := errors.AsType[*cms.Error](err); ok {
		return e.Operation
	}
	if e, ok := errors.AsType[*fonts.ArgumentError](err); ok {
		return e.Operation
	}
	if e, ok := errors.AsType[*fonts.Error](err); ok {
		return e.Operation
	}
	return ""
}

// otherOperations are the methods whose errors name another operation: that of the request
// that failed, or of the route.
func otherOperations() map[string]string {
	return map[string]string{
		"appearance.Export": "Download", "appearance.LookUpTemplate": "templates.LookUp",
		"appearance.Styles.Edit": "global-styles.Get",
		"categories.ByName":      "categories.All", "categories.Ensure": "categories.All",
		"categories.EnsurePath": "categories.All", "categories.EnsureSlug": "categories.All",
		"Client.Download": "Download", "Client.Index": "Index", "Client.Location": "Index",
		"Client.Read": "Read", "Client.Verify": "Verify",
		"editor.BlockTypes.In": "a.List", "editor.Icons.In": "a.List",
		"editor.Icons.Collection": "icon-collections.Get", "editor.Icons.Collections": "icon-collections.List",
		"editor.PatternCategories": "categories.List", "editor.Patterns": "patterns.List",
		"editor.SearchBlocks": "search.List", "editor.SearchPatterns": "patterns.List",
		"menus.Arrange": "MenuItems.All", "menus.ByName": "menus.All", "menus.Ensure": "menus.All",
		"plugins.Delete": "plugins.List", "plugins.DeleteFolder": "plugins.List", "plugins.Install": "plugins.Create",
		"settings.Edit": "settings.Get", "users.Me": "me.Get", "users.UpdateMe": "me.Update",
		"users.UpdateMeRequest": "me.Update",
		"widgets.Sidebars.Edit": "sidebars.Get",
	}
}

// TestErrorsNameTheCalledMethod calls each method with arguments that are refused, and with
// others on a site that refuses all requests. A request for a batch is only made.
func TestErrorsNameTheCalledMethod(t *testing.T) {
	t.Parallel()
	refuse := &http.Client{Transport: roundTrip(failures()["refusing"])}
	site, err := cms.New("https://site.test", cms.WithPrefix("wp"), cms.WithHTTPClient(refuse))
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := fonts.New("https://fonts.test", fonts.WithHTTPClient(refuse))
	if err != nil {
		t.Fatal(err)
	}
	checked, others := map[string]bool{}, otherOperations()
	for _, m := range methods(services(site, catalogue)) {
		for _, text := range []string{"", "a", "a/a", "a//b"} {
			for _, operation := range operationsOf(t, m, text) {
				checked[m.path] = true
				suffix := "." + strings.TrimSuffix(m.name, "Request")
				if !strings.HasSuffix(operation, suffix) && operation != others[m.path] {
					t.Errorf("%s with the text %q names %q, want %s", m.path, text, operation, suffix)
				}
			}
		}
	}
	if len(checked) < 350 {
		t.Errorf("%d methods named an operation, want at least 350", len(checked))
	}
	for path := range others {
		if !checked[path] {
			t.Errorf("otherOperations has %s, want only methods that name an operation", path)
		}
	}
}

// operationsOf calls a method and returns the operations that its errors and its request name.
func operationsOf(t *testing.T, m method, text string) (out []string) {
	t.Helper()
	takes := m.call.Type()
	calls := takes.NumIn() > 0 && takes.In(0) == reflect.TypeFor[context.Context]()
	if !calls && !strings.HasSuffix(m.name, "Request") {
		return nil
	}
	keep := func(result reflect.Value) {
		err, ok := result.Interface().(error)
		if _, missing := errors.AsType[*fs.PathError](err); ok && !missing {
			out = append(out, operationIn(err))
		}
	}
	for _, result := range m.call.Call(plausible(t.Context(), takes, text)) {
		switch {
		case result.Type().CanSeq2():
			for _, second := range result.Seq2() {
				if second.Kind() == reflect.Struct { // a result with its error
					second = second.FieldByName("Err")
				}
				keep(second)
				break
			}
		case !calls:
			out = append(out, result.FieldByName("Operation").String())
		default:
			keep(result)
		}
	}
	return out
}
