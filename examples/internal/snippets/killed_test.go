package snippets

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
)

func TestMain(m *testing.M) {
	programtest.Be(func() { program.Main("snippets", Recipe{}.Run) })
	m.Run()
}

func TestLostResponseToACreateMakesNoSecondSnippet(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]cmstest.Fault{
		"it was made":     {Cut: cmstest.CutAnswer, Processed: true, Times: 1},
		"it was not made": {Cut: cmstest.CutAnswer, Times: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.write("swap.php", file("Swap", "active: true\n", "one();"))
			fault.Method, fault.Route = "POST", "/code-snippets/v1/snippets"
			remove := b.site.Fail(fault)
			b.works("push", "created:   swap.php")
			if hits := remove(); hits != fault.Times {
				t.Errorf("The site lost %d responses, want %d", hits, fault.Times)
			}
			if there := b.onSite(); len(there) != 1 || !there["Swap"].Active {
				t.Errorf("After the push the site has %d snippets, Swap is %+v, want it active, and no other", len(there),
					there["Swap"])
			} else if len(there["Swap"].Tags) != 0 {
				t.Errorf("After the push Swap has the tags %q, want none", there["Swap"].Tags)
			}
		})
	}
}

func TestWhatWasMadeTwiceIsDeletedOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write("swap.php", file("Swap", "", "one();"))
	for range 2 {
		b.site.Insert("snippets", map[string]any{"name": "Swap", "code": "one();", "tags": []string{mark("swap.php")}})
	}
	b.works("pull", "leftover:  swap.php, again as 2")
	b.works("push", "deleted:   swap.php, again as 2")
	if there := b.onSite(); len(there) != 1 || there["Swap"].ID != 1 {
		t.Errorf("After the push the site has %d snippets, Swap is %+v, want the first one only", len(there), there["Swap"])
	} else if len(there["Swap"].Tags) != 0 {
		t.Errorf("After the push Swap has the tags %q, want none", there["Swap"].Tags)
	}
}

// TestKilledPushGoesOnWhereItStopped kills the program at each of its requests in
// turn, once before the site has seen the request and once after, and looks at what
// the site has when the next push came through.
func TestKilledPushGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	for _, processed := range []bool{false, true} {
		t.Run(fmt.Sprint("processed ", processed), func(t *testing.T) {
			t.Parallel()
			at := 1
			for killed(t, at, processed) {
				at++
			}
			if at < 10 {
				t.Errorf("The push was over after %d requests, want 9 or more", at-1)
			}
		})
	}
}

// killed pushes four files and kills the program at a request. It reports false if
// there are fewer.
func killed(t *testing.T, at int, processed bool) bool {
	t.Helper()
	b := newBench(t)
	b.site.Insert("snippets", map[string]any{"name": "Part 0", "code": "old();"})
	b.works("pull")
	for i := range 4 {
		b.write(fmt.Sprintf("part-%d.php", i),
			file(fmt.Sprint("Part ", i), "active: true\ntags: [part]\n", fmt.Sprintf("part(%d);", i)))
	}
	started := make(chan *os.Process, 1)
	var seen atomic.Int64
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if seen.Add(1) != int64(at) {
			b.site.Handler().ServeHTTP(w, r)
			return
		}
		if processed {
			b.site.Handler().ServeHTTP(httptest.NewRecorder(), r)
		}
		_ = (<-started).Kill()
		panic(http.ErrAbortHandler)
	}))
	defer front.Close()
	b.replace(lockName, b.site.URL, front.URL)
	b.address = front.URL

	push := programtest.Command(t.Context(), b.site.AppPassword("admin"), "push", "-site", front.URL, "-prefix", "cms",
		"-user", "admin", "-dir", b.folder)
	if err := push.Start(); err != nil {
		t.Fatal(err)
	}
	started <- push.Process
	if push.Wait() == nil {
		return false
	}
	b.works("push")
	there := b.onSite()
	for i := range 4 {
		snippet := there[fmt.Sprint("Part ", i)]
		if snippet == nil || !snippet.Active {
			t.Errorf("Killed at request %d: part %d is %+v, want it active", at, i, snippet)
		} else if snippet.Code != fmt.Sprintf("part(%d);", i) || !slices.Equal(snippet.Tags, []string{"part"}) {
			t.Errorf("Killed at request %d: part %d is %+v, want the code and the tag of its file", at, i, snippet)
		}
	}
	if len(there) != 4 {
		t.Errorf("Killed at request %d: the site has %d snippets, want 4", at, len(there))
	}
	b.works("push", "same:      4 of 4")
	return true
}
