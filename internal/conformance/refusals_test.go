package conformance

import (
	"context"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// refusal is a call that the server must refuse, and how.
type refusal struct {
	collection string
	role       role
	name       string
	needs      []need
	call       func(ctx context.Context, s *site, c *cms.Client) error
	status     int
	code       cms.ErrorCode
	// is is a sentinel of cms that the error must be, if it is not nil.
	is error
	// param is the argument that the site blames, if it blames one.
	param string
	// untouched names a record that must be afterwards what it was.
	kind string
	id   int64
	// harmless says that the call changes nothing even if it is not refused.
	harmless bool
}

func refusals(list []refusal) []scenario {
	var out []scenario
	for _, one := range list {
		out = append(out, scenario{
			collection: one.collection, kind: failing, role: one.role, name: one.name, needs: one.needs, harmless: one.harmless,
			run: func(t *testing.T, s *site, c *cms.Client) {
				var before record
				if one.kind != "" {
					before = s.stored(t, one.kind, one.id)
				}
				one.check(t, one.call(t.Context(), s, c))
				if one.kind != "" {
					checkUnchanged(t, before, s.stored(t, one.kind, one.id))
				}
			},
		})
	}
	return out
}

func (one refusal) check(t *testing.T, err error) {
	t.Helper()
	var refused *cms.Error
	if !errors.As(err, &refused) {
		t.Fatalf("the call was not refused by the site: %v", err)
	}
	if refused.Status != one.status || refused.Code != one.code {
		t.Errorf("refused with %d %s, want %d %s", refused.Status, refused.Code, one.status, one.code)
	}
	if one.is != nil && !errors.Is(err, one.is) {
		t.Errorf("%v is not %v", err, one.is)
	}
	if one.param != "" {
		if _, ok := refused.Params[one.param]; !ok {
			t.Errorf("the site blames %v, want %s", refused.Params, one.param)
		}
	}
}
