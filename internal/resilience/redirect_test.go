package resilience

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// write is a call that writes.
type write struct {
	name string
	call func(ctx context.Context, site *cms.Client) error
}

// failed is the error of a call.
// changes are the calls that write, of all packages.
func changingCalls() []write {
	title := &cms.PostParams{Title: new("One")}
	png := func() media.File { return media.Bytes("a.png", []byte("content")) }
	reader := func() media.File {
		return media.File{Name: "a.png", Type: "image/png", Reader: strings.NewReader("content")}
	}
	raw := func() media.File {
		file := png()
		file.Raw = true
		return file
	}
	all := []write{
		{"posts.Create", func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Create(ctx, title)) }},
		{"posts.Trash", func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Trash(ctx, 5)) }},
		{"posts.Delete", func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Delete(ctx, 5)) }},
		{"pages.Create", func(ctx context.Context, c *cms.Client) error { return failed(c.Pages.Create(ctx, nil)) }},
		{"pages.Delete", func(ctx context.Context, c *cms.Client) error { return failed(c.Pages.Delete(ctx, 5)) }},
		{"blocks.Update", func(ctx context.Context, c *cms.Client) error { return failed(c.Blocks.Update(ctx, 5, nil)) }},
		{"blocks.Trash", func(ctx context.Context, c *cms.Client) error { return failed(c.Blocks.Trash(ctx, 5)) }},
		{"menu items.Create", func(ctx context.Context, c *cms.Client) error { return failed(c.MenuItems.Create(ctx, nil)) }},
		{"menu items.Delete", func(ctx context.Context, c *cms.Client) error { return failed(c.MenuItems.Delete(ctx, 5)) }},
		{"posts.Ensure", func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Ensure(ctx, "one", title)) }},
		{"posts.UpdateIfUnchanged", func(ctx context.Context, c *cms.Client) error {
			post, err := c.Posts.Get(ctx, 5, cms.InContext(cms.ContextEdit))
			if err != nil {
				return err
			}
			return failed(c.Posts.UpdateIfUnchanged(ctx, post, title))
		}},
		{"autosave", func(ctx context.Context,
			c *cms.Client) error {
			return failed(c.Posts.Autosaves(5).Create(ctx, title))
		}},
		{"revision.Delete", func(ctx context.Context,
			c *cms.Client) error {
			return failed(c.Posts.Revisions(5).Delete(ctx, 7))
		}},
		{"batch", func(ctx context.Context, c *cms.Client) error {
			return failed(batch.New(c).Add(c.Posts.UpdateRequest(5, title), c.Posts.TrashRequest(5),
				c.Posts.CreateRequest(title)).Do(ctx))
		}},
		{"batch, one by one", func(ctx context.Context, c *cms.Client) error {
			return failed(batch.New(c).OneByOne().Add(c.Posts.DeleteRequest(5)).Do(ctx))
		}},
		{"media.Upload", func(ctx context.Context,
			c *cms.Client) error {
			return failed(media.New(c).Upload(ctx, png(), nil))
		}},
		{"media.Upload of a file", func(ctx context.Context,
			c *cms.Client) error {
			return failed(media.New(c).Upload(ctx, raw(), nil))
		}},
		{"media.Upload of a reader", func(ctx context.Context,
			c *cms.Client) error {
			return failed(media.New(c).Upload(ctx, reader(), nil))
		}},
		{"media.Edit", func(ctx context.Context, c *cms.Client) error {
			return failed(media.New(c).Edit(ctx, 5,
				&media.EditParams{Src: "a.png", Modifiers: media.Modifiers{media.Rotate{Angle: 90}}}))
		}},
		{"media.Sideload", func(ctx context.Context, c *cms.Client) error {
			return failed(media.New(c).Sideload(ctx, 5, png(), &media.SideloadParams{ImageSize: media.SizeNames{"thumbnail"}}))
		}},
		{"media.Finalize", func(ctx context.Context,
			c *cms.Client) error {
			return failed(media.New(c).Finalize(ctx, 5, nil))
		}},
		{"media.PostProcess", func(ctx context.Context,
			c *cms.Client) error {
			return failed(media.New(c).PostProcess(ctx, 5))
		}},
		{"media.Update", func(ctx context.Context, c *cms.Client) error { return failed(media.New(c).Update(ctx, 5, nil)) }},
		{"media.Delete", func(ctx context.Context, c *cms.Client) error { return failed(media.New(c).Delete(ctx, 5)) }},
		{"snippets.Create", func(ctx context.Context,
			c *cms.Client) error {
			return failed(snippets.New(c).Create(ctx, nil))
		}},
		{"snippets.Delete", func(ctx context.Context, c *cms.Client) error { return failed(snippets.New(c).Delete(ctx, 5)) }},
		{"block visibility.Update", func(ctx context.Context, c *cms.Client) error {
			return failed(blockvisibility.New(c).Update(ctx, func(*blockvisibility.Settings) error { return nil }))
		}},
		{"archiver.TriggerSnapshot", func(ctx context.Context, c *cms.Client) error {
			return failed(archiver.New(c).TriggerSnapshot(ctx, "https://docs.example.org/one/", ""))
		}},
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch} {
		by := cms.UpdateMethod(method)
		all = append(all,
			write{"posts.Update by " + method,
				func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Update(ctx, 5, title, by)) }},
			write{"snippets.Update by " + method,
				func(ctx context.Context, c *cms.Client) error { return failed(snippets.New(c).Update(ctx, 5, nil, by)) }},
			write{"snippets.Activate by " + method,
				func(ctx context.Context, c *cms.Client) error { return failed(snippets.New(c).Activate(ctx, 5, by)) }},
			write{"snippets.Deactivate by " + method,
				func(ctx context.Context, c *cms.Client) error { return failed(snippets.New(c).Deactivate(ctx, 5, by)) }},
			write{"block visibility.Reset by " + method, func(ctx context.Context, c *cms.Client) error {
				return failed(blockvisibility.New(c).Reset(ctx, blockvisibility.ResetAll, by))
			}},
		)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		for _, repeat := range []cms.Repeat{cms.RepeatByMethod, cms.RepeatSafe, cms.RepeatUnsent} {
			all = append(all, write{fmt.Sprintf("Do %s, repeat %d", method, repeat),
				func(ctx context.Context, c *cms.Client) error {
					r := cms.Request[cms.Nothing]{Method: method, Path: "shop/v1/orders/5", Repeat: repeat}
					if method != http.MethodDelete {
						r.Body = map[string]string{"title": "One"}
					}
					return failed(cms.Do(ctx, c, r))
				}})
		}
	}
	return all
}

// edited is the post 5 in the context "edit", with three revisions.
const edited = `{"id":5,"slug":"one","status":"publish","type":"post","link":"https://docs.example.org/one/",
"date":"2026-01-01T00:00:00",
	"date_gmt":"2026-01-01T00:00:00","modified":"2026-01-02T00:00:00","modified_gmt":"2026-01-02T00:00:00",
	"comment_status":"open","permalink_template":"x",
	"title":{"raw":"One","rendered":"One"},"content":{"raw":"c","rendered":"c"},"excerpt":{"raw":"","rendered":""},
	"_links":{"version-history":[{"count":3,"href":"https://docs.example.org/r"}],"predecessor-version":[{"id":13,
	"href":"https://docs.example.org/r/13"}]}}`

const threeRevisions = `[{"id":13,"parent":5,"slug":"5-revision-v1","title":{"raw":"One"},"content":{"raw":"c"},
"excerpt":{"raw":""}},
	{"id":12,"parent":5,"slug":"5-revision-v1","title":{"raw":"One"},"content":{"raw":"b"},"excerpt":{"raw":""}},
	{"id":11,"parent":5,"slug":"5-revision-v1","title":{"raw":"One"},"content":{"raw":"a"},"excerpt":{"raw":""}}]`

// sound answers the reads of a site.
func sound(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/revisions"):
		answer(w, 200, threeRevisions, totals("3", "1")...)
	case strings.HasSuffix(path, "/5"):
		answer(w, 200, edited)
	case strings.HasSuffix(path, "/settings"):
		answer(w, 200, `{"enable_full_control_mode":{"a":1}}`)
	default:
		answer(w, 200, "[]", totals("0", "0")...)
	}
}

// TestWritesFollowNoRedirect redirects each call that writes, within the origin
// and out of it: the write is sent once, and the error names where it was sent on.
func TestWritesFollowNoRedirect(t *testing.T) {
	t.Parallel()
	places := []struct {
		name  string
		place func(r *http.Request, base string) string
	}{
		{"another record by its path",
			func(*http.Request, string) string { return "/cms-json/cms/v2/posts/2?force=true&token=hidden" }},
		{"another record, relative", func(*http.Request, string) string { return "2?force=true&token=hidden" }},
		{"another record by its address", func(_ *http.Request, base string) string {
			return base + "/cms-json/cms/v2/posts/2?force=true&token=hidden"
		}},
		{"itself", func(r *http.Request, _ string) string { return r.URL.RequestURI() }},
		{"itself with an argument", func(r *http.Request, base string) string { return base + r.URL.Path + "?token=hidden" }},
		{"another host", func(r *http.Request, base string) string {
			return strings.Replace(base, "127.0.0.1", "localhost", 1) + r.URL.RequestURI()
		}},
	}
	for _, change := range changingCalls() {
		t.Run(change.name, func(t *testing.T) {
			t.Parallel()
			var wrong []string
			for _, place := range places {
				for _, status := range []int{301, 302, 303, 307, 308} {
					for _, override := range []bool{false, true} {
						if err := redirectWrite(t, change, status, place.place, override); err != nil {
							wrong = append(wrong, fmt.Sprintf("%d to %s, method override %t: %v", status, place.name, override, err))
						}
					}
				}
			}
			if len(wrong) > 0 {
				t.Errorf("Writes to a redirect: %d of 60 rows fail, want none; the last: %s", len(wrong), wrong[len(wrong)-1])
			}
		})
	}
}

func redirectWrite(t *testing.T, change write, status int, place func(*http.Request, string) string,
	override bool) error {
	t.Helper()
	var base string
	s := newServer(t, 40, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			sound(w, r)
			return
		}
		answer(w, status, "", "Location: "+place(r, base))
	})
	base = s.listen(t)
	var options []cms.Option
	if override {
		options = append(options, cms.WithMethodOverride())
	}
	err := change.call(bounded(t), dial(t, base, options...))
	writes := s.writes()
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case len(writes) != 1:
		return fmt.Errorf("%d writes were sent, not 1, the last of them %v", len(writes), writes[max(len(writes)-1, 0):])
	case !ok || !errors.Is(err, cms.ErrRedirected) || e.Status != status:
		return fmt.Errorf("the error is %w", err)
	case strings.Contains(err.Error(), "hidden") || strings.Contains(e.Hint, "force"):
		return fmt.Errorf("the error tells the query: %w", err)
	}
	return nil
}

// TestRedirectHintNamesTheAddressOfTheSite redirects a write to where the
// site has moved.
func TestRedirectHintNamesTheAddressOfTheSite(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]string{
		"https://www.example.org/cms-json/cms/v2/posts/5": "https://www.example.org",
		"https://docs.example.org/cms-json/cms/v2/posts":  "https://docs.example.org",
		"/cms-json/cms/v2/posts/5/":                       "https://docs.example.org",
		"/docs/cms-json/cms/v2/posts/5?token=hidden":      "https://docs.example.org/docs",
		"5?token=hidden": "https://docs.example.org",
	} {
		s := newServer(t, 1, respondAlways(307, "", "Location: "+location))
		_, err := s.site(t).Posts.Update(bounded(t), 5, nil)
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || !strings.Contains(e.Hint, want) {
			t.Errorf("Update with a redirect to %s: error %[3]v, want a hint that names %[2]s", location, want, err)
		} else if strings.Contains(e.Hint, "hidden") {
			t.Errorf("Update with a redirect to %s: error %v, want no query in the hint", location, err)
		}
	}
}

// TestReadsFollowRedirectsWithinTheOrigin keeps what sites need: a read that is
// sent on within the origin arrives, whatever the status, and a loop ends.
func TestReadsFollowRedirectsWithinTheOrigin(t *testing.T) {
	t.Parallel()
	reads := []write{
		{"posts.Get", func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Get(ctx, 5)) }},
		{"posts.List", func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.List(ctx, nil)) }},
		{"posts.Count", func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Count(ctx, nil)) }},
		{"posts.All", func(ctx context.Context, c *cms.Client) error {
			for _, err := range c.Posts.All(ctx, nil) {
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"Do", func(ctx context.Context, c *cms.Client) error {
			return failed(cms.Do(ctx, c, cms.Request[cms.Nothing]{Path: "shop/v1/orders/5"}))
		}},
	}
	for _, read := range reads {
		for _, status := range []int{301, 302, 303, 307, 308} {
			t.Run(fmt.Sprintf("%s, %d", read.name, status), func(t *testing.T) {
				t.Parallel()
				s := newServer(t, 2, func(w http.ResponseWriter, r *http.Request) {
					if strings.HasPrefix(r.URL.Path, "/final") {
						sound(w, r)
						return
					}
					answer(w, status, "", "Location: /final"+r.URL.RequestURI())
				})
				if err := read.call(bounded(t), dial(t, s.listen(t))); err != nil || len(s.seen()) != 2 {
					t.Errorf("Read with a redirect within the origin: %d requests, error %v, want 2 and none", len(s.seen()), err)
				}
				loop := newServer(t, 11, func(w http.ResponseWriter, r *http.Request) {
					answer(w, status, "", "Location: "+r.URL.RequestURI())
				})
				if err := read.call(bounded(t), dial(t, loop.listen(t))); !errors.Is(err, cms.ErrRedirected) {
					t.Errorf("Read with a redirect to itself: error %v, want ErrRedirected", err)
				}
			})
		}
	}
}
