package conformance

import (
	"errors"
	"fmt"
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
		out = append(out, scenario{collection: "oembed", kind: k, role: r, name: name, needs: []need{n},
			harmless: true, run: run})
	}
	notFound := func(t *testing.T, err error) {
		t.Helper()
		if !errors.Is(err, oembed.CodeInvalidURL) || !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("Call for a foreign address: error %v, want %s and ErrNotFound", err, oembed.CodeInvalidURL)
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
		read(nobody, "embed in XML "+one.name, k, embedRoute, func(t *testing.T, s *site, c *cms.Client) {
			document, err := oembed.New(c).EmbedXML(t.Context(), s.address+s.spell(one.address), nil)
			if one.missing() {
				notFound(t, err)
				return
			}
			if title := "<title>" + one.title + "</title>"; err != nil || !strings.Contains(document, title) {
				t.Errorf("EmbedXML of %s: %q, error %v, want %s", one.address, document, err, title)
			}
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
	for _, address := range []string{"https://elsewhere.example/2025/01/aa-kerning/", "nonsense",
		"http://nowhere.invalid/"} {
		read(nobody, "embed of "+strings.ReplaceAll(address, "/", "."), failing, embedRoute,
			func(t *testing.T, _ *site, c *cms.Client) {
				_, err := oembed.New(c).Embed(t.Context(), address, nil)
				notFound(t, err)
			})
	}
	read(contributor, "proxy of a provider out of reach", failing, proxyRoute, func(t *testing.T, _ *site, c *cms.Client) {
		_, err := oembed.New(c).Proxy(t.Context(), "http://nowhere.invalid/page", &oembed.ProxyOptions{Discover: new(false)})
		notFound(t, err)
	})
	for _, size := range []struct{ asked, width, height int }{{1, 200, 200}, {200, 200, 200}, {333, 333, 200},
		{400, 400, 225}, {500, 500, 282}, {599, 599, 337}, {600, 600, 338}, {601, 600, 338}, {5000, 600, 338}} {
		read(nobody, fmt.Sprintf("maxwidth=%d", size.asked), reading, embedRoute, func(t *testing.T, s *site, c *cms.Client) {
			e, err := oembed.New(c).Embed(t.Context(), s.address+"/?p=101", &oembed.EmbedOptions{MaxWidth: size.asked})
			if err != nil {
				t.Fatal(err)
			}
			if int(e.Width) != size.width || int(e.Height) != size.height {
				t.Errorf("Embed: %d x %d, want %d x %d", e.Width, e.Height, size.width, size.height)
			} else if !strings.Contains(e.HTML, fmt.Sprintf(`width="%d" height="%d"`, size.width, size.height)) {
				t.Errorf("Embed: %s, want width %d and height %d", e.HTML, size.width, size.height)
			}
		})
		read(editor, fmt.Sprintf("proxy with maxwidth=%d", size.asked), reading, proxyRoute,
			func(t *testing.T, s *site, c *cms.Client) {
				e, err := oembed.New(c).Proxy(t.Context(), s.address+"/?p=101",
					&oembed.ProxyOptions{MaxWidth: size.asked, MaxHeight: 100, Format: oembed.FormatXML})
				if err != nil {
					t.Fatal(err)
				}
				if int(e.Width) != size.width || int(e.Height) != size.height {
					t.Errorf("Proxy: %d x %d, want %d x %d", e.Width, e.Height, size.width, size.height)
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
			if !errors.As(err, &refused) || refused.Status != r.refused() {
				t.Errorf("Proxy: error %v, want status %d", err, r.refused())
			} else if refused.Code != "rest_forbidden" {
				t.Errorf("Proxy: error %v, want rest_forbidden", err)
			}
		})
		read(r, "a draft for whoever asks", failing, embedRoute, func(t *testing.T, s *site, c *cms.Client) {
			_, err := oembed.New(c).Embed(t.Context(), s.address+"/?p=127", nil)
			notFound(t, err)
		})
	}
	return out
}

func checkEmbed(t *testing.T, s *site, e *oembed.Embed, err error, title string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if e.Version != "1.0" || e.Type != oembed.TypeRich {
		t.Errorf("Embed: version %q, type %q, want 1.0 and rich", e.Version, e.Type)
	} else if e.ProviderName != "Type Docs" || e.ProviderURL != s.address {
		t.Errorf("Embed: provider %q at %q, want Type Docs at %s", e.ProviderName, e.ProviderURL, s.address)
	}
	if e.Title != title {
		t.Errorf("Embed: title %q, want %q", e.Title, title)
	} else if e.Width != 600 || e.Height != 338 {
		t.Errorf("Embed: %d x %d, want 600 x 338", e.Width, e.Height)
	} else if !strings.HasPrefix(e.AuthorURL, s.address+"/author/") || e.AuthorName == "" {
		t.Errorf("Embed: author %q at %q, want a name and an address on the site", e.AuthorName, e.AuthorURL)
	}
	for _, part := range []string{`<blockquote class="` + s.spell("cms-embedded-content"), ">" + title + "</a>",
		`sandbox="allow-scripts"`, "/embed/#?secret="} {
		if !strings.Contains(e.HTML, part) {
			t.Errorf("Embed: no %s in %.300s, want it", part, e.HTML)
		}
	}
}
