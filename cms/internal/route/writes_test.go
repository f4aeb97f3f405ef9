package route_test

import (
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/route"
)

func TestWritesKnowsRoutesThatDoOtherwiseThanTheirMethod(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		prefix              route.Prefix
		method, path, query string
		want                bool
	}{
		{"cms", "GET", "cms/v2/posts", "", false},
		{"cms", "HEAD", "cms/v2/posts", "", false},
		{"cms", "OPTIONS", "cms/v2/themes", "", false},
		{"cms", "POST", "cms/v2/posts", "", true},
		{"cms", "PUT", "cms/v2/posts/7", "", true},
		{"cms", "DELETE", "cms/v2/posts/7", "", true},
		{"wp", "GET", "wp/v2/themes", "", true},
		{"wp", "GET", "cms/v2/themes", "", true},
		{"wp", "GET", "WP/v2/Themes/", "", true},
		{"wp", "GET", "wp/v2/themes", "status=inactive", false},
		{"wp", "GET", "wp/v2/themes", "status[]=inactive", false},
		{"wp", "GET", "wp/v2/themes", "status=active&status[]=inactive", true},
		{"wp", "GET", "wp/v2/themes/twentytwentyfive", "", true},
		{"wp", "GET", "wp/v2/sidebars", "", true},
		{"wp", "HEAD", "wp/v2/sidebars/a", "", true},
		{"wp", "GET", "wp/v2/widgets", "sidebar=footer", true},
		{"wp", "GET", "wp/v2/widgets/text-2", "", true},
		{"wp", "GET", "wp/v2/widget-types/text", "", false},
		{"wp", "GET", "wp-block-editor/v1/navigation-fallback", "", true},
		{"wp", "POST", "wp/v2/block-renderer/core/archives", "", false},
		{"wp", "POST", "wp/v2/widget-types/text/encode", "", false},
		{"wp", "POST", "wp/v2/widget-types/text", "", true},
		{"wp", "GET", "shop/v1/themes", "", false},
		{"wp", "POST", "shop/v1/orders", "", true},
		{"wp", "PATCH", "shop/v1/orders/7", "", true},
	} {
		query, err := url.ParseQuery(test.query)
		if err != nil {
			t.Fatal(err)
		}
		if got := test.prefix.Writes(test.method, test.path, query); got != test.want {
			t.Errorf("Writes(%s %s?%s) with the prefix %s: %t, want %t", test.method, test.path, test.query, test.prefix,
				got, test.want)
		}
	}
}
