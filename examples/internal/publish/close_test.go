package publish

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// watcher calls a function right after the first line that contains a text.
type watcher struct {
	said bytes.Buffer
	text string
	then func()
}

func (w *watcher) Write(p []byte) (int, error) {
	n, err := w.said.Write(p)
	if w.then != nil && strings.Contains(w.said.String(), w.text) {
		then := w.then
		w.then = nil
		then()
	}
	return n, err
}

func TestNewRecordsThatAPersonChangesDuringTheRunAreRefused(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "# A\n\nTo [b](b.md).\n", "b.md": "# B\n\nTo [a](a.md).\n"})
	out := &watcher{text: "create     a.md", then: func() {
		// The page b, which a names, was created before, and does not have the address of a yet.
		edit(t, server, "pages", idOf(t, server, "B"), `{"title": "Theirs"}`)
	}}
	err := Recipe{}.Run(t.Context(), []string{"-site", server.URL, "-prefix", "cms", "-user", "editor", "-dir", dir},
		program.Environment{Password: server.AppPassword("editor"), Out: out, Err: out})
	if !program.IsIncomplete(err) || !strings.Contains(out.said.String(), "refuse     b.md") {
		t.Errorf("publish while a person changed a page: error %v, want status 3, and a line about b.md\n%s",
			err, out.said.String())
	}
	if id := idOf(t, server, "Theirs"); id == 0 {
		t.Errorf("publish while a person changed a page: pages %v, want the title of the person", published(t, server))
	}
}

func TestSiteWithoutBatchesGetsTheLinksOfNewRecords(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]cmstest.Fault{
		"no route":       {Method: "POST", Route: "/batch/v1", Status: 404},
		"cut":            {Method: "POST", Route: "/batch/v1", Cut: cmstest.CutAnswer},
		"cut, processed": {Method: "POST", Route: "/batch/v1", Cut: cmstest.CutAnswer, Processed: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			dir := folder(t, map[string]string{
				"a.md": "# A\n\nTo [b](b.md), [c](c.md).\n", "b.md": "# B\n\nTo [a](a.md).\n", "c.md": "# C\n\nTo [a](a.md).\n",
			})
			server.Fail(fault)
			out, err := publish(t, server, dir, "-source", "s")
			if err != nil || !strings.Contains(out, "3 created") {
				t.Fatalf("publish without batches: error %v, want 3 created\n%s", err, out)
			}
			for title, link := range map[string]string{"A": "/b/", "B": "/a/", "C": "/a/"} {
				got := server.Record("pages", idOf(t, server, title))["content"]
				if want := `href="` + server.URL + link + `"`; !strings.Contains(got.(string), want) {
					t.Errorf("publish without batches: content of %s is %v, want %s in it", title, got, want)
				}
			}
			if out := must(t, server, dir, "-source", "s"); !strings.Contains(out, "3 unchanged") {
				t.Errorf("publish again without batches: %s, want 3 unchanged", out)
			}
		})
	}
}
