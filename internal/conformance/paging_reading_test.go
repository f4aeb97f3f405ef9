package conformance

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// paging reads lists in pages, in an order that leaves nothing open.
func (c collection[T, P, L]) paging(of *documents) []scenario {
	total := len(of.matching(c.name, c.listed))
	var out []scenario
	add := func(name string, r role, run func(t *testing.T, s *site, client *cms.Client)) {
		out = append(out, scenario{collection: c.name, kind: reading, role: r, name: name, run: run})
	}
	for _, size := range []int{0, 1, 7, total, 100} {
		last := (total-1)/cmp.Or(size, 10) + 1
		for _, number := range slices.Compact([]int{1, min(2, last), last}) {
			for _, in := range contexts {
				one := paged[L]{page: number, perPage: size, in: in}
				add(fmt.Sprintf("page=%d&per_page=%d in %s", number, size, in), c.reader(in),
					func(t *testing.T, s *site, client *cms.Client) {
						t.Helper()
						c.checkPage(t, s, client, one)
					})
			}
		}
		out = append(out, refusals([]refusal{{
			collection: c.name, role: nobody,
			name: fmt.Sprintf("page=%d&per_page=%d, behind the last", last+1, size), harmless: true,
			status: http.StatusBadRequest, code: cms.CodeInvalidPageNumber, is: cms.ErrBadRequest,
			call: func(ctx context.Context, _ *site, client *cms.Client) error {
				_, err := c.of(client).List(ctx, paged[L]{page: last + 1, perPage: size}.options(c.setPage))
				return err
			},
		}})...)
	}
	for _, offset := range []int{1, 5, total - 1, total, total + 5} {
		for _, in := range contexts {
			one := paged[L]{offset: offset, page: 2, perPage: 4, in: in} // the page does not count
			add(fmt.Sprintf("offset=%d&per_page=4 in %s", offset, in), c.reader(in),
				func(t *testing.T, s *site, client *cms.Client) {
					t.Helper()
					c.checkPage(t, s, client, one)
				})
		}
	}
	return append(out, c.walks(total)...)
}

// paged is a page of the records by their ids.
type paged[L any] struct {
	page, perPage, offset int
	in                    cms.Context
}

func (p paged[L]) options(setPage func(*L, int, int)) *L {
	options := new(L)
	set[L](arguments{OrderBy: cms.ByID, Order: cms.Ascending, Offset: p.offset, Context: p.in})(options)
	setPage(options, p.page, p.perPage)
	return options
}

// byID are the ids that a list without arguments holds, in their order.
func (c collection[T, P, L]) byID(s *site) []int64 {
	return slices.Sorted(slices.Values(c.expected(s, listCase[L]{})))
}

func (c collection[T, P, L]) checkPage(t *testing.T, s *site, client *cms.Client, p paged[L]) {
	t.Helper()
	page, err := c.of(client).List(t.Context(), p.options(c.setPage))
	if err != nil {
		t.Fatal(err)
	}
	all := c.byID(s)
	size := cmp.Or(p.perPage, 10)
	start, total := (p.page-1)*size, len(all)
	if p.offset > 0 {
		start = min(p.offset, len(all))
		if start == len(all) {
			total = 0 // the site counts what it finds
		}
	}
	if got, want := c.ids(page.Items), all[start:min(start+size, len(all))]; !slices.Equal(got, want) {
		t.Errorf("the page holds %v, want %v", got, want)
	}
	if pages := (total + size - 1) / size; page.Total != total || page.TotalPages != pages {
		t.Errorf("the totals are %d records, %d pages; want %d, %d", page.Total, page.TotalPages, total, pages)
	}
	if p.offset == 0 {
		checkNeighbours(t, page.Response.Header, p.page, page.TotalPages, size)
	}
}

func (c collection[T, P, L]) ids(items []T) []int64 {
	var out []int64
	for i := range items {
		out = append(out, c.id(&items[i]))
	}
	return out
}

var neighbour = regexp.MustCompile(`<([^>]*)>; rel="(prev|next)"`)

// checkNeighbours looks at the links to the pages before and after one, and that they keep the other arguments.
func checkNeighbours(t *testing.T, header http.Header, page, pages, size int) {
	t.Helper()
	got, want := map[string]string{}, map[string]string{}
	if page > 1 {
		want["prev"] = strconv.Itoa(page - 1)
	}
	if page < pages {
		want["next"] = strconv.Itoa(page + 1)
	}
	for _, m := range neighbour.FindAllStringSubmatch(header.Get("Link"), -1) {
		address, err := url.Parse(m[1])
		if err != nil {
			t.Fatal(err)
		}
		query := address.Query()
		got[m[2]] = query.Get("page")
		if n := query.Get("per_page"); query.Get("order") != "asc" || query.Get("orderby") != "id" {
			t.Errorf("List: link to the %s page %s, want order and orderby kept", m[2], m[1])
		} else if n != "" && n != strconv.Itoa(size) {
			t.Errorf("List: link to the %s page %s, want per_page kept", m[2], m[1])
		}
	}
	if asJSON(t, got) != asJSON(t, want) {
		t.Errorf("the header Link leads to the pages %v, want %v: %s", got, want, header.Get("Link"))
	}
}

// walks go through all pages, in several sizes, ahead of the reader or not, from the beginning or from an offset.
func (c collection[T, P, L]) walks(total int) []scenario {
	var out []scenario
	for _, size := range []int{1, 5, total, total + 1, 100} {
		for _, ahead := range []int{0, 3} {
			for _, offset := range []int{0, 8} {
				out = append(out, scenario{
					collection: c.name, kind: reading, role: nobody,
					name: fmt.Sprintf("walk per_page=%d&offset=%d, %d pages ahead", size, offset, ahead),
					run: func(t *testing.T, s *site, client *cms.Client) {
						t.Helper()
						var items []T
						options := paged[L]{perPage: size, offset: offset}.options(c.setPage)
						for item, err := range c.of(client).All(t.Context(), options, cms.Prefetch(ahead)) {
							if err != nil {
								t.Fatal(err)
							}
							items = append(items, *item)
						}
						if got, want := c.ids(items), c.byID(s)[offset:]; !slices.Equal(got, want) {
							t.Errorf("the walk found %v, want %v", got, want)
						}
					},
				})
			}
		}
	}
	return out
}
