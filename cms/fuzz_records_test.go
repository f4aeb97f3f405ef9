package cms

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// FuzzRecord reads each kind of record, and what it wrote again.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"id":5,"title":{"raw":"a","rendered":"b"},"meta":[],"class_list":{"1":"x"},"_links":{"wp:term":[{"href":"x",` +
			`"count":3}],"a":{"href":"y"},"b":null},"_embedded":{"author":[{"id":1}]},"x":1}`,
		`{"id":5,"title":[],"content":"text","meta":{"footnotes":null,"a":null},"date":null,` +
			`"date_gmt":"-0001-11-30T00:00:00","categories":[],"tags":null}`, `{"id":5,"id":6}`, `[]`, `{"_links":{`,
		`{"_embedded":[]}`,
		`{"id":1,"name":"A","avatar_urls":{"24":"x"},"taxonomy":"category"}`, `{"deleted":true,"previous":{"id":5}}`,
	} {
		f.Add([]byte(s))
	}
	fuzzing.Records(f, "testdata", "posts_*", "pages_*", "menu_items_*", "blocks_*")
	f.Fuzz(func(t *testing.T, body []byte) {
		if post, ok := fuzzing.Reread[Post](t, body); ok {
			embedded(t, post.Embedded)
			_, _ = post.Params()
		}
		if page, ok := fuzzing.Reread[Page](t, body); ok {
			_, _ = page.Params()
		}
		if item, ok := fuzzing.Reread[MenuItem](t, body); ok {
			_, _ = item.Params()
		}
		if block, ok := fuzzing.Reread[Block](t, body); ok {
			settled(t, block)
		}
		fuzzing.Reread[Revision](t, body)
		fuzzing.Reread[Autosave](t, body)
		fuzzing.Reread[EmbeddedUser](t, body)
		fuzzing.Reread[EmbeddedTerm](t, body)
		fuzzing.Reread[Link](t, body)
		deletion := untyped(Request[Deleted[Post]]{}).withDefaults("wp")
		deleted, ok := fuzzing.Reread[Deleted[Post]](t, body)
		if ok && deletion.complete(deleted, body) == nil && !deleted.Deleted && deleted.Previous == nil {
			t.Errorf("deletion %s is accepted, want it refused: it tells nothing of a deletion", body)
		}
	})
}

// embedded checks that what is found is in the answer, and what is not is said.
func embedded(t *testing.T, e Embedded) {
	t.Helper()
	for relation, raw := range e {
		users, err := EmbeddedAs[EmbeddedUser](e, relation)
		failed := 0
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			failed = len(joined.Unwrap())
		}
		items, bad := flatten(raw, 0, 0)
		if bad == nil && (err == nil || failed > 0) && len(users)+failed != len(items) {
			t.Errorf("EmbeddedAs of %s: %d users and %d errors, want %d in all", raw, len(users), failed, len(items))
		}
	}
}

// settled checks that a block says the same whatever the prefix of its site.
func settled(t *testing.T, block *Block) {
	t.Helper()
	other := *block
	other.Extra = Extra{}
	for name, raw := range block.Extra {
		other.Extra[name] = raw
	}
	shapeOf(reflect.TypeFor[Block](), "id").Fill(reflect.ValueOf(&other), "wp", false)
	for _, name := range []string{"wp_pattern_category", "wp_pattern_sync_status"} {
		raw, there := block.Extra[name]
		if _, left := other.Extra[name]; there && !left && jsontext.Value(raw).Kind() == '"' && other.SyncStatus == "" &&
			string(raw) != `""` {
			t.Errorf("block loses the member %s: %s, want it kept", name, raw)
		}
	}
	_, _ = other.Params()
}

// FuzzIndex reads the index of a site and of a namespace.
func FuzzIndex(f *testing.F) {
	for _, s := range []string{
		`{"name":"Docs","gmt_offset":"5.5","timezone_string":"Local","namespaces":["cms/v2"],"authentication":[],` +
			`"routes":[]}`,
		`{"routes":{"/a":{"namespace":"a","methods":["GET"],"endpoints":[{"methods":["GET"],"args":{"a":{"type":"x",` +
			`"required":["a"],"enum":{"1":2},"items":{"type":["a","b"]}}}}]}}}`,
		`{"type":5,"minimum":"low","properties":{"a":{"items":[]}},"default":null}`,
	} {
		f.Add([]byte(s))
	}
	f.Add([]byte(strings.Repeat(`{"properties":{"a":{"items":`, 100) + "1" + strings.Repeat("}}}", 100)))
	fuzzing.Records(f, "testdata", "index_*", "namespace_*", "rest_route_query")
	f.Fuzz(func(t *testing.T, body []byte) {
		if index, ok := fuzzing.Reread[Index](t, body); ok {
			switch {
			case index.GMTOffset > 24 || index.GMTOffset < -24:
				t.Errorf("%s: fuzzing.Reread(body): GMTOffset %v, want at most 24 and at least %v", body, index.GMTOffset, -24)
			case index.location() == nil:
				t.Errorf("%s: Index.location: index.location() nil, want a value", body)
			}
		}
	})
}

// FuzzPrefix spells params for a site of another prefix: nothing but the names
// changes, and an id is seen.
func FuzzPrefix(f *testing.F) {
	for _, s := range []string{
		`{"cms_pattern_category":[1],"meta":{"cms_pattern_sync_status":"x","a":1},"id":5}`,
		`{"meta":[],"wp_pattern_category":1,"cms_pattern_category":2}`, `{"cms_pattern_":{}}`, `[]`, `{"\u0069d":1}`,
		`{"a":{"b":"","b":0},"meta":{"c":{"d":1,"d":2}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var before, after map[string]jsontext.Value
		err := wire.Unmarshal(body, &before)
		spelled, _, failed := route.Prefix("wp").Params(body)
		if (err == nil) != (failed == nil) {
			t.Fatalf("record %q: error %v with one prefix, %v with the other, want both or neither", body, err, failed)
		}
		if err != nil {
			return
		}
		_, _, refused := route.Prefix("wp").Params(body, "id")
		if _, there := before["id"]; there != (refused != nil) {
			t.Errorf("wire.Unmarshal: %s has an id: %v: there is %t, want %t", body, refused, there, refused != nil)
		}
		if err := wire.Unmarshal(spelled, &after); err != nil {
			t.Fatalf("%s became %s: %v", body, spelled, err)
		}
		for name := range before {
			if _, there := after[route.Prefix("wp").Field(name)]; !there && route.Prefix("wp").Field(name) == name {
				t.Errorf("record %s became %s, want %q kept", body, spelled, name)
			}
		}
		switch same, _, err := route.Prefix(route.Spec).Params(body); {
		case err != nil:
			t.Errorf("Prefix.Params(body): %s became %s, %v, want nil", body, same, err)
		case string(same) != string(body):
			t.Errorf("Params of %s with the same prefix: %s, want it unchanged", body, same)
		}
	})
}
