package conformance

import (
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// readers are those who may see the history of a record because they may edit it.
func (h history) readers() []scenario {
	type open struct {
		what  string
		id    int64
		roles []role
	}
	records := []open{
		{"a published record", h.rich, []role{admin, editor}},
		{"a draft", h.draft, []role{admin, editor}},
	}
	if h.base == "posts" {
		records[0].roles, records[1].roles = append(records[0].roles, author), append(records[1].roles, author)
		records = append(records,
			open{"one's own draft", 128, []role{contributor}},
			open{"one's own private record", 125, []role{contributor, admin, editor}},
			open{"a record in the trash", 135, []role{admin, editor}},
			open{"a protected record", 107, []role{admin, editor}},
		)
	}
	var out []scenario
	for _, one := range records {
		for _, r := range one.roles {
			out = append(out, scenario{
				collection: h.name + "-revisions", kind: reading, role: r, name: "of " + one.what,
				run: func(t *testing.T, s *site, c *cms.Client) {
					for _, context := range []cms.Context{cms.ContextView, cms.ContextEdit} {
						page, err := h.revisions(c, one.id).List(t.Context(), &cms.RevisionListOptions{Context: context})
						if err != nil {
							t.Fatal(err)
						}
						var got []int64
						for i := range page.Items {
							got = append(got, page.Items[i].ID)
							h.checkRevision(t, s, &page.Items[i], context)
						}
						want := idsOf(h.of(s, one.id))
						if len(want) == 0 || !slices.Equal(got, want) {
							t.Errorf("the history is %v, want %v", got, want)
						}
					}
				},
			})
		}
	}
	return out
}
