package resilience

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// decoders are all rows of the table.
func decoders() map[string]decoder {
	out := clients()
	maps.Copy(out, types())
	maps.Copy(out, areas())
	return out
}

// withoutAnswer are exported functions with a context that read no answer into
// memory, and why.
func withoutAnswer() map[string]string {
	return map[string]string{
		"cms.CredentialsFunc.Credentials": "it is the caller's own",
		"cms.Credentials.Credentials":     "it returns what it is",
		"cms.AttemptFrom":                 "it reads a context",
		"fonts.AttemptFrom":               "it reads a context",
		"cms.Client.Download":             "it copies to a writer: TestDownloadEndsWithItsContextWhateverTheServerSends",
		"cms.Client.Lock":                 "it asks nobody",
		"cms.Client.CallContext":          "it asks nobody",
		"appearance.Service.Export":       "it copies to a writer",
		"media.Library.Download":          "it copies to a writer",
		"changes.Folder.Load":             "it reads files that the caller has written",
		"changes.Folder.Save":             "it asks nobody",
		"changes.Memory.Load":             "it asks nobody",
		"changes.Memory.Save":             "it asks nobody",
		"install.File.Load":               "it reads a file that the caller has written",
		"install.File.Save":               "it asks nobody",
	}
}

// old decodes with encoding/json, modern with its successor.
func old[T any](_ testing.TB, body []byte) (any, error) {
	v := new(T)
	return v, json.Unmarshal(body, v)
}

func modern[T any](_ testing.TB, body []byte) (any, error) {
	v := new(T)
	return v, jsonv2.Unmarshal(body, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// both are the two methods of a type that decodes itself.
func both[T any](out map[string]decoder, name string, bombs []bomb) {
	out[name+".UnmarshalJSON"] = decoder{decode: old[T], bombs: bombs}
	out[name+".UnmarshalJSONFrom"] = decoder{decode: modern[T], bombs: bombs}
}

// plainRecord is a record that any object with an id is.
type plainRecord struct {
	ID    int64     `json:"id"`
	Extra cms.Extra `json:",embed"`
}

func types() map[string]decoder {
	out := map[string]decoder{}
	list := func(within, beyond int, read bool) []bomb {
		return []bomb{
			{name: "elements", body: repeated("[", "0", "]"), within: within, beyond: beyond, read: read},
			{name: "texts", body: repeated("[", `""`, "]"), within: within, beyond: beyond, read: read},
			{name: "members", body: repeated("{", `"%x":0`, "}"), within: within, beyond: beyond, read: read},
		}
	}
	object := func(each string, within, beyond int, read bool) []bomb {
		return []bomb{{name: "members", body: repeated("{", each, "}"), within: within, beyond: beyond, read: read}}
	}
	text := func(n int) []byte { return repeated(`"`, "{[", `"`)(n) }
	texts := []bomb{{name: "text", body: text, within: 10_000}}
	number := []bomb{{name: "list", body: repeated("[", "[]", "]"), beyond: 30_000}}

	both[cms.StringList](out, "cms.StringList", list(9_000, 300_000, false))
	both[cms.Meta](out, "cms.Meta", object(`"%x":0`, 10_000, 300_000, true))
	both[cms.Embedded](out, "cms.Embedded", object(`"%x":[]`, 900, 200_000, false))
	both[cms.AvatarURLs](out, "cms.AvatarURLs", object(`"%x":""`, 900, 200_000, false))
	both[cms.Authentication](out, "cms.Authentication", object(`"%x":{}`, 10_000, 20_000, true))
	both[describe.Schemas](out, "describe.Schemas", append(inArguments("", ""),
		bomb{name: "nested items", body: nested(`{"a":{"items":`, `{}`, `}}`), within: 1},
	))
	out["cms.Nullable.UnmarshalJSON"] = decoder{decode: old[cms.Nullable[map[string]any]],
		bombs: []bomb{{name: "list", body: repeated(`{"a":[`, "0", "]}"), within: 10_000}}}
	out["cms.Nullable.UnmarshalJSONFrom"] = decoder{decode: modern[cms.Nullable[map[string]any]],
		bombs: []bomb{{name: "list", body: repeated(`{"a":[`, "0", "]}"), within: 10_000}}}
	both[cms.Text](out, "cms.Text",
		append(texts, bomb{name: "object", body: repeated("{", `"%x":{}`, "}"), within: 10_000, beyond: 30_000, read: true}))
	both[cms.Written[plainRecord]](out, "cms.Written", list(9_000, 300_000, true))
	for method, beyond := range map[string]int{"UnmarshalJSON": 0, "UnmarshalJSONFrom": 300_000} { // the first has a limit
		d := out["cms.Written."+method]
		d.bombs = append(slices.Clip(d.bombs), bomb{name: "lists around", body: repeated(`{"a":[`, `{"id":0}`, `]}`),
			within: 9_000, beyond: beyond, read: true})
		out["cms.Written."+method] = d
	}
	both[cms.Date](out, "cms.Date", texts)
	both[cms.Number](out, "cms.Number", number)
	both[cms.GMTOffset](out, "cms.GMTOffset", number)
	links := append(object(`"%x":[{"href":""}]`, 900, 200_000, true),
		bomb{name: "links", body: repeated(`{"a":[`, `{"href":"x","a":0}`, `]}`), within: 900, beyond: 20_000, read: true},
		bomb{name: "links alone", body: repeated(`{`, `"%x":{"href":"x"}`, `}`), within: 900, beyond: 20_000, read: true},
	)
	out["cms.Links.UnmarshalJSON"] = decoder{decode: func(_ testing.TB, body []byte) (any, error) {
		var all cms.Links
		err := json.Unmarshal(body, &all)
		return []any{all, all.Get("a")}, err
	}, bombs: links}
	out["cms.Link.UnmarshalJSON"] = decoder{decode: old[cms.Link], bombs: object(`"%x":0`, 9_000, 250_000, true)}
	out["cms.Extra.Decode"] = decoder{decode: func(_ testing.TB, body []byte) (any, error) {
		var v map[string]any
		_, err := cms.Extra{"a": body}.Decode("a", &v)
		return v, err
	}, bombs: []bomb{{name: "lists", body: repeated(`{"a":[`, "[]", "]}"), within: 10_000, beyond: 400_000}}}
	out["cms.Unmarshal"] = decoder{decode: func(_ testing.TB, body []byte) (any, error) {
		var v any
		err := cms.Unmarshal(body, &v)
		return v, err
	}, bombs: []bomb{{name: "lists", body: repeated(`{"a":[`, "[]", "]}"), within: 10_000, beyond: 400_000}}}
	out["cms.EmbeddedAs"] = decoder{decode: func(_ testing.TB, body []byte) (any, error) {
		users, err := cms.EmbeddedAs[cms.EmbeddedUser](cms.Embedded{"author": body}, "author")
		return []any{users, err}, err
	}, bombs: []bomb{
		{name: "records", body: repeated("[", `{"id":7}`, "]"), within: 1_000, beyond: 100_001},
		{name: "records in lists", body: repeated("[[", `{"id":7}`, "]]"), within: 1_000, beyond: 100_001},
		{name: "lists", body: repeated("[", "[]", "]"), within: 1_000, beyond: 30_000, read: true},
		{name: "errors", body: repeated("[", `{"code":"x","message":"y"}`, "]"), beyond: 100_000},
	}}

	both[media.MediaDetails](out, "media.MediaDetails", []bomb{
		{name: "sizes", body: repeated(`{"sizes":{`, `"%x":{}`, `}}`), within: 900, beyond: 10_000, read: true},
		{name: "sizes with a member", body: repeated(`{"sizes":{`, `"%x":{"a":0}`, `}}`), within: 900,
			beyond: 10_000, read: true},
		{name: "unknown members", body: repeated(`{`, `"%x":0`, `}`), within: 900, beyond: 10_000, read: true},
	})
	both[media.ParentImage](out, "media.ParentImage", object(`"%x":0`, 10_000, 300_000, true))
	both[media.ImageQuality](out, "media.ImageQuality",
		[]bomb{{name: "sizes", body: repeated(`{"sizes":{`, `"%x":0`, `}}`), within: 900, beyond: 20_000, read: true}})
	both[media.SizeNames](out, "media.SizeNames", list(9_000, 300_000, false))
	both[fontlibrary.Sources](out, "fontlibrary.Sources", list(9_000, 300_000, false))
	both[appearance.Tree](out, "appearance.Tree", object(`"%x":0`, 10_000, 300_000, true))

	both[snippets.CodeError](out, "snippets.CodeError",
		[]bomb{{name: "elements", body: repeated(`["a",1,`, `0`, `]`), within: 900, beyond: 30_000}})
	both[blockvisibility.Controls](out, "blockvisibility.Controls", object(`"%x":{"a":0}`, 900, 300_000, false))
	both[blockvisibility.Control](out, "blockvisibility.Control", object(`"%x":0`, 10_000, 300_000, true))
	both[blockvisibility.PluginSettings](out, "blockvisibility.PluginSettings",
		append(object(`"%x":0`, 10_000, 300_000, true),
			bomb{name: "controls", body: repeated(`{"default_controls":[`, `0`, `]}`), within: 9_000,
				beyond: 30_000, read: true}))
	both[oembed.Measure](out, "oembed.Measure", texts)
	both[fonts.Date](out, "fonts.Date",
		[]bomb{{name: "list", body: repeated("[", "0", "]"), within: 10_000, beyond: 30_000, read: true}})
	both[fonts.Subfamily](out, "fonts.Subfamily", list(9_000, 300_000, false))
	out["fonts.Extra.Decode"] = decoder{decode: func(_ testing.TB, body []byte) (any, error) {
		var v any
		_, err := fonts.Extra{"a": body}.Decode("a", &v)
		return v, err
	}, bombs: []bomb{{name: "lists", body: repeated("[", "[]", "]"), within: 10_000, beyond: 400_000}}}
	return out
}
