package cms_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestEnsureManyAsksBeforeEachWrite(t *testing.T) {
	t.Parallel()
	all := lots(6)
	server := cmstest.NewServer(cmstest.WithTest(t))
	published(server, all[:4])
	all[2].Params.Title, all[3].Params.Title = new("New"), new("New")
	site := ensurer(t, server, "editor", http.DefaultTransport)
	asked := map[int]string{}
	done, _ := manyDone(t, site, all, &cms.EnsureManyOptions[cms.Post]{MayWrite: func(i int, now *cms.Post) bool {
		if asked[i] = "new"; now != nil {
			asked[i] = now.Title.Raw
		}
		return i%2 == 0
	}})
	if want := map[int]string{2: "Type 2", 3: "Type 3", 4: "new", 5: "new"}; fmt.Sprint(asked) != fmt.Sprint(want) {
		t.Errorf("EnsureMany asked about %v, want %v", asked, want)
	}
	for i, want := range []cms.EnsureAction{cms.EnsureUnchanged, cms.EnsureUnchanged, cms.EnsureUpdated, cms.EnsureRefused,
		cms.EnsureCreated, cms.EnsureRefused} {
		if done[i].Action != want || done[i].Err != nil {
			t.Errorf("EnsureMany with MayWrite: record %d is %q, error %v, want %q", i, done[i].Action, done[i].Err, want)
		}
	}
	switch {
	case done[3].Record == nil:
		t.Error("EnsureMany with MayWrite returned no record for an update that was refused, want the stored record")
	case done[3].Record.Title.Raw != "Type 3":
		t.Errorf("EnsureMany with MayWrite returned %+v for an update that was refused, want it as stored", done[3].Record)
	case done[5].Record != nil:
		t.Errorf("EnsureMany with MayWrite returned %+v for a create that was refused, want nil", done[5].Record)
	}
	if ids, drafts := withSlug(t, server, all[5].Slug); len(ids)+drafts > 0 {
		t.Errorf("EnsureMany made %v and %d drafts of a record that was refused, want none", ids, drafts)
	}
}

func TestEnsureManyOfADryRunSendsOnlyReads(t *testing.T) {
	t.Parallel()
	all := lots(30)
	server := cmstest.NewServer(cmstest.WithTest(t))
	published(server, all[:20])
	all[0].Params.Title = new("New")
	site, err := ensurer(t, server, "editor", http.DefaultTransport).With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	done, counts := manyDone(t, site, all, nil)
	if counts[cms.EnsureUnchanged] != 19 {
		t.Errorf("EnsureMany of a dry run: %v, want 19 unchanged", counts)
	}
	for i, want := range map[int]string{0: "cms/v2/posts/1", 20: "cms/v2/posts", 29: "cms/v2/posts"} {
		e, ok := errors.AsType[*cms.DryRunError](done[i].Err)
		if !ok {
			t.Errorf("EnsureMany of a dry run: record %d: error %v, want a *DryRunError", i, done[i].Err)
		} else if e.Path != want || len(e.Body) == 0 {
			t.Errorf("EnsureMany of a dry run: record %d: a request of %s with the body %q, want %s and a body", i, e.Path,
				e.Body, want)
		}
	}
	if written := writes(server); len(written) > 0 {
		t.Errorf("EnsureMany of a dry run wrote %q, want nothing", written)
	}
}

func TestEnsureManyUpdatesWithTheArgumentsOfTheCall(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	all := lots(3)
	published(server, all)
	var paths []string
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			paths = append(paths, string(body))
			r = r.Clone(r.Context())
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		return http.DefaultTransport.RoundTrip(r)
	}))
	all[1].Params.Title = new("New")
	all = append(all, cms.Wanted[cms.PostParams]{Slug: "new", Params: &cms.PostParams{Title: new("Another")}})
	for i, one := range site.Posts.EnsureMany(t.Context(), all, nil, cms.Argument("lang", "de")) {
		if one.Err != nil {
			t.Errorf("EnsureMany of record %d: error %v, want none", i, one.Err)
		}
	}
	for _, body := range paths {
		if strings.Count(body, `"path"`) != strings.Count(body, "lang=de") {
			t.Errorf("EnsureMany with the argument lang sent the batch %s, want lang=de in each path", body)
		}
	}
	if len(paths) < 2 {
		t.Errorf("EnsureMany of a changed and a new record sent %d batches, want at least two", len(paths))
	}
}

func TestEnsureManyChecksTheArgumentsOfEachItem(t *testing.T) {
	t.Parallel()
	all := lots(2)
	server := cmstest.NewServer(cmstest.WithTest(t))
	published(server, all[:1])
	site, err := ensurer(t, server, "editor", http.DefaultTransport).With(cms.WithCheckedArguments())
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].Params.Extra = cms.Extra{"colour": []byte(`"red"`)}
	}
	done, _ := manyDone(t, site, all, nil)
	for i, one := range done {
		if refused, ok := errors.AsType[*cms.ArgumentError](one.Err); !ok || refused.Argument != "colour" {
			t.Errorf("EnsureMany with an unknown field: record %d: error %v, want the argument colour refused", i, one.Err)
		}
	}
	for _, body := range writes(server) {
		if strings.Contains(body, "colour") {
			t.Errorf("EnsureMany with an unknown field wrote %s, want no such field", body)
		}
	}
}
