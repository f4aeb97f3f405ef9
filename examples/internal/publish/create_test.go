package publish

import (
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestLostResponseToACreateMakesOneRecord(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "# A\n\nText\n"})
	server.Fail(cmstest.Fault{
		Method: "POST", Route: "/cms/v2/pages", Times: 1, Cut: cmstest.CutAnswer, Processed: true,
	})
	out := must(t, server, dir)
	if got := len(all(t, server, "pages")); got != 1 || !strings.Contains(out, "1 created") {
		t.Errorf("publish after a lost response: %d pages, want 1, and 1 created\n%s", got, out)
	}
	if again := must(t, server, dir); !strings.Contains(again, "1 unchanged") {
		t.Errorf("publish run again: %s, want 1 unchanged", again)
	}
}

func TestRequestThatNeverArrivedIsAnError(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "# A\n\nText\n"})
	server.Fail(cmstest.Fault{Method: "POST", Route: "/cms/v2/pages", Times: 1, Cut: cmstest.CutAnswer})
	if out, err := publish(t, server, dir); err == nil || len(all(t, server, "pages")) != 0 {
		t.Errorf("publish after a lost request: error %v, want one, and no page\n%s", err, out)
	}
	must(t, server, dir)
	if got := len(all(t, server, "pages")); got != 1 {
		t.Errorf("publish run again after a lost request: %d pages, want 1", got)
	}
}

func TestTwoRunsAtOnceMakeOneRecordOfEachFile(t *testing.T) {
	t.Parallel()
	for range 5 {
		server := start(t)
		files := map[string]string{}
		for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
			files[name+".md"] = "# " + name + "\n\nText " + name + "\n"
		}
		dir := folder(t, files)
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() { _, _ = publish(t, server, dir, "-source", "docs") })
		}
		group.Wait()
		out := must(t, server, dir, "-source", "docs")
		if got := len(all(t, server, "pages")); got != len(files) || !strings.Contains(out, "6 unchanged") {
			t.Errorf("two runs at once: %d pages, want %d, all unchanged\n%s", got, len(files), out)
		}
	}
}
