package secrets

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// attacks are all places of the REST API where a caller's text goes into a path, an
// argument, a header or a body; uploads have a table of their own.
func attacks() map[string]attack {
	const root = "/cms-json/"
	route := func(s string) string { return strings.TrimSuffix(strings.TrimPrefix(s, "/"), "/") }
	list := func(options func(string) *cms.PostListOptions, name string) attack {
		return attack{path: root + "cms/v2/posts", arrived: argumentOf(name),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.List(ctx, options(s)))
			}}
	}
	return map[string]attack{
		"Request.Path": {path: root + "%s", made: route, call: func(ctx context.Context, site *cms.Client, s string) error {
			return do(ctx, site, cms.Request[cms.Nothing]{Path: s})
		}},
		"Request.Path inside": {path: root + "cms/v2/x%sy",
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return do(ctx, site, cms.Request[cms.Nothing]{Path: "cms/v2/x" + s + "y"})
			}},
		"Request.Method": {path: root + "x", call: func(ctx context.Context, site *cms.Client, s string) error {
			return do(ctx, site, cms.Request[cms.Nothing]{Path: "x", Method: s})
		}},
		"Request.Query": {path: root + "x", arrived: argumentOf("q"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return do(ctx, site, cms.Request[cms.Nothing]{Path: "x", Query: url.Values{"q": {s}}})
			}},
		"the name in Request.Query": {path: root + "x", call: func(ctx context.Context, site *cms.Client, s string) error {
			return do(ctx, site, cms.Request[cms.Nothing]{Path: "x", Query: url.Values{s: {"v"}}})
		}, arrived: func(a arrival) (string, bool) {
			for name := range a.request.URL.Query() {
				return name, len(a.request.URL.Query()) == 1
			}
			return "", false
		}},
		"Request.Header": {path: root + "x", header: "X-Mine", arrived: headerOf("X-Mine"), made: trimmed,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return do(ctx, site, cms.Request[cms.Nothing]{Path: "x", Header: http.Header{"X-Mine": {s}}})
			}},
		"the name in Request.Header": {path: root + "x", header: "*",
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return do(ctx, site, cms.Request[cms.Nothing]{Path: "x", Header: http.Header{s: {"v"}}})
			}},
		"Request.Body": {path: root + "x", arrived: memberOf("m"), made: utf8Text,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return do(ctx, site, cms.Request[cms.Nothing]{Method: "POST", Path: "x", Body: map[string]string{"m": s}})
			}},
		"the type of an Upload": {path: root + "x", header: "Content-Type", arrived: headerOf("Content-Type"), made: trimmed,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return do(ctx, site, cms.Request[cms.Nothing]{Method: "POST", Path: "x",
					Body: &cms.Upload{Type: s, Reader: strings.NewReader("x"), Size: 1}})
			}},
		"Header": {path: root + "cms/v2/posts/5", header: "X-Mine", arrived: headerOf("X-Mine"), made: trimmed,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Get(ctx, 5, cms.Header("X-Mine", s)))
			}},
		"the name in Header": {path: root + "cms/v2/posts/5", header: "*",
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Get(ctx, 5, cms.Header(s, "v")))
			}},
		"WithHeader": {path: root + "cms/v2/posts/5", header: "X-Mine", arrived: headerOf("X-Mine"),
			made: trimmed, call: with(func(s string) cms.Option { return cms.WithHeader("X-Mine", s) })},
		"the name in WithHeader": {path: root + "cms/v2/posts/5", header: "*",
			call: with(func(s string) cms.Option { return cms.WithHeader(s, "v") })},
		"WithUserAgent": {path: root + "cms/v2/posts/5", call: with(cms.WithUserAgent),
			arrived: func(a arrival) (string, bool) {
				return strings.CutSuffix(a.request.UserAgent(), " fontcms-go/0.1.0")
			}, made: func(s string) string { return strings.TrimLeft(s, " \t") }},
		"WithPrefix": {path: "/%s-json/%s/v2/posts/5", call: with(cms.WithPrefix)},
		"WithApplicationPassword, user": {path: root + "cms/v2/posts/5", header: "Authorization",
			call: with(func(s string) cms.Option { return cms.WithApplicationPassword(s, "p") }),
			arrived: func(a arrival) (string, bool) {
				name, _, ok := a.request.BasicAuth()
				return name, ok
			}},
		"WithApplicationPassword, password": {path: root + "cms/v2/posts/5", header: "Authorization",
			call: with(func(s string) cms.Option { return cms.WithApplicationPassword("u", s) }),
			arrived: func(a arrival) (string, bool) {
				_, password, ok := a.request.BasicAuth()
				return password, ok
			}, made: strings.TrimSpace},
		"PostPassword": {path: root + "cms/v2/posts/5", arrived: argumentOf("password"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Get(ctx, 5, cms.PostPassword(s)))
			}},
		"InContext": {path: root + "cms/v2/posts/5", arrived: argumentOf("context"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Get(ctx, 5, cms.InContext(cms.Context(s))))
			}},
		"Fields": {path: root + "cms/v2/posts/5", arrived: secondField,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Get(ctx, 5, cms.Fields("id", s)))
			}},
		"Embed": {path: root + "cms/v2/posts/5", arrived: argumentOf("_embed"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Get(ctx, 5, cms.Embed(s)))
			}},
		"UpdateMethod": {path: root + "cms/v2/posts/5", call: func(ctx context.Context, site *cms.Client, s string) error {
			return failing(site.Posts.Update(ctx, 5, nil, cms.UpdateMethod(s)))
		}},
		"NewCollection": {path: root + "%s/5", made: route,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(cms.NewCollection[cms.Post, cms.PostParams, cms.PostListOptions](site, s).Get(ctx, 5))
			}},
		"NewContent, revisions": {path: root + "%s/5/revisions/7", made: route,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](site, s).Revisions(5).Get(ctx, 7))
			}},
		"Read": {path: root + "%s", made: route, call: func(ctx context.Context, site *cms.Client, s string) error {
			return failing(site.Read(ctx, http.MethodGet, s, nil))
		}},
		"a slug that is listed": list(func(s string) *cms.PostListOptions { return &cms.PostListOptions{Slug: []string{s}} },
			"slug[]"),
		"a search": list(func(s string) *cms.PostListOptions { return &cms.PostListOptions{Search: s} }, "search"),
		"a status": list(func(s string) *cms.PostListOptions {
			return &cms.PostListOptions{Status: []cms.Status{cms.Status(s)}}
		}, "status[]"),
		"an order": list(func(s string) *cms.PostListOptions { return &cms.PostListOptions{OrderBy: cms.OrderBy(s)} },
			"orderby"),
		"Ensure": {path: root + "cms/v2/posts", arrived: firstOfTwo("slug[]"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Ensure(ctx, s, nil))
			}},
		"a slug that is written": {path: root + "cms/v2/posts/5", arrived: memberOf("slug"), made: utf8Text,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(site.Posts.Update(ctx, 5, &cms.PostParams{Slug: new(s)}))
			}},
		"a batch's path": {path: root + "batch/v1", call: func(ctx context.Context, site *cms.Client, s string) error {
			return failing(batch.New(site).Post("cms/v2/x"+s+"y", nil).Do(ctx))
		}, arrived: func(a arrival) (string, bool) {
			path, ok := memberOf("requests", "0", "path")(a)
			path, err := url.PathUnescape(path)
			return strings.TrimSuffix(strings.TrimPrefix(path, "/cms/v2/x"), "y"), ok && err == nil
		}},
		"a batch's argument": {path: root + "batch/v1", call: func(ctx context.Context, site *cms.Client, s string) error {
			return failing(batch.New(site).Add(cms.Request[cms.Nothing]{Method: "POST", Path: "cms/v2/x",
				Query: url.Values{"q": {s}}}).Do(ctx))
		}, arrived: func(a arrival) (string, bool) {
			path, ok := memberOf("requests", "0", "path")(a)
			u, err := url.Parse(path)
			return u.Query().Get("q"), ok && err == nil && u.Path == "/cms/v2/x" && len(u.Query()) == 1
		}},
		"a batch's header": {path: root + "batch/v1", arrived: memberOf("requests", "0", "headers", "X-Mine"), made: utf8Text,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(batch.New(site).Post("cms/v2/posts", nil).Header("X-Mine", s).Do(ctx))
			}},
		"the name of a batch's header": {path: root + "batch/v1",
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(batch.New(site).Post("cms/v2/posts", nil).Header(s, "v").Do(ctx))
			}},
		"analytics.WithNamespace": {path: root + "%s/realtime", made: route,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(analytics.New(site, analytics.WithNamespace(s)).Realtime(ctx, ""))
			}},
		"analytics.Realtime": {path: root + "analytics/v1/realtime", arrived: argumentOf("since"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(analytics.New(site).Realtime(ctx, s))
			}},
		"archiver.WithNamespace": {path: root + "%s/get-snapshots", made: route,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(archiver.New(site, archiver.WithNamespace(s)).GetSnapshots(ctx, "x", ""))
			}},
		"archiver.GetSnapshots": {path: root + "archiver/v1/get-snapshots", arrived: argumentOf("url"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(archiver.New(site).GetSnapshots(ctx, s, ""))
			}},
		"archiver.TriggerSnapshot": {path: root + "archiver/v1/trigger-snapshot", arrived: memberOf("url"), made: utf8Text,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(archiver.New(site).TriggerSnapshot(ctx, s, ""))
			}},
		"oembed.Embed": {path: root + "oembed/1.0/embed", arrived: argumentOf("url"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(oembed.New(site).Embed(ctx, s, nil))
			}},
		"oembed.Proxy": {path: root + "oembed/1.0/proxy", arrived: argumentOf("url"),
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(oembed.New(site).Proxy(ctx, s, nil))
			}},
		"blockvisibility.Reset": {path: root + "block-visibility/v1/settings", arrived: memberOf("reset"), made: utf8Text,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(blockvisibility.New(site).Reset(ctx, blockvisibility.Scope(s)))
			}},
		"snippets.Create": {path: root + "code-snippets/v1/snippets", arrived: memberOf("code"), made: utf8Text,
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(snippets.New(site).Create(ctx, &snippets.Params{Code: new(s)}))
			}},
		"media.UploadURL": {path: root + "cms/v2/media", arrived: memberOf("url"),
			made: func(s string) string { return "https://files.test/" + utf8Text(s) },
			call: func(ctx context.Context, site *cms.Client, s string) error {
				return failing(media.New(site).UploadURL(ctx, "https://files.test/"+s, nil))
			}},
	}
}
