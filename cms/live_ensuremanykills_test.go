package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// liveWanted returns n posts with slugs of their own. They are deleted at the end.
func liveWanted(t *testing.T, site *cms.Client, n int) []cms.Wanted[cms.PostParams] {
	t.Helper()
	stamp := "k" + strconv.FormatInt(time.Now().UnixMicro(), 36)
	all := lots(n)
	for i := range all {
		all[i].Slug = fmt.Sprintf("%s-%04d-x", stamp, i)
		all[i].Params.Title = new(all[i].Slug)
	}
	t.Cleanup(func() {
		for post, err := range site.Posts.All(context.Background(), &cms.PostListOptions{Search: stamp,
			Status: []cms.Status{cms.StatusAny, cms.StatusTrash}}, cms.Fields("id")) {
			if err == nil {
				_, _ = site.Posts.Delete(context.Background(), post.ID)
			}
		}
	})
	return all
}

// TestLiveEnsureManyMakesOneRecordThroughKills ends a process at each of its requests, or loses the
// response of one. A request that is lost is carried out, or not. Half of the posts exist and differ.
// Without FONTCMS_SOAK it takes every second request.
func TestLiveEnsureManyMakesOneRecordThroughKills(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	cases, step := 0, int64(2)
	if os.Getenv("FONTCMS_SOAK") != "" {
		step = 1
	}
	for _, killed := range []bool{true, false} {
		for _, arrives := range []bool{true, false} {
			begin := int64(1)
			if !arrives {
				begin = step
			}
			for at := begin; ; at += step {
				all := liveWanted(t, site, 6)
				for _, one := range site.Posts.EnsureMany(t.Context(), all[:3], nil) {
					if one.Err != nil {
						t.Fatal(one.Err)
					}
				}
				all[1].Params.Content = new("New.")
				var sent atomic.Int64
				first, err := cms.New(site.Site(), cms.WithPrefix(site.Prefix()), cms.WithApplicationPassword(
					os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")),
					cms.WithRetry(cms.Retry{Attempts: 4, MinWait: time.Microsecond, MaxWait: time.Millisecond}),
					cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(r *http.Request) (*http.Response, error) {
						n := sent.Add(1)
						if n == at && !arrives || n > at && killed {
							return nil, errors.New("killed")
						}
						resp, err := http.DefaultTransport.RoundTrip(r)
						if n == at && err == nil {
							_ = resp.Body.Close()
							return nil, errors.New("killed")
						}
						return resp, err
					})}))
				if err != nil {
					t.Fatal(err)
				}
				when := fmt.Sprintf("request %d is lost, killed: %t, arrives: %t", at, killed, arrives)
				for i, one := range first.Posts.EnsureMany(t.Context(), all, nil) {
					if one.Err != nil && !killed {
						t.Errorf("EnsureMany, %s: record %d: %v, want no error", when, i, one.Err)
					}
				}
				for i, one := range site.Posts.EnsureMany(t.Context(), all, nil) {
					if one.Err != nil {
						t.Errorf("EnsureMany after %s: record %d: %v, want no error", when, i, one.Err)
					}
				}
				slugs := map[string]int{}
				for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{Search: all[0].Slug[:len(all[0].Slug)-7],
					Status: []cms.Status{cms.StatusAny, cms.StatusTrash}}, cms.Fields("id", "slug")) {
					if err != nil {
						t.Fatal(err)
					}
					slugs[post.Slug]++
				}
				for _, one := range all {
					if slugs[one.Slug] != 1 || len(slugs) != len(all) {
						t.Errorf("EnsureMany after %s: posts %v, want one with each slug", when, slugs)
						break
					}
				}
				if cases++; sent.Load() < at {
					break
				}
			}
		}
	}
	t.Logf("%d lost requests", cases)
}

// TestLiveEnsureManyOfUnchangedPostsWritesNoRow brings posts twice, 100 or as many as
// FONTCMS_LIVE_POSTS names. The tables tell whether the second call wrote.
func TestLiveEnsureManyOfUnchangedPostsWritesNoRow(t *testing.T) { //nolint:paralleltest // other tests write rows
	site, lab, n := sitetest.Live(t), os.Getenv("FONTCMS_LAB"), 100
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	if posts, err := strconv.Atoi(os.Getenv("FONTCMS_LIVE_POSTS")); err == nil {
		n = posts
	}
	var sent atomic.Int64
	counted, err := site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(r *http.Request) (*http.Response, error) {
			sent.Add(1)
			return next.RoundTrip(r)
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	rows := func() string {
		command := exec.CommandContext(t.Context(), "mariadb", "--no-defaults", "-uroot", "-N", "-S",
			filepath.Join(lab, "run/db.sock"), "wp", "-e", `select count(*), max(ID), max(post_modified_gmt),
				sum(post_type = 'revision') from wp_posts; select count(*), max(meta_id) from wp_postmeta`)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("mariadb: %v: %s, want no error", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	all := liveWanted(t, site, n)
	bring := func(want cms.EnsureAction) (int64, time.Duration) {
		before, began := sent.Load(), time.Now()
		for i, one := range counted.Posts.EnsureMany(t.Context(), all, nil) {
			if one.Err != nil || one.Action != want {
				t.Errorf("EnsureMany: record %d is %q, error %v, want %q", i, one.Action, one.Err, want)
			}
		}
		return sent.Load() - before, time.Since(began)
	}
	created, took := bring(cms.EnsureCreated)
	before := rows()
	unchanged, again := bring(cms.EnsureUnchanged)
	t.Logf("%d posts: %d requests in %s when new, %d in %s when unchanged", n, created, took, unchanged, again)
	if after := rows(); after != before {
		t.Errorf("EnsureMany of unchanged posts: the tables have %s, want %s as before", after, before)
	}
	if unchanged > int64(n/25+1) {
		t.Errorf("EnsureMany of %d unchanged posts sent %d requests, want at most %d", n, unchanged, n/25+1)
	}
}
