package cmstest

import (
	"fmt"
	"html"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

const oembedNamespace = "oembed/1.0"

func (s oembedPlane) oembedRoutes() []*rest.Route {
	add := func(path string, e rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + oembedNamespace + path, Namespace: oembedNamespace, Endpoints: []rest.Endpoint{e}}
	}
	address := rest.Param{Name: "url", Schema: rest.Schema{Kind: "string", Format: "uri"}, Required: true}
	wide := rest.Param{Name: "maxwidth", Def: int64(maxEmbedWidth), Clean: cleanSize}
	proxyWide, high := wide, rest.Param{Name: "maxheight", Schema: rest.Integer(), Clean: cleanSize}
	proxyWide.Schema = rest.Integer()
	return []*rest.Route{
		add("", rest.Namespace(oembedNamespace)),
		add("/embed", rest.On([]string{"GET"}, []rest.Param{address, {Name: "format", Def: "json"}, wide}, rest.Everyone,
			s.oembed)),
		add("/proxy", rest.On([]string{"GET"}, []rest.Param{
			address, {Name: "format", Schema: rest.Text("json", "xml"), Def: "json"}, proxyWide, high,
			{Name: "discover", Schema: rest.Boolean(), Def: true},
		}, s.mayProxy, s.oembedProxy)),
	}
}

// cleanSize makes a number of pixels of anything: its leading digits, without the sign.
func cleanSize(_ *rest.Call, value any) (any, *rest.Problem) {
	switch v := value.(type) {
	case int64:
		return max(v, -v), nil
	case float64:
		return int64(math.Abs(v)), nil
	case string:
		digits := strings.TrimLeft(strings.TrimSpace(v), "+-")
		if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
			digits = digits[:end]
		}
		n, _ := strconv.ParseInt(digits, 10, 64)
		return n, nil
	case []any, php.Object, map[string]any:
		return int64(1), nil
	}
	return int64(0), nil
}

// mayProxy is for those who write: the site asks other sites on their behalf.
func (s oembedPlane) mayProxy(c *rest.Call) *rest.Error {
	if !c.User.Can("edit_posts") {
		return c.Forbidden("rest_forbidden", "You may not let this site ask for embeds.")
	}
	return nil
}

func (s oembedPlane) oembed(c *rest.Call) (*rest.Response, *rest.Error) {
	it := s.viewable(c.Text("url"))
	if it == nil {
		return nil, rest.NewError(404, "oembed_invalid_url", "There is nothing to embed at this address.")
	}
	return &rest.Response{Status: 200, Body: s.embeddedAs(it, c.Integer("maxwidth"))}, nil
}

// oembedProxy knows the records of this site alone: no other provider can be reached. The real one fails if it is
// asked for some of the fields.
func (s oembedPlane) oembedProxy(c *rest.Call) (*rest.Response, *rest.Error) {
	answer, why := s.oembed(c)
	if why == nil && rest.ParseFields(c.Get("_fields")) != nil {
		fatal := php.Object{{"code", "internal_server_error"}, {"message", "<p>The site has failed.</p>"},
			{"data", php.Object{{"status", 500}}}, {"additional_errors", []any{}}}
		return &rest.Response{Status: 500, Body: fatal, Failed: true}, nil
	}
	return answer, why
}

// Sizes of an embedded record.
const (
	minEmbedWidth  = 200
	maxEmbedWidth  = 600
	minEmbedHeight = 200
)

// embeddedAs is what other sites show of a record.
func (s oembedPlane) embeddedAs(it *content.Item, width int64) php.Object {
	width = min(max(width, minEmbedWidth), maxEmbedWidth)
	height := max((width*9+15)/16, minEmbedHeight)
	title, link, secret := shownTitle(it), s.content.Link(it), site.RandomPassword()[:10]
	out := php.Object{{"version", "1.0"}, {"provider_name", s.Settings.Text("title")}, {"provider_url", s.URL}}
	if u := s.UserByID(it.Author); u != nil {
		out = append(out, php.Member{"author_name", u.Name}, php.Member{"author_url", s.user.AuthorURL(u)})
	}
	class := s.API.Prefix + "-embedded-content"
	page := fmt.Sprintf(`<blockquote class="%s" data-secret="%s"><a href="%s">%s</a></blockquote>`, class, secret, link,
		title)
	page += fmt.Sprintf(`<iframe sandbox="allow-scripts" security="restricted" src="%s#?secret=%s" width="%d" height="%d" title="&#8220;%s&#8221; &#8212; %s" data-secret="%s" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="%s"></iframe>`,
		embedURL(link), secret, width, height, strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(title),
		html.EscapeString(s.Settings.Text("title")), secret, class)
	out = append(out, php.Member{"title", title}, php.Member{"type", "rich"}, php.Member{"width", width},
		php.Member{"height", height}, php.Member{"html", page})
	return append(out, s.thumbnail(it, int(width))...)
}

// thumbnail is the image of a record in the smallest file that is as wide as the embedding.
func (s oembedPlane) thumbnail(it *content.Item, width int) php.Object {
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
	w, h := fit(shown.Width, shown.Height, width, 0)
	return php.Object{{"thumbnail_url", s.media.FileURL(a.Folder() + shown.File)}, {"thumbnail_width", w},
		{"thumbnail_height", h}}
}

// shownTitle is a title as pages of the site have it.
func shownTitle(it *content.Item) string {
	if it.Password != "" {
		return "Protected: " + it.HTML().Title
	}
	return it.HTML().Title
}

// embedURL is where a record is shown for other sites.
func embedURL(link string) string {
	if strings.Contains(link, "?") {
		return link + "&embed=true"
	}
	return strings.TrimSuffix(link, "/") + "/embed/"
}

// viewable is the record that everyone sees at an address of the site, nil if there is none.
func (s oembedPlane) viewable(address string) *content.Item {
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

// itemAt finds the record of an address: by an id in its query, or by its path.
func (s oembedPlane) itemAt(address string) *content.Item {
	address = strings.TrimSpace(address)
	if _, rest, ok := strings.Cut(address, "//"); ok {
		host, path := rest, ""
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			host, path = rest[:i], rest[i:]
		}
		own := strings.TrimPrefix(s.URL, "http://")
		own, _, _ = strings.Cut(own, "/")
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
	base := strings.TrimPrefix(s.path+"/", "/")
	for _, it := range s.Items {
		own, _ := strings.CutPrefix(s.content.Link(it), s.URL+"/")
		if it.Status != "trash" && strings.EqualFold(strings.Trim(base+own, "/"), path) {
			return it
		}
	}
	return nil
}

func hostname(host string) string {
	host, _, _ = strings.Cut(host, ":")
	return strings.TrimPrefix(host, "www.")
}
