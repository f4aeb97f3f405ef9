// Package oembed has the routes of oEmbed, with which other sites embed records of this site. It
// embeds nothing of other sites: the proxy reaches only this site.
package oembed

import (
	"fmt"
	"path"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Plane has the routes of oEmbed.
type Plane struct{ *content.Site }

// viewable returns the public record at an address of the site, or nil.
func (s Plane) viewable(address string) *content.Item {
	it := s.itemAt(address)
	if it == nil {
		return nil
	}
	switch it.Kind.Base {
	case "posts", "pages":
		if it.Status == "publish" {
			return it
		}
	case "media":
		if it.Status == "inherit" {
			return it
		}
	}
	return nil
}

// itemAt returns the record at an address: by the id in its query, or by its path.
func (s Plane) itemAt(address string) *content.Item {
	own, base, _ := strings.Cut(strings.TrimPrefix(*s.API.Base, "http://"), "/")
	address = strings.TrimSpace(address)
	if _, rest, ok := strings.Cut(address, "//"); ok {
		host, path := rest, ""
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			host, path = rest[:i], rest[i:]
		}
		if hostname(host) != hostname(own) {
			return nil
		}
		address = path
	}
	address, _, _ = strings.Cut(address, "#")
	path, query, _ := strings.Cut(address, "?")
	arguments := php.ParseQuery(query)
	for _, name := range []string{"p", "page_id", "attachment_id"} {
		if id, ok := php.ToInt(arguments.ByKey[name]); ok && id > 0 {
			return s.Items[id]
		}
	}
	path = strings.Trim(strings.TrimSuffix(strings.Trim(path, "/"), "/embed"), "/")
	if path == "" {
		return nil
	}
	for _, it := range s.Items {
		local := strings.Trim(base+"/"+strings.TrimPrefix(s.Link(it), *s.API.Base+"/"), "/")
		if it.Status != "trash" && strings.EqualFold(local, path) {
			return it
		}
	}
	return nil
}

func hostname(host string) string {
	host, _, _ = strings.Cut(host, ":")
	return strings.TrimPrefix(host, "www.")
}

func (s Plane) embed(c *rest.Call) (*rest.Response, *rest.Error) {
	it := s.viewable(c.Text("url"))
	if it == nil {
		return nil, rest.NewError(404, "oembed_invalid_url", "There is nothing to embed at this address.")
	}
	return rest.OK(s.embeddedAs(it, c.Integer("maxwidth")))
}

// proxy serves only the records of this site, because the server uses no network. With the
// argument _fields proxy returns an error, as WordPress does.
func (s Plane) proxy(c *rest.Call) (*rest.Response, *rest.Error) {
	answer, why := s.embed(c)
	if why == nil && rest.ParseFields(c.Get("_fields")) != nil {
		fatal := php.Object{{"code", "internal_server_error"}, {"message", "<p>The site has failed.</p>"},
			{"data", php.Object{{"status", 500}}}, {"additional_errors", []any{}}}
		return &rest.Response{Status: 500, Body: fatal, Failed: true}, nil
	}
	return answer, why
}

// Limits of an embedded record in pixels.
const (
	minEmbedWidth  = 200
	maxEmbedWidth  = 600
	minEmbedHeight = 200
)

func (s Plane) embeddedAs(it *content.Item, width int64) php.Object {
	width = min(max(width, minEmbedWidth), maxEmbedWidth)
	height := max((width*9+15)/16, minEmbedHeight)
	title, link, secret := shownTitle(it), s.Link(it), site.RandomPassword()[:10]
	out := php.Object{{"version", "1.0"}, {"provider_name", s.Settings.Text("title")}, {"provider_url", *s.API.Base}}
	if u := s.UserByID(it.Author); u != nil {
		out = append(out, php.Member{"author_name", u.Name}, php.Member{"author_url", s.AuthorURL(u)})
	}
	page := fmt.Sprintf(`<blockquote class="%[1]s-embedded-content" data-secret="%[2]s">`+
		`<a href="%[3]s">%[4]s</a></blockquote>`+
		`<iframe sandbox="allow-scripts" src="%[5]s#?secret=%[2]s" `+
		`width="%[6]d" height="%[7]d" data-secret="%[2]s"></iframe>`,
		s.API.Prefix, secret, link, title, embedURL(link), width, height)
	out = append(out, php.Member{"title", title}, php.Member{"type", "rich"}, php.Member{"width", width},
		php.Member{"height", height}, php.Member{"html", page})
	return append(out, s.thumbnail(it, int(width))...)
}

// thumbnail returns the image of a record: the smallest file that is at least as wide as the
// embedded record.
func (s Plane) thumbnail(it *content.Item, width int) php.Object {
	if featured := s.Items[it.Featured]; featured != nil {
		it = featured
	}
	if it.Media == nil || it.Media.Details.Width == 0 {
		return nil
	}
	a := it.Media
	shown := content.SubSize{File: path.Base(a.File), Width: a.Details.Width, Height: a.Details.Height}
	for _, sub := range a.Details.Sizes {
		if sub.Name != "thumbnail" && sub.Width >= width && sub.Width < shown.Width {
			shown = sub
		}
	}
	w, h := content.Fit(shown.Width, shown.Height, width, 0)
	return php.Object{{"thumbnail_url", s.FileURL(a.Folder() + shown.File)}, {"thumbnail_width", w},
		{"thumbnail_height", h}}
}

func shownTitle(it *content.Item) string {
	if it.Password != "" {
		return "Protected: " + it.HTML().Title
	}
	return it.HTML().Title
}

func embedURL(link string) string {
	if strings.Contains(link, "?") {
		return link + "&embed=true"
	}
	return strings.TrimSuffix(link, "/") + "/embed/"
}

const namespace = "oembed/1.0"

// Routes returns the routes of oEmbed.
func (s Plane) Routes() []*rest.Route {
	add := func(path string, e rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + path, Namespace: namespace, Endpoints: []rest.Endpoint{e}}
	}
	size := rest.Rules{"maxwidth": {Clean: cleanSize}, "maxheight": {Clean: cleanSize}}
	// The proxy lets the site send requests. So the caller must be allowed to edit posts.
	mayProxy := rest.Needs("edit_posts", "rest_forbidden", "You may not request embeds through this site.")
	return []*rest.Route{
		rest.Namespace(namespace),
		add("/embed", rest.On([]string{"GET"}, size, rest.Everyone, s.embed)),
		add("/proxy", rest.On([]string{"GET"}, size, mayProxy, s.proxy)),
	}
}

// cleanSize converts a number of pixels and ignores its sign.
func cleanSize(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	n, _ := php.ToInt(value)
	return max(n, -n), nil
}
