package benchmark

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// BenchmarkEnsureMany brings a thousand posts with EnsureMany and a thousand others with single
// Ensures, a hundred of each in turns: new ones, and then the same ones unchanged. The
// site is that of FONTCMS_SITE, or the server in memory.
func BenchmarkEnsureMany(b *testing.B) {
	site, sent := ensured(b)
	for b.Loop() {
		stamp := fmt.Sprintf("bench-%x", time.Now().UnixNano())
		for _, state := range []string{"new", "same"} {
			var took [2]time.Duration
			var requests [2]int64
			for round := range 10 {
				for i, bring := range []func(*testing.B, *cms.Client, []cms.Wanted[cms.PostParams]){many, singles} {
					all := wantedPosts(fmt.Sprintf("%s-%d-%d", stamp, i, round))
					began, before := time.Now(), sent.Load()
					bring(b, site, all)
					took[i], requests[i] = took[i]+time.Since(began), requests[i]+sent.Load()-before
				}
			}
			for i, name := range []string{"many", "single"} {
				b.ReportMetric(took[i].Seconds(), name+"-"+state+"-s")
				b.ReportMetric(float64(requests[i]), name+"-"+state+"-requests")
			}
		}
	}
}

// ensured is a site, and the number of requests that were sent to it.
func ensured(b *testing.B) (*cms.Client, *atomic.Int64) {
	b.Helper()
	env := os.Getenv
	address, prefix, user, password := env("FONTCMS_SITE"), env("FONTCMS_PREFIX"), env("FONTCMS_USER"),
		env("FONTCMS_APP_PASSWORD")
	if address == "" {
		memory := cmstest.NewServer(cmstest.WithTest(b))
		address, user, password = memory.URL, "admin", memory.AppPassword("admin")
	}
	sent := &atomic.Int64{}
	site, err := cms.New(address, cms.WithPrefix(cmp.Or(prefix, "cms")), cms.WithApplicationPassword(user, password),
		cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return counting(func(r *http.Request) (*http.Response, error) {
				sent.Add(1)
				return next.RoundTrip(r)
			})
		}))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(site.CloseIdleConnections)
	return site, sent
}

type counting func(*http.Request) (*http.Response, error)

func (c counting) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

// wantedPosts are a hundred posts.
func wantedPosts(stamp string) (all []cms.Wanted[cms.PostParams]) {
	for i := range 100 {
		slug := fmt.Sprintf("%s-%02d-x", stamp, i)
		all = append(all, cms.Wanted[cms.PostParams]{Slug: slug, Params: &cms.PostParams{
			Title: &slug, Content: new("Pairs of letters."), Status: new(cms.StatusPublish)}})
	}
	return all
}

func many(b *testing.B, site *cms.Client, all []cms.Wanted[cms.PostParams]) {
	b.Helper()
	for _, done := range site.Posts.EnsureMany(b.Context(), all, nil) {
		if done.Err != nil {
			b.Fatal(done.Err)
		}
	}
}

func singles(b *testing.B, site *cms.Client, all []cms.Wanted[cms.PostParams]) {
	b.Helper()
	for _, one := range all {
		if _, err := site.Posts.Ensure(b.Context(), one.Slug, one.Params); err != nil {
			b.Fatal(err)
		}
	}
}
