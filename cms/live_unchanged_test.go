package cms_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// capping is a plugin of the live site. It keeps as many revisions of a post as the
// slug of the post says, as WP_POST_REVISIONS does of all.
const capping = `<?php
add_filter('wp_revisions_to_keep', function ($keep, $post) {
	return preg_match('/^capped-(\d+)-/', $post->post_name, $found) ? (int) $found[1] : $keep;
}, 10, 2);
`

// capRevisions puts the plugin into the site.
func capRevisions(t *testing.T) {
	t.Helper()
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	folder := filepath.Join(lab, "wp/wp-content/mu-plugins")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	plugin := filepath.Join(folder, "capping.php")
	if err := os.WriteFile(plugin, []byte(capping), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Remove(plugin); err != nil {
			t.Error(err)
		}
	})
}

// intruder lets somebody else act once, right before a POST whose body has a text.
type intruder struct {
	text string
	act  func()
	sent int
}

func (i *intruder) RoundTrip(r *http.Request) (*http.Response, error) {
	i.sent++
	if i.act != nil && r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
		if strings.Contains(string(body), i.text) {
			act := i.act
			i.act = nil
			act()
		}
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestLiveUpdateIfUnchangedLosesNothingInSilence has posts with fewer, as many and
// more revisions than the site keeps.
func TestLiveUpdateIfUnchangedLosesNothingInSilence(t *testing.T) {
	t.Parallel()
	site, editor := sitetest.Live(t), sitetest.LiveAs(t, "editor")
	capRevisions(t)
	ctx := t.Context()
	theirs := func(id int64, params ...*cms.PostParams) error {
		for _, p := range params {
			if _, err := editor.Posts.Update(ctx, id, p); err != nil {
				return err
			}
		}
		return nil
	}
	autosave := func(id int64) error {
		_, err := editor.Posts.Autosaves(id).Create(ctx, &cms.PostParams{Content: new("an autosave")})
		return err
	}
	text := func(s string) *cms.PostParams { return &cms.PostParams{Content: &s} }
	for name, test := range map[string]struct {
		act  func(id int64) error
		lost bool // a text of theirs
	}{
		"nobody": {act: func(int64) error { return nil }},
		"once":   {func(id int64) error { return theirs(id, text("theirs")) }, true},
		"twice": {func(id int64) error { return theirs(id, text("theirs"), text("theirs again")) },
			true},
		"their title and text": {func(id int64) error {
			return theirs(id, &cms.PostParams{Title: new("theirs")}, text("theirs"))
		}, true},
		"what we write": {act: func(id int64) error { return theirs(id, text("ours")) }},
		"an autosave":   {act: autosave},
		"a text, and then an autosave": {func(id int64) error {
			return errors.Join(theirs(id, text("theirs")), autosave(id))
		}, true},
	} {
		for _, keeps := range []int{1, 2, 3, 5, 100} {
			counts := []int{0, keeps - 1, keeps}
			if keeps == 100 {
				counts = []int{0, 1, 2}
			}
			for _, edits := range slices.Compact(counts) {
				for _, first := range []bool{false, true} { // they act before our first POST, or before the one with our text
					if first && edits > 0 {
						continue // they are the same
					}
					t.Run(fmt.Sprintf("%s, %d edits, of %d, first %v", name, edits, keeps, first), func(t *testing.T) {
						t.Parallel()
						post, err := site.Posts.Create(ctx, &cms.PostParams{
							Slug: new(fmt.Sprintf("capped-%d-%d", keeps, time.Now().UnixNano())), Title: new("One"), Content: new("content"),
							Status: new(cms.StatusPublish),
						})
						if err != nil {
							t.Fatal(err)
						}
						t.Cleanup(func() {
							if _, err := site.Posts.Delete(context.Background(), post.ID); err != nil {
								t.Error(err)
							}
						})
						for n := range edits {
							if err := theirs(post.ID, text(fmt.Sprint("content ", n))); err != nil {
								t.Fatal(err)
							}
						}
						read, err := site.Posts.Get(ctx, post.ID, cms.InContext(cms.ContextEdit))
						if err != nil {
							t.Fatal(err)
						}
						line := &intruder{act: func() {
							if err := test.act(post.ID); err != nil {
								t.Error(err)
							}
						}}
						if !first {
							line.text = "ours"
						}
						ours := stub.Dial(t, site.Site(), cms.WithPrefix(site.Prefix()),
							cms.WithHTTPClient(&http.Client{Transport: line}),
							cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")))
						_, err = ours.Posts.UpdateIfUnchanged(ctx, read, text("ours"))
						told := errors.Is(err, cms.ErrOverwritten) || errors.Is(err, cms.ErrUnverifiable) ||
							errors.Is(err, cms.ErrChanged)
						switch {
						case err != nil && !told:
							t.Errorf("Posts.UpdateIfUnchanged: error %v, want nil or ErrChanged", err)
						case test.lost && !told:
							t.Errorf("Posts.UpdateIfUnchanged overwrote a text of others: error %v, want ErrChanged", err)
						case name == "nobody" && keeps > 1 && err != nil:
							t.Errorf("Posts.UpdateIfUnchanged without another writer: error %v, want nil", err)
						}
						switch {
						case line.sent > 4:
							t.Errorf("%d requests, want at most 4", line.sent)
						case edits > 0 && line.sent > 3:
							t.Errorf("%d requests, want at most 3", line.sent)
						}
					})
				}
			}
		}
	}
}
