package benchmark

import (
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// BenchmarkOptions encodes the arguments of a list, with four to seven of them set.
func BenchmarkOptions(b *testing.B) {
	after := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name    string
		options any
		byHand  func() url.Values
	}{
		{"posts", &cms.PostListOptions{
			PerPage: 100, After: after, Order: cms.Ascending, OrderBy: cms.ByID,
			Status: []cms.Status{cms.StatusDraft, cms.StatusPublish}, Include: []int64{5, 7, 9},
		}, func() url.Values {
			q := url.Values{"status[]": {"draft", "publish"}}
			q.Set("per_page", strconv.Itoa(100))
			q.Set("after", after.Format(time.RFC3339))
			q.Set("order", "asc")
			q.Set("orderby", "id")
			for _, id := range []int64{5, 7, 9} {
				q.Add("include[]", strconv.FormatInt(id, 10))
			}
			return q
		}},
		{"pages", &cms.PageListOptions{PerPage: 100, Parent: []int64{12}, OrderBy: cms.ByMenuOrder, Order: cms.Ascending},
			func() url.Values {
				q := url.Values{}
				q.Set("per_page", strconv.Itoa(100))
				q.Add("parent[]", strconv.FormatInt(12, 10))
				q.Set("order", "asc")
				q.Set("orderby", "menu_order")
				return q
			}},
		{"media", &media.ListOptions{PerPage: 100, MediaType: []media.Type{media.TypeImage}, After: after},
			func() url.Values {
				q := url.Values{}
				q.Set("per_page", strconv.Itoa(100))
				q.Add("media_type[]", "image")
				q.Set("after", after.Format(time.RFC3339))
				return q
			}},
		{"snippets", &snippets.ListOptions{PerPage: 100}, func() url.Values {
			q := url.Values{}
			q.Set("per_page", strconv.Itoa(100))
			return q
		}},
	} {
		measure(b, test.name+"/sdk", func() error {
			q, err := wire.EncodeQuery(test.options)
			_ = q.Encode()
			return err
		})
		measure(b, test.name+"/by hand", func() error {
			_ = test.byHand().Encode()
			return nil
		})
	}
}
