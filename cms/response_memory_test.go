package cms_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	recordings "github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// The memory of a response is used for the next one. Each second response here is as
// long as the first and changes every byte of that memory.
func TestRecordsKeepNoMemoryOfTheResponse(t *testing.T) {
	t.Parallel()
	keepNothing[cms.Post](t, "testdata", "posts_list")
	keepNothing[cms.Page](t, "testdata", "pages_list")
	keepNothing[cms.Block](t, "testdata", "blocks_list")
	keepNothing[cms.MenuItem](t, "testdata", "menu_items_list")
	keepNothing[cms.Revision](t, "testdata", "posts_revisions_list")
	keepNothing[cms.Autosave](t, "testdata", "posts_autosaves_list")
	keepNothing[media.Media](t, "../media/testdata", "media_list")
	keepNothing[snippets.Snippet](t, "../snippets/testdata", "snippets_list")
	keepNothing[json.RawMessage](t, "testdata", "posts_list")
	keepNothing[map[string]any](t, "testdata", "posts_list")
}

func keepNothing[T any](t *testing.T, folder, recording string) {
	t.Helper()
	list := recordings.LoadFrom(t, folder, recording).Response.Bytes(t)
	list = bytes.ReplaceAll(list, []byte(`{"id":`), []byte(`{"kept":["of \u00e9",{"a":1}],"id":`))
	server := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		body := list
		if n%2 == 0 {
			body = bytes.Repeat([]byte{'x'}, len(list))
		}
		_, _ = w.Write(body)
	})
	site := server.Client(t)
	records := cms.NewCollection[T, cms.ReadOnly, cms.PostListOptions](site, "cms/v2/records")
	var first []byte
	for range 4 { // the race detector drops memory by chance
		page, err := records.List(t.Context(), nil)
		switch {
		case err != nil:
			t.Fatalf("records.List: %s: %d records, %v, want nil", recording, len(page.Items), err)
		case len(page.Items) == 0:
			t.Fatalf("%s: list without records (error %v), want some", recording, err)
		}
		before := marshaled(t, page.Items)
		if first == nil {
			first = before
		}
		if _, err := records.List(t.Context(), nil); err == nil {
			t.Fatalf("records.List: %s: the second response is no list: error nil, want an error", recording)
		}
		if after := marshaled(t, page.Items); !bytes.Equal(before, after) || !bytes.Equal(before, first) {
			t.Errorf("%s: %T changed with the next response from %.300s to %.300s, want no change", recording, page.Items,
				before, after)
		}
	}
}

func marshaled(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("json.Marshal(v): %v", err)
	}
	return data
}
