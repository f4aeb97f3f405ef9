package publish

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// many is the number of files of a large folder: FONTCMS_FILES, or 300.
func many(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("FONTCMS_FILES"), "300"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A first run creates a record with a request, and looks with another one for a second record of
// the same file. What links to a later file is written again in batches. A second run reads a
// hundred records with a request.
func TestRequestsOfARunAreFew(t *testing.T) {
	t.Parallel()
	n := many(t)
	near := func(i int) string {
		before, after := (i+n-1)%n, (i+1)%n
		return fmt.Sprintf("[Before](../part-%d/page-%d.md), [after](../part-%d/page-%d.md)\n",
			before%10, before, after%10, after)
	}
	for name, c := range map[string]struct {
		user string
		text func(i int) string
	}{
		"without links":                {"editor", func(int) string { return "" }},
		"each links to two others":     {"editor", near},
		"posts of an author":           {"author", func(int) string { return "" }},
		"posts of an author that link": {"author", near},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			files := map[string]string{}
			for i := range n {
				text := fmt.Sprintf("# Page %d\n\nText %d.\n\n", i, i) + c.text(i)
				if c.user == "author" {
					text = "---\ntype: post\n---\n" + text
				}
				files[fmt.Sprintf("part-%d/page-%d.md", i%10, i)] = text
			}
			dir := folder(t, files)
			if out, err := publishAs(t, server, c.user, dir); err != nil {
				t.Fatalf("publish of %d files: error %v, want none\n%s", n, err, out)
			}
			first := len(server.Requests())
			if most := 3*(n+10) + 20; first > most {
				t.Errorf("requests of the first run of %d files in 10 folders: %d, want at most %d\n%v",
					n, first, most, counted(server))
			}
			if out, err := publishAs(t, server, c.user, dir); err != nil || !strings.Contains(out, "0 created, 0 updated") {
				t.Errorf("second publish of %d files: error %v, want no change\n%s", n, err, out)
			}
			second := len(server.Requests()) - first
			if most := n/100 + 20; second > most {
				t.Errorf("requests of the second run of %d files: %d, want at most %d", n, second, most)
			}
			t.Logf("%d files: %d requests in the first run, %d in the second", n, first, second)
		})
	}
}

// counted counts the requests by method and route.
func counted(server *cmstest.Server) map[string]int {
	counts := map[string]int{}
	for _, r := range server.Requests() {
		route := strings.Split(r.Path, "/")
		for i, part := range route {
			if _, err := strconv.Atoi(part); err == nil {
				route[i] = "ID"
			}
		}
		counts[r.Method+" "+strings.Join(route, "/")]++
	}
	return counts
}
