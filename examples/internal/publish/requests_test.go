package publish

import (
	"fmt"
	"strings"
	"testing"
)

// A first run creates a record by one request, and looks by another one for a second record of the
// same file. A second run reads the records a hundred at a time.
func TestRequestsOfARunAreFew(t *testing.T) {
	t.Parallel()
	server := start(t)
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("part-%d/page-%d.md", i%10, i)] = fmt.Sprintf("# Page %d\n\nText %d.\n", i, i)
	}
	dir := folder(t, files)
	must(t, server, dir)
	first := len(server.Requests())
	if most := 3*(len(files)+10) + 20; first > most {
		counts := map[string]int{}
		for _, r := range server.Requests() {
			counts[r.Method+" "+strings.TrimRight(r.Path, "0123456789")]++
		}
		t.Errorf("requests of the first run of %d files in 10 folders: %d, want at most %d\n%v",
			len(files), first, most, counts)
	}
	must(t, server, dir)
	if second, most := len(server.Requests())-first, len(files)/100+20; second > most {
		t.Errorf("requests of the second run of %d files: %d, want at most %d", len(files), second, most)
	}
}
