package snippets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestLongListIsRead has more snippets than ten pages hold: the older plugin
// gives all of them, whatever size is asked for.
func TestLongListIsRead(t *testing.T) {
	t.Parallel()
	const n = 2500
	var records []string
	for id := range n {
		records = append(records, fmt.Sprintf(`{"id":%d,"name":"x","scope":"global"}`, id+1))
	}
	_, site := sitetest.NewTap(t, replay.Answer(200, "["+strings.Join(records, ",")+"]"))
	page, err := snippets.New(site).List(t.Context(), &snippets.ListOptions{Page: 1, PerPage: 10})
	switch {
	case err != nil:
		t.Errorf("Service.List: error %v, want nil", err)
	case page.Total != n || len(page.Items) != 10:
		t.Errorf("Service.List: Total %d, %d records, want %d and 10", page.Total, len(page.Items), n)
	}
}
