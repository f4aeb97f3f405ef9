package conformance

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/oembed"
)

var (
	embedRoute = need{"/oembed/1.0/embed", "GET", "url"}
	proxyRoute = need{"/oembed/1.0/proxy", "GET", "url"}
)

type embedCase struct{ name, address, title string }

// guessed marks what is embedded of nothing, but whose page leads a browser to another: a real proxy follows it there.
const guessed = "guessed"

func (e embedCase) missing() bool { return e.title == "" || e.title == guessed }

// embedded are addresses of the site, with the record that everyone sees there, by its title, "" for none.
func embedded() []embedCase {
	return []embedCase{
		{"a post", "/2025/01/aa-kerning/", "Kerning in practice"},
		{"a post without the slash", "/2025/01/aa-kerning", "Kerning in practice"},
		{"a post with a query", "/2025/01/aa-kerning/?from=mail", "Kerning in practice"},
		{"a post with a fragment", "/2025/01/aa-kerning/#end", "Kerning in practice"},
		{"what is embedded of a post", "/2025/01/aa-kerning/embed/", "Kerning in practice"},
		{"a post by id", "/?p=103", "Subsets in practice"},
		{"a page", "/hh-reference/", "Reference"},
		{"a page below another", "/aa-guide/oo-install/", "Install"},
		{"a page by id", "/?page_id=204", "Tune"},
		{"a page by the id of a post", "/?p=204", "Tune"},
		{"a protected post", "/?p=107", "Protected: Fallback in practice"},
		{"a page not below its parent", "/oo-install/", guessed},
		{"a post of another month", "/2025/02/aa-kerning/", ""},
		{"a post without its month", "/aa-kerning/", guessed},
		{"a draft", "/?p=127", ""},
		{"a pending post", "/?p=131", ""},
		{"a private post", "/?p=125", ""},
		{"a scheduled post", "/?p=133", ""},
		{"a post in the trash", "/?p=135", ""},
		{"a draft of a page", "/?page_id=211", ""},
		{"a private page", "/gg-private-page/", ""},
		{"an unknown id", "/?p=999999", ""},
		{"an unknown path", "/no/such/page/", ""},
		{"the home page", "/", ""},
		{"an author", "/author/admin/", ""},
		{"a category", "/category/typography/", ""},
		{"the interface", "/cms-json/cms/v2/posts/101", ""},
	}
}

func oembedScenarios() []scenario {
	var out []scenario
	read := func(r role, name string, k kind, n need, run func(t *testing.T, s *site, c *cms.Client)) {
		out = append(out, scenario{collection: "oembed", kind: k, role: r, name: name, needs: []need{n}, harmless: true, run: run})
	}
	notFound := func(t *testing.T, err error) {
		t.Helper()
		if !errors.Is(err, oembed.CodeInvalidURL) || !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%v, want %s", err, oembed.CodeInvalidURL)
		}
	}
	for _, one := range embedded() {
		k := reading
		if one.missing() {
			k = failing
		}
		read(nobody, "embed "+one.name, k, embedRoute, func(t *testing.T, s *site, c *cms.Client) {
			e, err := oembed.New(c).Embed(t.Context(), s.address+s.spell(one.address), nil)
			if one.missing() {
				notFound(t, err)
				return
			}
			checkEmbed(t, s, e, err, one.title)
		})
		if one.title == guessed {
			continue
		}
		read(contributor, "proxy of "+one.name, k, proxyRoute, func(t *testing.T, s *site, c *cms.Client) {
			e, err := oembed.New(c).Proxy(t.Context(), s.address+s.spell(one.address), nil)
			if one.missing() {
				notFound(t, err)
				return
			}
			checkEmbed(t, s, e, err, one.title)
		})
	}
	for _, address := range []string{"https://elsewhere.example/2025/01/aa-kerning/", "nonsense", "http://nowhere.invalid/"} {
		read(nobody, "embed of "+strings.ReplaceAll(address, "/", "."), failing, embedRoute, func(t *testing.T, _ *site, c *cms.Client) {
			_, err := oembed.New(c).Embed(t.Context(), address, nil)
			notFound(t, err)
		})
	}
	read(contributor, "proxy of a provider out of reach", failing, proxyRoute, func(t *testing.T, _ *site, c *cms.Client) {
		_, err := oembed.New(c).Proxy(t.Context(), "http://nowhere.invalid/page", &oembed.ProxyOptions{Discover: new(false)})
		notFound(t, err)
	})
	for _, size := range []struct{ asked, width, height int }{{1, 200, 200}, {200, 200, 200}, {333, 333, 200}, {400, 400, 225}, {500, 500, 282}, {599, 599, 337}, {600, 600, 338}, {601, 600, 338}, {5000, 600, 338}} {
		read(nobody, fmt.Sprintf("maxwidth=%d", size.asked), reading, embedRoute, func(t *testing.T, s *site, c *cms.Client) {
			e, err := oembed.New(c).Embed(t.Context(), s.address+"/?p=101", &oembed.EmbedOptions{MaxWidth: size.asked})
			if err != nil {
				t.Fatal(err)
			}
			if int(e.Width) != size.width || int(e.Height) != size.height || !strings.Contains(e.HTML, fmt.Sprintf(`width="%d" height="%d"`, size.width, size.height)) {
				t.Errorf("%d x %d, want %d x %d", e.Width, e.Height, size.width, size.height)
			}
		})
		read(editor, fmt.Sprintf("proxy with maxwidth=%d", size.asked), reading, proxyRoute, func(t *testing.T, s *site, c *cms.Client) {
			e, err := oembed.New(c).Proxy(t.Context(), s.address+"/?p=101", &oembed.ProxyOptions{MaxWidth: size.asked, MaxHeight: 100, Format: oembed.FormatXML})
			if err != nil {
				t.Fatal(err)
			}
			if int(e.Width) != size.width || int(e.Height) != size.height {
				t.Errorf("%d x %d, want %d x %d", e.Width, e.Height, size.width, size.height)
			}
		})
	}
	for _, r := range roles {
		k := reading
		if !r.edits("posts") {
			k = failing
		}
		read(r, "who may use the proxy", k, proxyRoute, func(t *testing.T, s *site, c *cms.Client) {
			e, err := oembed.New(c).Proxy(t.Context(), s.address+"/?p=101", nil)
			if r.edits("posts") {
				checkEmbed(t, s, e, err, "Kerning in practice")
				return
			}
			var refused *cms.Error
			if !errors.As(err, &refused) || refused.Status != r.refused() || refused.Code != "rest_forbidden" {
				t.Errorf("%v, want %d rest_forbidden", err, r.refused())
			}
		})
		read(r, "a draft for whoever asks", failing, embedRoute, func(t *testing.T, s *site, c *cms.Client) {
			_, err := oembed.New(c).Embed(t.Context(), s.address+"/?p=127", nil)
			notFound(t, err)
		})
	}
	return slices.Concat(out, exchanges(oembedExchanges()))
}

func checkEmbed(t *testing.T, s *site, e *oembed.Embed, err error, title string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if e.Version != "1.0" || e.Type != oembed.TypeRich || e.ProviderName != "Type Docs" || e.ProviderURL != s.address {
		t.Errorf("version %q, type %q of %q at %q", e.Version, e.Type, e.ProviderName, e.ProviderURL)
	}
	if e.Title != title || e.Width != 600 || e.Height != 338 || !strings.HasPrefix(e.AuthorURL, s.address+"/author/") || e.AuthorName == "" {
		t.Errorf("title %q, %d x %d, by %q at %q; want %q", e.Title, e.Width, e.Height, e.AuthorName, e.AuthorURL, title)
	}
	for _, part := range []string{`<blockquote class="` + s.spell("cms-embedded-content"), ">" + title + "</a>", `sandbox="allow-scripts"`, "/embed/#?secret="} {
		if !strings.Contains(e.HTML, part) {
			t.Errorf("the HTML lacks %s: %.300s", part, e.HTML)
		}
	}
}

func oembedExchanges() []exchange {
	at := func(route, address, more string) string {
		return "/oembed/1.0/" + route + "?url=" + url.QueryEscape(address) + more
	}
	jsonType := map[string]string{"Content-Type": "application/json; charset=UTF-8", "Allow": "GET"}
	xmlType := map[string]string{"Content-Type": "text/xml; charset=UTF-8", "Allow": "GET"}
	holds := func(parts ...string) func(*testing.T, *site, any) {
		return func(t *testing.T, _ *site, body any) {
			text, _ := body.(string)
			for _, part := range parts {
				if !strings.Contains(text, part) {
					t.Errorf("there is no %s in %.400s", part, text)
				}
			}
		}
	}
	list := []exchange{
		{name: "as XML", path: at("embed", "SITE/?p=101", "&format=xml"), headers: xmlType, after: holds("<?xml version=\"1.0\"?>\n<oembed><version>1.0</version><provider_name>Type Docs</provider_name>", "<title>Kerning in practice</title><type>rich</type><width>600</width><height>338</height><html>&lt;blockquote")},
		{name: "as XML, some fields", path: at("embed", "SITE/?p=141", "&format=xml&_fields=title,width"), headers: xmlType, after: holds("<oembed><title>Rich &amp; &#x201C;full&#x201D; record</title><width>600</width></oembed>")},
		{name: "as JSON, named", path: at("embed", "SITE/?p=101", "&format=json"), headers: jsonType, want: []string{`title="Kerning in practice"`}},
		{name: "as no known format", path: at("embed", "SITE/?p=101", "&format=yaml"), headers: jsonType, want: []string{`title="Kerning in practice"`}},
		{name: "as XML in capitals", path: at("embed", "SITE/?p=101", "&format=XML"), headers: jsonType, want: []string{`title="Kerning in practice"`}},
		{name: "some fields", path: at("embed", "SITE/?p=101", "&_fields=type,height"), headers: jsonType, want: []string{`={"type":"rich","height":338}`}},
		{name: "in an envelope", path: at("embed", "SITE/?p=101", "&_envelope=1&_fields=type"), want: []string{`body={"type":"rich"}`, "status=200", `headers>Allow="GET"`}},
		{name: "as XML in an envelope", path: at("embed", "SITE/?p=101", "&_envelope=1&_fields=type&format=xml"), after: holds("<oembed><body><type>rich</type></body><status>200</status><headers><Allow>GET</Allow></headers></oembed>")},
		{name: "no known page as XML", kind: failing, path: at("embed", "nonsense", "&format=xml"), status: 404, headers: xmlType, after: holds("<oembed><code>oembed_invalid_url</code><message>", "<data><status>404</status></data></oembed>")},
		{name: "no address as XML", kind: failing, path: "/oembed/1.0/embed?format=xml", status: 400, headers: xmlType, after: holds("<code>rest_missing_callback_param</code>", "<data><status>400</status><params><oembed>url</oembed></params></data>")},
		{name: "no address", kind: failing, path: "/oembed/1.0/embed", status: 400, want: []string{`code="rest_missing_callback_param"`, `data={"status":400,"params":["url"]}`}},
		{name: "an empty address", kind: failing, path: "/oembed/1.0/embed?url=", status: 404, want: []string{`code="oembed_invalid_url"`}},
		{name: "a list of addresses", kind: failing, path: "/oembed/1.0/embed?url[]=a", status: 400, want: []string{`code="rest_invalid_param"`, `data>details>url>code="rest_invalid_type"`}},
		{name: "a width that is a word", path: at("embed", "SITE/?p=101", "&maxwidth=wide&_fields=width"), want: []string{`={"width":200}`}},
		{name: "a negative width", path: at("embed", "SITE/?p=101", "&maxwidth=-300&_fields=width"), want: []string{`={"width":300}`}},
		{name: "a width with a fraction", path: at("embed", "SITE/?p=101", "&maxwidth=300.5&_fields=width"), want: []string{`={"width":300}`}},
		{name: "an empty width", path: at("embed", "SITE/?p=101", "&maxwidth=&_fields=width"), want: []string{`={"width":200}`}},
		{name: "HEAD", method: "HEAD", path: at("embed", "SITE/?p=101", ""), headers: jsonType},
		{name: "HEAD of no known page", kind: failing, method: "HEAD", path: at("embed", "nonsense", ""), status: 404},
		{name: "no route for POST", kind: failing, method: "POST", path: at("embed", "SITE/?p=101", ""), status: 404, want: []string{`code="rest_no_route"`}},
		{name: "proxy without an address, before any right", kind: failing, role: subscriber, path: "/oembed/1.0/proxy", status: 400, want: []string{`code="rest_missing_callback_param"`}},
		{name: "proxy with no known format", kind: failing, role: author, path: at("proxy", "SITE/?p=101", "&format=yaml"), status: 400, want: []string{`data>details>format>code="rest_not_in_enum"`}},
		{name: "proxy with discover=maybe", kind: failing, role: author, path: at("proxy", "SITE/?p=101", "&discover=maybe"), status: 400, want: []string{`data>details>discover>code="rest_invalid_type"`}},
		{name: "proxy with a width that is a word", role: author, path: at("proxy", "SITE/?p=101", "&maxwidth=wide"), want: []string{`width=200`}},
		{name: "proxy with a height that is a word", role: author, path: at("proxy", "SITE/?p=101", "&maxheight=high"), want: []string{`height=338`}},
		{name: "proxy has no XML", role: author, path: at("proxy", "SITE/?p=101", "&format=xml"), headers: jsonType, want: []string{`type="rich"`}},
		{name: "proxy in an envelope", role: author, path: at("proxy", "SITE/?p=101", "&_envelope=1"), want: []string{`body>type="rich"`, "status=200"}},
		{name: "proxy breaks if asked for fields", kind: failing, role: author, path: at("proxy", "SITE/?p=101", "&_fields=title"), status: 500, want: []string{`code="internal_server_error"`, "data>status=500"}},
	}
	for i := range list {
		list[i].collection, list[i].needs, list[i].harmless = "oembed", []need{embedRoute, proxyRoute}, true
	}
	return list
}
