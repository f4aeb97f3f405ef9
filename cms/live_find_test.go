package cms_test

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveFindersFindPages(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	prefix := "found-" + strings.ToLower(rand.Text()[:8]) + "-"
	ids := library(t, site, prefix)
	t.Cleanup(func() {
		for _, id := range ids {
			_, err := site.Pages.Delete(context.WithoutCancel(t.Context()), id)
			if err != nil {
				t.Error(err)
			}
		}
	})
	findsPages(t, site, ids, prefix)
}

func TestLiveFindersOfOtherAreas(t *testing.T) {
	t.Parallel()
	findsInAreas(t, sitetest.Live(t), "found"+strings.ToLower(rand.Text()[:8]))
}
