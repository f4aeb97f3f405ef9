package resilience

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
)

// failingSite is a site that fails after a number of requests.
type failingSite struct {
	site     http.Handler
	password string
	fail     func(req *http.Request) (*http.Response, error)

	mutex sync.Mutex
	left  int // requests before the site fails
}

func (f *failingSite) respond(req *http.Request) (*http.Response, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.left--; f.left < 0 {
		return f.fail(req)
	}
	request := req.Clone(req.Context())
	if request.Body == nil {
		request.Body = http.NoBody
	}
	request.SetBasicAuth("admin", f.password)
	recorder := httptest.NewRecorder()
	f.site.ServeHTTP(recorder, request)
	response := recorder.Result()
	response.Request = req
	return response, nil
}

func failWith(status int, header, body string) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		recorder := httptest.NewRecorder()
		recorder.Header().Set("Content-Type", header)
		recorder.WriteHeader(status)
		_, _ = recorder.WriteString(body)
		response := recorder.Result()
		response.Request = req
		return response, nil
	}
}

// failures are the ways in which a site fails from some request on.
func failures() map[string]func(*http.Request) (*http.Response, error) {
	refusal := func(status int, code string) func(*http.Request) (*http.Response, error) {
		body := fmt.Sprintf(`{"code":%q,"message":"No.","data":{"status":%d}}`, code, status)
		return failWith(status, "application/json", body)
	}
	return map[string]func(*http.Request) (*http.Response, error){
		"in maintenance": refusal(503, "wp_die"),
		"refusing":       refusal(403, "rest_forbidden"),
		"failing":        refusal(500, "internal_server_error"),
		"a web page":     failWith(200, "text/html", "<html><title>Home</title></html>"),
		"empty lists":    failWith(200, "application/json", "[]"),
		"lost":           func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
	}
}

// several are calls whose results have an error each.
func several() map[string]decoder {
	each := func(f func(ctx context.Context, c *cms.Client) []error) decoder {
		return decoder{decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return nil, errors.Join(f(ctx, c)...)
		})}
	}
	return map[string]decoder{
		"Posts.EnsureMany of two": each(func(ctx context.Context, c *cms.Client) (errs []error) {
			wanted := []cms.Wanted[cms.PostParams]{
				{Slug: "one", Params: &cms.PostParams{Title: new("a")}}, {Slug: "two", Params: &cms.PostParams{Title: new("b")}},
			}
			for _, done := range c.Posts.EnsureMany(ctx, wanted, nil) {
				errs = append(errs, done.Err)
			}
			return errs
		}),
		"terms.EnsureMany of two": each(func(ctx context.Context, c *cms.Client) (errs []error) {
			wanted := []cms.Wanted[terms.Params]{
				{Slug: "one", Params: &terms.Params{Name: new("One")}}, {Slug: "two", Params: &terms.Params{Name: new("Two")}},
			}
			for _, done := range terms.Tags(c).EnsureMany(ctx, wanted, nil) {
				errs = append(errs, done.Err)
			}
			return errs
		}),
		"menus.EnsureItems of two": each(func(ctx context.Context, c *cms.Client) (errs []error) {
			menu, err := menus.New(c).Ensure(ctx, "Main", nil)
			if err != nil {
				return []error{err}
			}
			wanted := []menus.WantedItem{
				{Params: &cms.MenuItemParams{Title: new("One"), URL: new("https://one.example")}},
				{Params: &cms.MenuItemParams{Title: new("Two"), URL: new("https://two.example")}},
			}
			for _, done := range menus.New(c).EnsureItems(ctx, menu.ID, wanted, nil) {
				errs = append(errs, done.Err)
			}
			return errs
		}),
		"batch.SendAll of two": each(func(ctx context.Context, c *cms.Client) (errs []error) {
			items := []batch.Item{
				c.Posts.CreateRequest(&cms.PostParams{Title: new("a")}), c.Posts.CreateRequest(&cms.PostParams{Title: new("b")}),
			}
			for _, done := range batch.SendAll(ctx, c, slices.Values(items), nil) {
				errs = append(errs, done.Err)
			}
			return errs
		}),
	}
}

var beginning = regexp.MustCompile(`cms: (?:[\w-]+\.\w+|(?:GET|POST|PUT|PATCH|DELETE) \S+)`)

// doubled returns the beginning that a line of an error's text has more than once, "" if no line
// has.
func doubled(err error) string {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		seen := map[string]bool{}
		for _, one := range beginning.FindAllString(line, -1) {
			if seen[one] {
				return one
			}
			seen[one] = true
		}
	}
	return ""
}

// TestErrorsNameTheirOperationOnce lets every call fail at each of its first requests.
func TestErrorsNameTheirOperationOnce(t *testing.T) {
	t.Parallel()
	all := decoders()
	names := asking(t)
	maps.Copy(all, several())
	names = append(names, slices.Sorted(maps.Keys(several()))...)
	for trouble, fail := range failures() {
		t.Run(trouble, func(t *testing.T) {
			t.Parallel()
			site := cmstest.NewServer(cmstest.WithPrefix("wp"), cmstest.WithSample())
			defer site.Close()
			failed := 0
			for _, name := range names {
				for left := range 8 {
					f := &failingSite{site: site.Handler(), password: site.AppPassword("admin"), fail: fail, left: left}
					var err error
					synctest.Test(t, func(t *testing.T) {
						_, err = all[name].decode(attacked{t, context.WithValue(t.Context(), against{}, f)}, nil)
					})
					if f.left >= 0 { // the call sends no further request
						break
					}
					if err == nil {
						continue
					}
					failed++
					if text := doubled(err); text != "" {
						t.Errorf("%s, %s after %d requests: error %q, want %q once", name, trouble, left, err, text)
					}
				}
			}
			if 2*failed < len(names) { // an empty list is no error for many
				t.Errorf("%d calls, %s: %d errors, want at least half as many", len(names), trouble, failed)
			}
		})
	}
}
