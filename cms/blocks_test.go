package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestBlockOfASiteWithoutExcerptsBecomesParams(t *testing.T) {
	t.Parallel()
	const record = `{"id":7,"status":"publish","type":"cms_block","modified_gmt":"2026-01-02T03:04:05",` +
		`"password":"kerning",
		"title":{"raw":"Callout"},"content":{"raw":"<p>Note.</p>"},"guid":`
	for name, c := range map[string]struct {
		guid string
		want error
	}{
		"read for editing": {`{"rendered":"http://docs.example.org/?p=7","raw":"http://docs.example.org/?p=7"}}`, nil},
		"read for viewing": {`{"rendered":"http://docs.example.org/?p=7"}}`, cms.ErrIncomplete},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(200, record+c.guid))
			block, err := s.client(t).Blocks.Get(t.Context(), 7)
			if err != nil {
				t.Fatal(err)
			}
			params, err := block.Params()
			if !errors.Is(err, c.want) {
				t.Fatalf("Block.Params: error %v, want %v", err, c.want)
			}
			if err == nil && (params.Excerpt != nil || *params.Content != "<p>Note.</p>" || *params.Password != "kerning") {
				t.Errorf("Block.Params: excerpt %v, content %q, password %q, want no excerpt, %q and %q", params.Excerpt,
					*params.Content, *params.Password, "<p>Note.</p>", "kerning")
			}
		})
	}
}
