package resilience

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// content is a small site: 25 posts, 5 pages and one of most other things.
func content() string {
	posts, pages := make([]string, 25), make([]string, 5)
	for i := range posts {
		posts[i] = fmt.Sprintf(`{"id":%d,"title":"Post %d"}`, 101+i, i)
	}
	for i := range pages {
		pages[i] = fmt.Sprintf(`{"id":%d,"title":"Page %d"}`, 201+i, i)
	}
	return `{"version":1,"posts":[` + strings.Join(posts, ",") + `],"pages":[` + strings.Join(pages, ",") + `],
		"menus":[{"id":20,"name":"Main"}],"menu-items":[{"id":97,"title":"Home","url":"https://site.test/","menus":20}],
		"blocks":[{"id":95,"title":"Head"}],"media":[{"id":80,"filename":"a.png","width":400,"height":300}],
		"revisions":[{"id":90,"parent":101,"title":"Old"}],"autosaves":[{"id":91,"parent":101,"author":1,"content":"c"}],
		"snippets":[{"id":5,"name":"S","code":"echo 1;"}],"analytics":[{"date":"2026-04-30","path":"/one/","visitors":2,
		"pageviews":3}]}`
}

var errBroken = errors.New("the file is broken")

// broken is a content that cannot be read to its end.
func broken() io.Reader {
	return io.MultiReader(strings.NewReader("abc"), readerFunc(func([]byte) (int, error) { return 0, errBroken }))
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// walked takes so many of a walk, all of it below 0.
func walked[T any](walk iter.Seq2[T, error], n int) error {
	for _, err := range walk {
		if n--; err != nil || n == 0 {
			return err
		}
	}
	return nil
}

func failed[T any](_ T, err error) error { return err }

type houseCall = func(ctx context.Context, h *house) error

// houseCalls are one of each kind.
func houseCalls() []houseCall {
	return append(append(readCalls(), writeCalls()...), otherCalls()...)
}

func readCalls() []houseCall {
	ten := &cms.PostListOptions{PerPage: 10}
	return []houseCall{
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.List(ctx, ten)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Get(ctx, 101)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Get(ctx, 999)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Count(ctx, nil)) },
		func(ctx context.Context, h *house) error { return walked(h.site.Posts.All(ctx, ten), -1) },
		func(ctx context.Context, h *house) error { return walked(h.site.Posts.All(ctx, ten), 3) },
		func(ctx context.Context, h *house) error {
			return walked(h.site.Posts.All(ctx, &cms.PostListOptions{PerPage: 3}, cms.Prefetch(4)), -1)
		},
		func(ctx context.Context, h *house) error {
			return walked(h.site.Posts.All(ctx, &cms.PostListOptions{PerPage: 3}, cms.Prefetch(4)), 2)
		},
		func(ctx context.Context, h *house) error {
			return walked(h.site.Posts.Pages(ctx, &cms.PostListOptions{PerPage: 5}, cms.Exact(), cms.Prefetch(2)), 2)
		},
		func(ctx context.Context, h *house) error {
			return walked(h.site.Posts.All(ctx, &cms.PostListOptions{PerPage: 5}, cms.Exact()), -1)
		},
		func(ctx context.Context, h *house) error {
			return walked(h.site.Posts.GetMany(ctx, []int64{101, 102, 999}, nil), -1)
		},
		func(ctx context.Context, h *house) error { return failed(h.site.Pages.List(ctx, nil)) },
		func(ctx context.Context, h *house) error { return failed(h.site.MenuItems.List(ctx, nil)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Blocks.Get(ctx, 95)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Revisions(101).List(ctx, nil)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Autosaves(101).List(ctx)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Index(ctx)) },
		func(ctx context.Context, h *house) error { return failed(describe.Of(ctx, h.site.Read, "")) }, // above the limit
		func(ctx context.Context, h *house) error {
			return failed(describe.Of(ctx, h.site.Read, cms.NamespaceOEmbed))
		},
		func(ctx context.Context, h *house) error { return failed(h.site.Verify(ctx)) },
		func(ctx context.Context, h *house) error { return failed(connect.Diagnose(ctx, h.site)) },
		func(ctx context.Context, h *house) error {
			return failed(h.site.Posts.List(ctx, nil, cms.Timeout(2*time.Millisecond), cms.Attempts(1)))
		},
		func(ctx context.Context, h *house) error {
			return failed(cms.Do(ctx, h.site, cms.Request[cms.Raw]{Path: "cms/v2/posts"}))
		},
	}
}

func writeCalls() []houseCall {
	params := func() *cms.PostParams { return &cms.PostParams{Title: new("New"), Status: new(cms.StatusPublish)} }
	return []houseCall{
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Create(ctx, params())) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Update(ctx, 101, params())) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Trash(ctx, 102)) },
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Delete(ctx, 103)) },
		func(ctx context.Context, h *house) error {
			return failed(h.site.Posts.Ensure(ctx, "ensured", params()))
		},
		func(ctx context.Context, h *house) error {
			return failed(h.site.Posts.Autosaves(101).Create(ctx, &cms.PostParams{Content: new("x")}))
		},
		func(ctx context.Context, h *house) error { return failed(h.site.Posts.Revisions(101).Delete(ctx, 90)) },
		func(ctx context.Context, h *house) error {
			return failed(h.site.Pages.Create(ctx, &cms.PageParams{Title: new("x")}))
		},
		func(ctx context.Context, h *house) error {
			return failed(h.site.Blocks.Create(ctx, &cms.BlockParams{Title: new("x"), Content: new("y")}))
		},
		func(ctx context.Context, h *house) error {
			return failed(batch.New(h.site).Add(h.site.Posts.CreateRequest(params())).Delete("cms/v2/pages/201", nil).Do(ctx))
		},
		func(ctx context.Context, h *house) error {
			b := batch.New(h.site).OneByOne().SplitLarge()
			for range 27 {
				b.Add(h.site.Posts.UpdateRequest(101, params()))
			}
			return failed(b.Do(ctx))
		},
		func(ctx context.Context, h *house) error { // refused before it is sent
			return failed(h.site.Posts.Update(ctx, 101, &cms.PostParams{Extra: cms.Extra{"id": json.RawMessage("7")}}))
		},
	}
}

func otherCalls() []houseCall {
	picture := bytes.Repeat([]byte("GIF89a"), 20<<10)
	upload := func(change func(*media.File)) houseCall {
		return func(ctx context.Context, h *house) error {
			file := media.Bytes("a.txt", picture)
			file.Type = "text/plain"
			change(&file)
			return failed(media.New(h.site).Upload(ctx, file, &media.Params{Title: new("x")}))
		}
	}
	once := func(content func() io.Reader) func(*media.File) {
		return func(f *media.File) { f.Open, f.Size, f.Reader = nil, 0, content() }
	}
	return []houseCall{
		upload(func(*media.File) {}),
		upload(func(f *media.File) { f.Raw = true }),
		upload(func(f *media.File) { f.Size++ }),
		upload(func(f *media.File) { f.Open = func() (io.ReadCloser, error) { return nil, errBroken } }),
		upload(once(func() io.Reader { return bytes.NewReader(picture) })),
		upload(once(broken)),
		func(ctx context.Context, h *house) error { return failed(media.New(h.site).List(ctx, nil)) },
		func(ctx context.Context, h *house) error { return failed(media.New(h.site).Delete(ctx, 80)) },
		func(ctx context.Context, h *house) error { return failed(snippets.New(h.site).List(ctx, nil)) },
		func(ctx context.Context, h *house) error { return failed(snippets.New(h.site).Activate(ctx, 5)) },
		func(ctx context.Context, h *house) error { return failed(snippets.New(h.site).ExportCode(ctx, 5)) },
		func(ctx context.Context, h *house) error { return walked(snippets.New(h.site).All(ctx, nil), 1) },
		func(ctx context.Context, h *house) error {
			return failed(analytics.New(h.site, analytics.WithNamespace(analytics.KokoNamespace)).Stats(ctx, nil))
		},
		func(ctx context.Context, h *house) error { return failed(blockvisibility.New(h.site).Settings(ctx)) },
		func(ctx context.Context, h *house) error {
			return failed(archiver.New(h.site).GetSnapshots(ctx, "https://site.test/", ""))
		},
		func(ctx context.Context, h *house) error {
			return failed(oembed.New(h.site).Embed(ctx, h.backend.URL+"/?p=101", nil))
		},
		func(ctx context.Context, h *house) error { return failed(h.fonts.List(ctx, nil)) },
		func(ctx context.Context, h *house) error {
			return walked(h.fonts.All(ctx, &fonts.ListOptions{Size: 4}, fonts.Prefetch(3)), 6)
		},
		func(ctx context.Context, h *house) error {
			return walked(h.fonts.All(ctx, &fonts.ListOptions{Size: 4}), -1)
		},
		func(ctx context.Context, h *house) error { // clients of their own
			found, err := connect.Discover(ctx, h.site.Site()+"/", cms.WithRetry(cms.Retry{Attempts: 1}))
			if err == nil {
				found.CloseIdleConnections()
			}
			return err
		},
		func(ctx context.Context, h *house) error {
			derived, err := h.site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper { return next }),
				cms.WithMaxConcurrent(2))
			if err != nil {
				return err
			}
			return walked(derived.Posts.All(ctx, &cms.PostListOptions{PerPage: 3}, cms.Prefetch(5)), 4)
		},
	}
}
