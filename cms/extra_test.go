package cms_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// priced is a record of a caller's.
type priced struct {
	cms.Post
	Price int `json:"price"`
}

func TestWhatPluginsAddIsReadAndWritten(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]any{
		"post": new(cms.Post), "page": new(cms.Page), "menu item": new(cms.MenuItem), "block": new(cms.Block),
		"revision": new(cms.Revision),
		"index":    new(cms.Index), "a caller's": new(priced), "a list": new([]cms.Post), "post params": new(cms.PostParams),
		"page params": new(cms.PageParams), "block params": new(cms.BlockParams), "menu item params": new(cms.MenuItemParams),
		"media": new(media.Media), "media params": new(media.Params), "media details": new(media.MediaDetails),
		"snippet": new(snippets.Snippet), "snippet params": new(snippets.Params),
		"term": new(terms.Term), "term params": new(terms.Params), "template": new(appearance.Template),
		"template params": new(appearance.TemplateParams), "settings": new(settings.Settings),
		"settings params": new(settings.Params),
		"statistics":      new(analytics.Stat), "totals": new(analytics.Totals), "viewed post": new(analytics.Post),
		"referrer":     new(analytics.Referrer),
		"rich content": new(oembed.Embed), "an identity": new(cms.Identity),
		"an exported snippet": new(snippets.ExportedSnippet), "a size": new(media.Size),
		"visibility": new(blockvisibility.PluginSettings),
	} {
		body := `{"acf":{"a":1,"a":2},"price":7}`
		if name == "a list" {
			body = "[" + body + "]"
		}
		if err := cms.Unmarshal([]byte(body), v); err != nil {
			t.Errorf("%s: cms.Unmarshal([]byte(body), v): %v", name, err)
			continue
		}
		out, err := cms.Marshal(v)
		switch {
		case err != nil:
			t.Errorf("%s: cms.Marshal(v): error %v, want nil", name, err)
		case strings.Contains(string(out), `"Extra"`):
			t.Errorf("%s: cms.Marshal(v): %q, want no %q in it", name, string(out), `"Extra"`)
		case !strings.Contains(string(out), `"acf":{"a":1,"a":2}`):
			t.Errorf("%s: cms.Marshal(v): %q, want %q in it", name, string(out), `"acf":{"a":1,"a":2}`)
		case strings.Count(string(out), `"price":7`) != 1:
			t.Errorf("%s: cms.Marshal(v): strings.Count(string(out), `\"price\":7`) %d, want 1", name,
				strings.Count(string(out), `"price":7`))
		}
	}
}

// Each value is one that a decoder to float64 or to a Go value would change.
func TestExtraOfAPostIsMarshalledAsItWasRead(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		`null`, `12345678901234567890123`, `0.1000000000000000055511151231257827`, `-0`, `1.50`, `1E400`, `""`, `[]`, `{}`,
		`[null,9007199254740993]`, `{"price":19.990,"sale":null}`, `"\u00e4\/"`,
	} {
		var post cms.Post
		if err := cms.Unmarshal([]byte(`{"id":5,"stock":`+value+`}`), &post); err != nil {
			t.Errorf("Unmarshal of a post with stock %s: error %v, want nil", value, err)
			continue
		}
		out, err := cms.Marshal(&post)
		if err != nil || !strings.Contains(string(out), `"stock":`+value) {
			t.Errorf("Marshal of a post with stock %s: %s, error %v, want the same value", value, out, err)
		}
	}
}

func TestExtraWithTheNameOfAFieldIsRefused(t *testing.T) {
	t.Parallel()
	twice := cms.Post{ID: 5, Extra: cms.Extra{"id": json.RawMessage("6")}}
	for _, v := range []any{twice, []cms.Post{twice}} {
		if out, err := cms.Marshal(v); err == nil {
			t.Errorf("cms.Marshal(v): error nil, %s, want an error", out)
		}
	}
	inside := cms.Post{Extra: cms.Extra{"acf": json.RawMessage(`{"a":1,"a":2}`), "id": json.RawMessage("6")}}
	if out, err := cms.Marshal(inside); err == nil {
		t.Errorf("cms.Marshal(inside): error nil, %s, want an error", out)
	}
}

func TestExtraSetWithEmptyRawJSONRemovesTheField(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]any{
		"encoding/json, nil":   json.RawMessage(nil),
		"encoding/json, empty": json.RawMessage{},
		"jsontext, nil":        jsontext.Value(nil),
		"jsontext, empty":      jsontext.Value{},
	} {
		extra := cms.Extra{"price": json.RawMessage("5"), "stock": json.RawMessage("1")}
		if err := extra.Set("price", v); err != nil || len(extra) != 1 {
			t.Errorf("%s: Extra.Set: error %v, length of extra %d, want nil and 1", name, err, len(extra))
		}
	}
}

func TestExtraMembersAreReadAndSet(t *testing.T) {
	t.Parallel()
	var extra cms.Extra
	if ok, err := extra.Decode("a", new(int)); ok || err != nil {
		t.Errorf("there is something in nothing: ok is true, error %v, want false and nil", err)
	}
	if err := extra.Set("a", map[string]int{"b": 1}); err != nil {
		t.Fatal(err)
	}
	var a struct{ B int }
	switch ok, err := extra.Decode("a", &a); {
	case !ok:
		t.Errorf("Extra.Decode(%q): false, want true: names are case-sensitive", "a")
	case err != nil:
		t.Errorf("Extra.Decode(%q): error %v, want nil", "a", err)
	case a.B != 0:
		t.Errorf("Extra.Decode: names are taken as they are written: B %d, want 0", a.B)
	}
	var exact struct {
		B int `json:"b"`
	}
	switch ok, err := extra.Decode("a", &exact); {
	case !ok:
		t.Errorf("Extra.Decode(%q): false, want true", "a")
	case err != nil:
		t.Errorf("Extra.Decode: error %v, want nil", err)
	case exact.B != 1:
		t.Errorf("Extra.Decode: exact.B %d, want 1", exact.B)
	}
	switch ok, err := extra.Decode("a", new(string)); {
	case !ok:
		t.Error("Extra.Decode of an object into a string: false, want true and an error")
	case err == nil:
		t.Error("an object was read as a string: error nil, want an error")
	}
	if err := extra.Set("c", make(chan int)); err == nil {
		t.Error("a channel was set: error nil, want an error")
	}
}

// PHP plugins write "", false or [] for a field without a value, and numbers as texts.
func TestDecodeReadsTheEmptyValuesOfPlugins(t *testing.T) {
	t.Parallel()
	type image struct{ ID int }
	type fields struct {
		Price float64        `json:"price"`
		Image *image         `json:"image"`
		Tags  []string       `json:"tags"`
		Sizes map[string]int `json:"sizes"`
	}
	for raw, want := range map[string]string{ // "" for an error
		`[]`: "0", `false`: "0", `""`: "0", ` [ ] `: "0", `null`: "0", `{"price":"2.5","image":false,"tags":""}`: "2.5",
		`{"price":"","image":{"ID":"7"},"tags":["a"],"sizes":[]}`: "0", `{"price":4,"more":1}`: "4",
		`{"price":"free"}`: "", `{"tags":[{"a":1}]}`: "", `5`: "", `"text"`: "", `[1]`: "", `{`: "",
	} {
		var got fields
		ok, err := cms.Extra{"acf": []byte(raw)}.Decode("acf", &got)
		price := strconv.FormatFloat(got.Price, 'g', -1, 64)
		if err != nil {
			price = ""
		}
		if !ok || price != want {
			t.Errorf("Decode of %s: %+v, %t, error %v, want the price %q, or an error if it is empty", raw, got, ok, err, want)
		}
	}
	got := map[string]int{"old": 1}
	if _, err := (cms.Extra{"acf": []byte("[]")}).Decode("acf", &got); err != nil || len(got) != 0 {
		t.Errorf("Decode of [] into a map: %v, error %v, want an empty map", got, err)
	}
	if _, err := (cms.Extra{"acf": []byte("[]")}).Decode("acf", fields{}); err == nil {
		t.Error("Decode into a value that is no pointer: error nil, want an error")
	}
	var number int
	if _, err := (cms.Extra{"price": []byte(`""`)}).Decode("price", &number); err == nil {
		t.Error(`Decode of "" into a number: error nil, want an error`)
	}
}
