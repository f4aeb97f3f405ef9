package resilience

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/wire"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// recordTypes are the types of records of a site. fonts has a reader of its own, which reads
// any value as a text.
func recordTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[cms.Post](), reflect.TypeFor[cms.Page](), reflect.TypeFor[cms.Block](),
		reflect.TypeFor[cms.MenuItem](), reflect.TypeFor[cms.Revision](), reflect.TypeFor[cms.Autosave](),
		reflect.TypeFor[cms.Index](), reflect.TypeFor[cms.Identity](), reflect.TypeFor[cms.EmbeddedTerm](),
		reflect.TypeFor[cms.EmbeddedUser](), reflect.TypeFor[terms.Term](), reflect.TypeFor[terms.Taxonomy](),
		reflect.TypeFor[users.User](), reflect.TypeFor[users.Password](), reflect.TypeFor[comments.Comment](),
		reflect.TypeFor[settings.Settings](), reflect.TypeFor[settings.Type](), reflect.TypeFor[settings.Status](),
		reflect.TypeFor[menus.Menu](), reflect.TypeFor[menus.Location](), reflect.TypeFor[menus.Navigation](),
		reflect.TypeFor[search.Result](), reflect.TypeFor[search.URLDetails](), reflect.TypeFor[plugins.Plugin](),
		reflect.TypeFor[health.Result](), reflect.TypeFor[health.Sizes](), reflect.TypeFor[appearance.Theme](),
		reflect.TypeFor[appearance.Template](), reflect.TypeFor[appearance.GlobalStyles](),
		reflect.TypeFor[appearance.ThemeStyles](), reflect.TypeFor[appearance.Variation](),
		reflect.TypeFor[appearance.StylesRevision](), reflect.TypeFor[fontlibrary.Family](),
		reflect.TypeFor[fontlibrary.Face](), reflect.TypeFor[fontlibrary.Collection](),
		reflect.TypeFor[media.Media](), reflect.TypeFor[snippets.Snippet](),
		reflect.TypeFor[snippets.ExportedSnippet](), reflect.TypeFor[oembed.Embed](),
		reflect.TypeFor[analytics.Day](), reflect.TypeFor[analytics.Post](), reflect.TypeFor[analytics.Referrer](),
		reflect.TypeFor[analytics.Totals](), reflect.TypeFor[blockvisibility.Settings](),
		reflect.TypeFor[blockvisibility.Variables](),
	}
}

// leaves are values of types whose decoders take only some.
var leaves = map[reflect.Type]string{
	reflect.TypeFor[cms.Text]():       `{"raw":"a","rendered":"b","protected":true,"block_version":1}`,
	reflect.TypeFor[cms.Meta]():       `{"footnotes":"[]","weight":5}`,
	reflect.TypeFor[cms.Links]():      `{"self":[{"href":"https://a.test/"}]}`,
	reflect.TypeFor[cms.Embedded]():   `{"author":[{"id":1}]}`,
	reflect.TypeFor[cms.StringList](): `["a","b"]`,
	reflect.TypeFor[cms.Date]():       `"2026-01-02T03:04:05"`,
}

// sample is JSON for every field of a type.
func sample(t reflect.Type) string {
	if text, ok := leaves[t]; ok {
		return text
	}
	for _, text := range []string{`"5"`, `5`, `true`, `"2026-01-02T03:04:05"`, `["a","b"]`, `{"x":1}`} {
		v := reflect.New(t)
		if !slices.Contains([]reflect.Kind{reflect.Struct, reflect.Map, reflect.Slice, reflect.Pointer}, t.Kind()) &&
			json.Unmarshal([]byte(text), v.Interface()) == nil && !v.Elem().IsZero() {
			return text
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return sample(t.Elem())
	case reflect.Slice:
		return "[" + sample(t.Elem()) + "," + sample(t.Elem()) + "]"
	case reflect.Map:
		return `{"a":` + sample(t.Elem()) + "}"
	case reflect.Struct:
		var members []string
		for field := range wire.Fields(t) {
			if field.Name != "" && !field.Rest && field.Tagged && field.Type != reflect.TypeFor[cms.Reading]() {
				members = append(members, strconv.Quote(field.Name)+":"+sample(field.Type))
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	return `"a"`
}

// oddForms are what a site may write in place of a value.
func oddForms(good any) map[string]string {
	forms := map[string]string{"[]": "[]", "{}": "{}", `""`: `""`, "false": "false", "null": "null"}
	inside := "5"
	switch v := good.(type) {
	case string:
		forms["a number"] = "5"
		delete(forms, `""`)
	case bool:
		delete(forms, "false")
	case float64:
		forms["a text"] = `"` + strconv.FormatFloat(v, 'f', -1, 64) + `"`
	case []any:
		first, _ := json.Marshal(v[0])
		inside = string(first)
		forms["a broken element"] = "[" + inside + `,[[{}]],` + inside + "]"
	}
	forms["a list with holes"] = `{"0":` + inside + `,"2":` + inside + `}`
	return forms
}

// members calls f for each member of an object and of the objects in it, with its path and
// a function that returns the object with another value in its place.
func members(object map[string]any, path []string, f func(path []string, good any, with func(odd string) string)) {
	root := object
	var visit func(at map[string]any, path []string)
	visit = func(at map[string]any, path []string) {
		for _, name := range slices.Sorted(maps.Keys(at)) {
			good := at[name]
			here := append(slices.Clone(path), name)
			f(here, good, func(odd string) string {
				at[name] = json.RawMessage(odd)
				text, _ := json.Marshal(root) // it was JSON before
				at[name] = good
				return string(text)
			})
			switch v := good.(type) {
			case map[string]any:
				visit(v, here)
			case []any:
				if inner, ok := v[0].(map[string]any); ok {
					visit(inner, append(here, "0"))
				}
			}
		}
	}
	visit(object, path)
}

// object reads JSON as a map, nil if it is none.
func object(text []byte) (out map[string]any) {
	_ = json.Unmarshal(text, &out) // nil then
	return out
}

// params calls the method Params of a record, and returns what it would send. has is false
// if the type has none, or if it refuses the record.
func params(t *testing.T, record reflect.Value) (sent map[string]any, err error, has bool) { //nolint:revive // as it is
	t.Helper()
	method := record.MethodByName("Params")
	if !method.IsValid() || method.Type().NumOut() != 2 {
		return nil, nil, false
	}
	out := method.Call(nil)
	if err, _ := out[1].Interface().(error); err != nil {
		return nil, err, true
	}
	text, err := cms.Marshal(out[0].Interface())
	if err != nil {
		t.Errorf("Marshal of the Params of %v: error %v, want none", record.Type(), err)
	}
	return object(text), nil, true
}

// TestOddMemberLeavesTheRecordReadable puts each odd form in place of each member of each
// type of records.
func TestOddMemberLeavesTheRecordReadable(t *testing.T) {
	t.Parallel()
	rows := 0
	seen := map[string]bool{}
	for _, kind := range recordTypes() {
		whole := object([]byte(sample(kind)))
		text, _ := json.Marshal(whole)
		base := reflect.New(kind)
		if err := cms.Unmarshal(text, base.Interface()); err != nil {
			t.Errorf("Unmarshal of %s into %v: error %v, want none", text, kind, err)
			continue
		}
		written, err := cms.Marshal(base.Interface())
		if err != nil {
			t.Errorf("Marshal of %v: error %v, want none", kind, err)
			continue
		}
		plain := object(written)
		settable, refused, _ := params(t, base)
		if refused != nil {
			t.Errorf("Params of a whole %v: error %v, want none", kind, refused)
		}
		members(whole, nil, func(path []string, good any, with func(string) string) {
			for name, odd := range oddForms(good) {
				rows++
				row := fmt.Sprintf("%v %s: %s", kind, strings.Join(path, "."), name)
				if text := kind.String() + " " + strings.Join(path, "."); isText(name) && texts[text] {
					seen[text] = true
					continue
				}
				text := with(odd)
				record := reflect.New(kind)
				if err := cms.Unmarshal([]byte(text), record.Interface()); err != nil {
					t.Errorf("%s: Unmarshal: error %v, want the record", row, err)
					continue
				}
				written, err := cms.Marshal(record.Interface())
				if err != nil {
					t.Errorf("%s: Marshal: error %v, want the record as it was read", row, err)
					continue
				}
				if problem := compare(plain, object(written), object([]byte(text)), path, name); problem != "" {
					t.Errorf("Row %s: the record that was written: %s, want what was read", row, problem)
				}
				sent, refused, _ := params(t, record)
				switch value, ok := sent[path[0]]; {
				case refused != nil && !errors.Is(refused, cms.ErrIncomplete):
					t.Errorf("%s: Params: error %v, want none or ErrIncomplete", row, refused)
				case refused != nil, !ok, means(name), within(value, settable[path[0]], object([]byte(text))[path[0]]):
				default:
					t.Errorf("%s: Params sends %v, want nothing or %v", row, value, settable[path[0]])
				}
			}
		})
	}
	t.Logf("%d rows", rows)
	for text := range texts {
		if !seen[text] {
			t.Errorf("%s is a list of texts in the table of exceptions, want a member with this path", text)
		}
	}
}

// texts are lists of texts. A site writes such a list as one text, too, so "" and false are
// an empty list, which Params sends.
var texts = map[string]bool{
	"cms.MenuItem classes": true, "cms.MenuItem xfn": true, "menus.Menu locations": true,
	"snippets.Snippet tags": true, "media.Media media_details.image_meta.keywords": true,
	"appearance.Theme tags.raw": true,
}

func isText(form string) bool { return form == `""` || form == "false" }

// within reports that a value is one of others, or an object whose members are theirs.
func within(value any, others ...any) bool {
	if slices.ContainsFunc(others, func(other any) bool { return reflect.DeepEqual(value, other) }) {
		return true
	}
	inner, ok := value.(map[string]any)
	for name, value := range inner {
		var theirs []any
		for _, other := range others {
			if object, ok := other.(map[string]any); ok {
				theirs = append(theirs, object[name])
			}
		}
		ok = ok && within(value, theirs...)
	}
	return ok
}

// means reports that a form has a meaning for some type, which is then read and sent.
func means(form string) bool {
	return form == "null" || form == "a list with holes" || form == "[]" || form == "{}" ||
		form == "a number" || form == "a text"
}

// compare says what was lost of a record that was read with an odd member.
func compare(plain, got, sent map[string]any, path []string, form string) string {
	odd := path[0]
	for name, value := range plain {
		if name != odd && !reflect.DeepEqual(got[name], value) {
			return fmt.Sprintf("%s is %v, want %v", name, got[name], value)
		}
	}
	// A number is written as the site writes it, perhaps as a text.
	if means(form) || fmt.Sprint(got[odd]) == fmt.Sprint(sent[odd]) || isText(form) && isNothing(leaf(got, path)) {
		return ""
	}
	return fmt.Sprintf("%s is written as %v, want %v as it was sent", odd, got[odd], sent[odd])
}

// leaf returns the member of an object with a path, nil if there is none.
func leaf(v any, path []string) any {
	for _, name := range path {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			v = at[0]
		default:
			return nil
		}
	}
	return v
}

// isNothing reports that a decoder of its own took "" or false for an empty value.
func isNothing(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		for _, inner := range v {
			if !isNothing(inner) {
				return false
			}
		}
		return true
	case []any:
		return len(v) == 0
	}
	return v == "" || v == false || v == 0.0
}
