package archive

import (
	"strconv"
	"strings"
	"testing"
)

func TestRewriterChangesOnlyCertainReferences(t *testing.T) {
	t.Parallel()
	w := &Rewriter{
		ID: func(kind string, id int64) (string, bool) {
			plus := map[string]int64{Media: 1000, Blocks: 2000, Pages: 3000, Tags: 4000, Navigation: 5000, "type-room": 6000,
				"taxonomy-era": 7000}[kind]
			return strconv.FormatInt(id+plus, 10), plus != 0 && id < 100
		},
		Object: (&State{
			Types: map[string]Type{"room": {Kind: "type-room"}}, Taxonomies: map[string]Taxonomy{"era": {Kind: "taxonomy-era"}},
		}).Object,
		File: func(stem string) (Address, bool) {
			to := map[string]string{"cover": "/files/new/cover",
				"a-10x20": "/files/new/a-10x20-1"}[strings.TrimPrefix(stem, "/blog/uploads/2026/05/")]
			return Address{"https://new.example", to}, to != ""
		},
		Home: "https://old.example/blog", NewHome: "https://new.example", Uploads: "/uploads/",
	}
	for name, c := range map[string]struct{ from, to string }{
		"an image": {
			`<!-- wp:image {"id":77,"sizeSlug":"large","width":77} --><img ` +
				`src="https://old.example/blog/uploads/2026/05/cover-300x200.jpg" class="wp-image-77"/>`,
			`<!-- wp:image {"id":1077,"sizeSlug":"large","width":77} --><img ` +
				`src="https://new.example/files/new/cover-300x200.jpg" class="wp-image-1077"/>`,
		},
		"a gallery": {
			`<!-- wp:gallery {"columns":3, "ids":[1, 22,300],"linkTo":"none"} --><img data-id="22">`,
			`<!-- wp:gallery {"columns":3, "ids":[1001, 1022,300],"linkTo":"none"} --><img data-id="1022">`,
		},
		"a reusable block": {`<!-- wp:block {"ref":5} /-->`, `<!-- wp:block {"ref":2005} /-->`},
		"a navigation": {`<!-- wp:navigation {"ref":5} /--><!-- wp:page-list {"parentPageID":5} /-->`,
			`<!-- wp:navigation {"ref":5005} /--><!-- wp:page-list {"parentPageID":3005} /-->`},
		"a link to a page": {`<!-- wp:navigation-link {"id":5,"type":"page","kind":"post-type","url":"/5"} /-->`,
			`<!-- wp:navigation-link {"id":3005,"type":"page","kind":"post-type","url":"/5"} /-->`},
		"a link to a type of the site": {`<!-- wp:navigation-submenu {"type":"room","id":5,"kind":"post-type"} -->`,
			`<!-- wp:navigation-submenu {"type":"room","id":6005,"kind":"post-type"} -->`},
		"a link to a term": {`<!-- wp:navigation-link {"type":"era","id":5,"kind":"taxonomy"} /-->`,
			`<!-- wp:navigation-link {"type":"era","id":7005,"kind":"taxonomy"} /-->`},
		"a link to a tag": {`<!-- wp:navigation-link {"type":"tag","id":5,"kind":"taxonomy"} /-->`,
			`<!-- wp:navigation-link {"type":"tag","id":4005,"kind":"taxonomy"} /-->`},
		"a link without a kind": {`<!-- wp:navigation-link {"type":"page","id":5} /--><!-- wp:navigation-link ` +
			`{"type":"tag","id":5} /-->`, `<!-- wp:navigation-link {"type":"page","id":3005} /--><!-- wp:navigation-link ` +
			`{"type":"tag","id":4005} /-->`},
		"a link of one's own": {`<!-- wp:navigation-link {"id":5,"kind":"custom","url":"#"} /-->`,
			`<!-- wp:navigation-link {"id":5,"kind":"custom","url":"#"} /-->`},
		"a link to an unknown type": {`<!-- wp:navigation-link {"id":5,"type":"ship","kind":"post-type"} /-->`,
			`<!-- wp:navigation-link {"id":5,"type":"ship","kind":"post-type"} /-->`},
		"a link that is no object": {`<!-- wp:navigation-link {"id":5,"type":5} /-->`,
			`<!-- wp:navigation-link {"id":5,"type":5} /-->`},
		"a block with media beside": {`<!-- wp:media-text {"align":"full","mediaId":7,"mediaLink":"x"} -->`,
			`<!-- wp:media-text {"align":"full","mediaId":1007,"mediaLink":"x"} -->`},
		"a number deeper down": {`<!-- wp:image {"style":{"id":7,"a":{"id":7}},"id":7} -->`,
			`<!-- wp:image {"style":{"id":7,"a":{"id":7}},"id":1007} -->`},
		"an object for an id": {`<!-- wp:image {"id":{"id":7}} --><!-- wp:gallery {"ids":[7,{"id":7}]} -->`,
			`<!-- wp:image {"id":{"id":7}} --><!-- wp:gallery {"ids":[1007,{"id":7}]} -->`},
		"a text that is a key":        {`<!-- wp:image {"alt":"id","n":7} -->`, `<!-- wp:image {"alt":"id","n":7} -->`},
		"a block of a plugin":         {`<!-- wp:shop/image {"id":7} -->`, `<!-- wp:shop/image {"id":7} -->`},
		"attributes that are no JSON": {`<!-- wp:image {"id":7,} -->`, `<!-- wp:image {"id":7,} -->`},
		"shortcodes": {`[gallery size="full" ids="7,8, 9"][caption id="attachment_7"]`,
			`[gallery size="full" ids="1007,1008,1009"][caption id="attachment_1007"]`},
		"an id that is not known": {`<img class="wp-image-777">`, `<img class="wp-image-777">`},
		"a number in a text":      {`Image 77 of 88, id 7`, `Image 77 of 88, id 7`},
		"a path without a host": {`<a href="/blog/uploads/2026/05/cover-scaled.jpg">`,
			`<a href="/files/new/cover-scaled.jpg">`},
		"a file that nobody knows": {`https://old.example/blog/uploads/2020/gone.jpg`,
			`https://old.example/blog/uploads/2020/gone.jpg`},
		"a name that looks like a size": {`https://old.example/blog/uploads/2026/05/a-10x20.jpg ` +
			`https://old.example/blog/uploads/2026/05/a-10x20-5x9.jpg`,
			`https://new.example/files/new/a-10x20-1.jpg https://new.example/files/new/a-10x20-1-5x9.jpg`},
		"a page of the site": {`<a href="https://old.example/blog/about/">`,
			`<a href="https://new.example/about/">`},
		"the site itself": {`https://old.example/blog`, `https://new.example`},
		"a longer name of another site": {`https://old.example/blogger/x https://old.example.net/blog/x`,
			`https://old.example/blogger/x https://old.example.net/blog/x`},
		"the same path elsewhere": {`https://cdn.example/blog/uploads/2026/05/cover.jpg`,
			`https://cdn.example/blog/uploads/2026/05/cover.jpg`},
		"srcset": {`srcset="https://old.example/blog/uploads/2026/05/cover-300x200.jpg 300w, ` +
			`https://old.example/blog/uploads/2026/05/cover.jpg 900w"`,
			`srcset="https://new.example/files/new/cover-300x200.jpg 300w, https://new.example/files/new/cover.jpg 900w"`},
	} {
		if got := w.Content(c.from); got != c.to {
			t.Errorf("Content of %s, %s:\n got  %s\n want %s", name, c.from, got, c.to)
		}
	}
}
