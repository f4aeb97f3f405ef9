package ledger_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/exported"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// place is an Extra in a value, with the names of the fields beside it and a value for
// each that fits.
type place struct {
	where  string
	extra  *cms.Extra
	fields map[string]json.RawMessage
}

// places fills the nested structs of a value and finds each Extra.
func places(v reflect.Value, where string) (found []place) {
	here := place{where: where, fields: map[string]json.RawMessage{}}
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if value.Kind() == reflect.Pointer && value.Type().Elem().Kind() == reflect.Struct {
			value.Set(reflect.New(value.Type().Elem()))
			found = append(found, places(value.Elem(), where+"."+field.Name)...)
		}
		switch {
		case field.Type == reflect.TypeFor[cms.Extra]():
			here.extra = value.Addr().Interface().(*cms.Extra)
		case name == "-" || !field.IsExported():
		case name != "":
			here.fields[name] = fitting(field.Type)
		default: // a type with a decoder of its own has no tags
			here.fields[strings.ToLower(field.Name)] = fitting(field.Type)
		}
	}
	if here.extra != nil {
		found = append(found, here)
	}
	return found
}

// fitting is JSON that fits a field.
func fitting(t reflect.Type) json.RawMessage {
	for _, raw := range []string{`true`, `1`, `["x"]`, `[1]`, `"x"`, `{}`} {
		if cms.Unmarshal([]byte(raw), reflect.New(t).Interface()) == nil {
			return json.RawMessage(raw)
		}
	}
	return json.RawMessage(`"x"`) // it is only written
}

func TestExtraWithTheNameOfAnyFieldIsRefused(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, kind := range exported.Sent() {
		tap, site := sitetest.NewTap(t)
		v := reflect.New(kind)
		for _, p := range places(v.Elem(), exported.Name(kind)) {
			for name, fits := range p.fields {
				for _, raw := range []json.RawMessage{fits, []byte(" " + string(fits))} {
					seen++
					*p.extra = cms.Extra{name: raw, "mine": []byte(`1`)}
					if data, err := cms.Marshal(v.Interface()); err == nil {
						t.Errorf("Marshal of %s with %s in Extra: %s, want an error", p.where, name, data)
					}
					request := cms.Request[cms.Nothing]{Method: "POST", Path: "shop/v1/orders", Body: v.Interface()}
					_, err := cms.Do(t.Context(), site, request)
					_, batched := batch.New(site).Add(request).Do(t.Context())
					if !errors.Is(err, cms.ErrInvalidArgument) || !errors.Is(batched, cms.ErrInvalidArgument) {
						t.Errorf("Do of %s with %s in Extra: error %v, in a batch %v, want ErrInvalidArgument", p.where, name, err,
							batched)
					}
				}
			}
			*p.extra = nil
		}
		tap.Sent()
	}
	if seen < 400 {
		t.Errorf("Members tried in Extra: %d, want at least 400", seen)
	}
}

// TestExtraWithoutAValueIsNotSent shows that raw JSON that is nil or empty does not
// travel as null, which deletes a setting or a field of meta.
func TestExtraWithoutAValueIsNotSent(t *testing.T) {
	t.Parallel()
	for _, kind := range exported.Sent() {
		v := reflect.New(kind)
		found := places(v.Elem(), exported.Name(kind))
		without, err := cms.Marshal(v.Interface())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range found {
			for _, empty := range []json.RawMessage{nil, {}} {
				*p.extra = cms.Extra{"mine": empty}
				for name := range p.fields { // a field that is absent is no field
					(*p.extra)[name] = empty
				}
				before := maps.Clone(*p.extra)
				got, err := cms.Marshal(v.Interface())
				if err != nil || string(got) != string(without) {
					t.Errorf("Marshal of %s with an empty member in Extra: %s, error %v, want %s", p.where, got, err, without)
				} else if !reflect.DeepEqual(*p.extra, before) {
					t.Errorf("Marshal of %s changed Extra to %v, want %v", p.where, *p.extra, before)
				}
				*p.extra = nil
			}
		}
	}
	var extra cms.Extra
	for _, v := range []any{json.RawMessage(nil), json.RawMessage{}} {
		if err := errors.Join(extra.Set("mine", 1), extra.Set("mine", v)); err != nil || len(extra) != 0 {
			t.Errorf("Set of an empty value: %v, error %v, want it removed", extra, err)
		}
	}
	if err := extra.Set("mine", nil); err != nil || string(extra["mine"]) != "null" {
		t.Errorf("Set of nil: %s, error %v, want null", extra["mine"], err)
	}
}

func TestExtraInBothSpellingsOfThePrefixIsRefused(t *testing.T) {
	t.Parallel()
	tap := replay.NewTap(t)
	site, err := cms.New("https://example.test", cms.WithHTTPClient(tap.Client()), cms.WithPrefix("wp"))
	if err != nil {
		t.Fatal(err)
	}
	for name, inMeta := range map[string]bool{
		"cms_pattern_category": false, "wp_pattern_category": false, "meta": false, "slug": false,
		"cms_pattern_sync_status": true, "wp_pattern_sync_status": true, "footnotes": true,
	} {
		params := &cms.BlockParams{Extra: cms.Extra{name: []byte(`[]`)}}
		if inMeta {
			params = &cms.BlockParams{Meta: &cms.BlockMetaParams{Extra: params.Extra}}
		}
		_, err := site.Blocks.Update(t.Context(), 5, params)
		_, created := site.Blocks.Create(t.Context(), params)
		if !refuses(err, name) || !refuses(created, name) {
			t.Errorf("Update and Create with %s in Extra: errors %v, %v, want both to refuse it", name, err, created)
		}
	}
	tap.Sent()
}

// TestExtraDoesNotPassTheChecksOfEachArea shows it where a field that is nil was thought
// to be set by nobody.
func TestExtraDoesNotPassTheChecksOfEachArea(t *testing.T) {
	t.Parallel()
	extra := func(name, raw string) cms.Extra { return cms.Extra{name: []byte(raw)} }
	for name, test := range map[string]struct {
		argument string
		call     func(*cms.Client) error
	}{
		"a comment into the trash": {"status", func(s *cms.Client) error {
			return second(comments.New(s).Update(t.Context(), 5, &comments.Params{Extra: extra("status", `"trash"`)}))
		}},
		"no roles": {"roles", func(s *cms.Client) error {
			return second(users.New(s).Update(t.Context(), 5, &users.Params{Extra: extra("roles", `[]`)}))
		}},
		"no address of a site": {"url", func(s *cms.Client) error {
			return second(settings.New(s).Update(t.Context(), &settings.Params{Extra: extra("url", `""`)}))
		}},
		"a setting that is null": {"title", func(s *cms.Client) error {
			return second(settings.New(s).Update(t.Context(), &settings.Params{Extra: extra("title", `null`)}))
		}},
		"a parent below 0": {"parent", func(s *cms.Client) error {
			return second(terms.Tags(s).Update(t.Context(), 5, &terms.Params{Extra: extra("parent", `-1`)}))
		}},
		"the locations of a menu": {"locations", func(s *cms.Client) error {
			return second(menus.New(s).Update(t.Context(), 5,
				&menus.Params{Description: new(""), Extra: extra("locations", `[]`)}))
		}},
		"the description of a menu": {"description", func(s *cms.Client) error {
			return second(menus.New(s).Update(t.Context(), 5,
				&menus.Params{Description: new(""), Extra: extra("description", `""`)}))
		}},
		"an argument of an upload": {"generate_sub_sizes", func(s *cms.Client) error {
			return second(media.New(s).Update(t.Context(), 5, &media.Params{Extra: extra("generate_sub_sizes", `false`)}))
		}},
		"code that is switched on": {"active", func(s *cms.Client) error {
			return second(snippets.New(s).Update(t.Context(), 5, &snippets.Params{Extra: extra("active", `true`)}))
		}},
		"a field of an embedded type": {"status", func(s *cms.Client) error {
			return second(products(s).Update(t.Context(), 5,
				&productParams{PostParams: cms.PostParams{Extra: extra("status", `"draft"`)}}))
		}},
		"a field around an embedded type": {"price", func(s *cms.Client) error {
			return second(products(s).Update(t.Context(), 5,
				&productParams{PostParams: cms.PostParams{Extra: extra("price", `5`)}}))
		}},
		"a field of meta": {"footnotes", func(s *cms.Client) error {
			return second(s.Posts.Update(t.Context(), 5,
				&cms.PostParams{Meta: &cms.MetaParams{Extra: extra("footnotes", `null`)}}))
		}},
	} {
		tap, site := sitetest.NewTap(t)
		if err := test.call(site); !refuses(err, test.argument) {
			t.Errorf("Call with %s in Extra: error %v, want %s refused", name, err, test.argument)
		}
		tap.Sent()
	}
	tap, site := sitetest.NewTap(t)
	file := media.File{Name: "a.txt", Reader: strings.NewReader("x")}
	for _, raw := range []bool{false, true} {
		file.Raw = raw
		_, err := media.New(site).Upload(t.Context(), file, &media.Params{Extra: extra("alt_text", `"x"`)})
		_, byAddress := media.New(site).UploadURL(t.Context(), "https://fonts.example/a.png",
			&media.Params{Extra: extra("post", `5`)})
		if !errors.Is(err, cms.ErrInvalidArgument) || !errors.Is(byAddress, cms.ErrInvalidArgument) {
			t.Errorf("Upload with a field in Extra: error %v, by address %v, want ErrInvalidArgument", err, byAddress)
		}
	}
	tap.Sent()
}

func refuses(err error, argument string) bool {
	refused, ok := errors.AsType[*cms.ArgumentError](err)
	return ok && refused.Argument == argument
}

func second[T any](_ T, err error) error { return err }

// productParams has a field beside those of a post, and one over that of a post.
type productParams struct {
	cms.PostParams
	Price int               `json:"price,omitzero"`
	Title map[string]string `json:"title,omitzero"`
}

func products(site *cms.Client) *cms.Collection[cms.Post, productParams, struct{}] {
	return cms.NewCollection[cms.Post, productParams, struct{}](site, "shop/v1/products")
}

func TestFieldOfACallerHidesTheEmbeddedField(t *testing.T) {
	t.Parallel()
	params := &productParams{PostParams: cms.PostParams{Slug: new("a")}, Price: 5, Title: map[string]string{"raw": "A"}}
	params.PostParams.Title = new("hidden")
	params.Extra = cms.Extra{"Price": []byte(`1`), "TITLE": []byte(`2`), "empty": nil} // names differ by case
	want := map[string]any{"slug": "a", "price": 5.0, "title": map[string]any{"raw": "A"}, "Price": 1.0, "TITLE": 2.0}
	for _, v := range []any{params, *params, []any{params}, map[string]any{"in": &params}} {
		data, err := cms.Marshal(v)
		var got any
		if err := errors.Join(err, json.Unmarshal(data, &got)); err != nil {
			t.Fatal(err)
		}
		if text := fmt.Sprint(got); !strings.Contains(text, fmt.Sprint(want)) {
			t.Errorf("Marshal of the params: %s, want %v in it", data, want)
		}
	}
	if _, ok := params.Extra["empty"]; !ok ||
		!slices.Equal(slices.Sorted(maps.Keys(params.Extra)), []string{"Price", "TITLE", "empty"}) {
		t.Errorf("Marshal changed Extra to %v, want its three members", params.Extra)
	}
}
