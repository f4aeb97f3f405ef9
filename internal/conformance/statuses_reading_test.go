package conformance

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// statusesByRole ask for statuses by each role: the list holds what the role may see, while the totals count more, or
// the call is refused.
func statusesByRole(kind string) []scenario {
	choices := [][]cms.Status{
		{cms.StatusPublish}, {cms.StatusFuture}, {cms.StatusDraft}, {cms.StatusPending}, {cms.StatusPrivate},
		{cms.StatusTrash}, {cms.StatusAny},
		{cms.StatusDraft, cms.StatusPending}, {cms.StatusPublish, cms.StatusPrivate}, {cms.StatusTrash, cms.StatusFuture},
		{cms.StatusAny, cms.StatusTrash},
	}
	var out []scenario
	for _, statuses := range choices {
		for _, in := range contexts {
			for _, r := range roles {
				out = append(out, statusList{kind, r, in, statuses}.scenario())
			}
		}
	}
	return out
}

type statusList struct {
	kind     string
	role     role
	in       cms.Context
	statuses []cms.Status
}

func (l statusList) name() string { return fmt.Sprintf("status=%v in %s", l.statuses, l.in) }

func (l statusList) call(ctx context.Context, c *cms.Client, answer *cms.Response) (*cms.ListPage[record], error) {
	options := &cms.PostListOptions{PerPage: 100, Context: l.in, Status: l.statuses}
	return rawCollection(c, l.kind).List(ctx, options, cms.Capture(answer))
}

func (l statusList) has(r record) bool {
	status := cms.Status(r.text("status"))
	return slices.Contains(l.statuses, status) || slices.Contains(l.statuses, cms.StatusAny) && status != cms.StatusTrash
}

func (l statusList) scenario() scenario {
	one := refusal{
		collection: l.kind, role: l.role, name: l.name(), harmless: true,
		call: func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := l.call(ctx, c, &cms.Response{})
			return err
		},
	}
	switch asksMore := slices.ContainsFunc(l.statuses, func(s cms.Status) bool { return s != cms.StatusPublish }); {
	case asksMore && !l.role.edits(l.kind): // whatever the context
		one.status, one.code, one.param = http.StatusBadRequest, "rest_invalid_param", "status"
	case l.in == cms.ContextEdit && !l.role.edits(l.kind):
		one.status, one.code = l.role.refused(), "rest_forbidden_context"
	default:
		return scenario{collection: l.kind, kind: reading, role: l.role, name: l.name(), run: l.run}
	}
	return refusals([]refusal{one})[0]
}

func (l statusList) run(t *testing.T, s *site, c *cms.Client) {
	t.Helper()
	var answer cms.Response
	page, err := l.call(t.Context(), c, &answer)
	if err != nil {
		t.Fatal(err)
	}
	counted := s.matching(l.kind, l.has)
	var want, got []int64
	for _, r := range counted {
		if l.role.maySee(l.kind, r, l.in) {
			want = append(want, r.id())
		}
	}
	for _, item := range page.Items {
		got = append(got, item.id())
		if status := item.text("status"); l.in != cms.ContextEmbed &&
			status != s.record(t, l.kind, item.id()).text("status") {
			t.Errorf("List: %d has status %s, want that of its record", item.id(), status)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the list holds %v, want %v in any order", got, want)
	}
	if page.Total != len(counted) {
		t.Errorf("the total is %d, want %d: what the caller may not see counts", page.Total, len(counted))
	}
}
