package snippets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestALongListIsRead has more snippets than ten pages hold: the older plugin
// gives all of them, whatever size is asked for.
func TestALongListIsRead(t *testing.T) {
	t.Parallel()
	const n = 2500
	var records []string
	for id := range n {
		records = append(records, fmt.Sprintf(`{"id":%d,"name":"x","scope":"global"}`, id+1))
	}
	_, site := sitetest.NewTap(t, replay.Answer(200, "["+strings.Join(records, ",")+"]"))
	page, err := snippets.New(site).List(t.Context(), &snippets.ListOptions{Page: 1, PerPage: 10})
	if err != nil || page.Total != n || len(page.Items) != 10 {
		t.Errorf("%+v, %v", page, err)
	}
}
