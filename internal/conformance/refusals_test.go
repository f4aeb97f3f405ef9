package conformance

import (
	"context"
	"errors"
	"net/url"
	"strings"
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
	// detail is the code of what is wrong with param, if the site gives one.
	detail cms.ErrorCode
	// collection is also where nothing may have been made or destroyed afterwards; left is how many records
	// a refusal leaves behind nevertheless.
	left int
	// untouched names a record that must be afterwards what it was.
	kind string
	id   int64
	// touched are members that it may change nevertheless.
	touched []string
	// harmless says that the call changes nothing even if it is not refused.
	harmless bool
}

func refusals(list []refusal) []scenario {
	var out []scenario
	for _, one := range list {
		out = append(out, scenario{
			collection: one.collection, kind: failing, role: one.role, name: one.name, needs: one.needs, harmless: one.harmless,
			run: func(t *testing.T, s *site, c *cms.Client) {
				total := 0
				if !one.harmless {
					total = s.total(t, one.collection)
				}
				var before record
				if one.kind != "" && !one.harmless {
					before = s.stored(t, one.kind, one.id)
				}
				one.check(t, one.call(t.Context(), s, c))
				if one.harmless {
					return
				}
				if now := s.total(t, one.collection); now != total+one.left {
					t.Errorf("there were %d records, and are %d, want %d more", total, now, one.left)
				}
				if one.kind != "" {
					checkUnchanged(t, before, s.stored(t, one.kind, one.id), one.touched...)
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
		t.Fatalf("Call: error %v, want one of the site", err)
	}
	if refused.Status != one.status || refused.Code != one.code {
		t.Errorf("refused with %d %s, want %d %s", refused.Status, refused.Code, one.status, one.code)
	}
	if one.is != nil && !errors.Is(err, one.is) {
		t.Errorf("Call: error %v, want %v", err, one.is)
	}
	if one.param != "" {
		if _, ok := refused.Params[one.param]; !ok {
			t.Errorf("the site blames %v, want %s", refused.Params, one.param)
		}
		if one.detail != "" && refused.Details[one.param].Code != one.detail {
			t.Errorf("what is wrong with %s is %s, want %s", one.param, refused.Details[one.param].Code, one.detail)
		}
	}
}

// total is how many records a collection holds, those in the trash included; 0 for what is not counted.
func (s *site) total(t *testing.T, collection string) int {
	t.Helper()
	statuses := map[string]string{"posts": "any,trash", "pages": "any,trash", "blocks": "any,trash",
		"menu-items": "any,trash", "navigation": "any,trash", "media": "inherit,private,trash"}
	if statuses[collection] == "" {
		return 0
	}
	query := url.Values{"status": {statuses[collection]}, "per_page": {"1"}, "_fields": {"id"}}
	var response cms.Response
	if _, err := cms.Do(t.Context(), s.as(admin), cms.Request[cms.Raw]{Path: "cms/v2/" + collection, Query: query},
		cms.Capture(&response)); err != nil {
		t.Fatal(err)
	}
	return int(number(response.Header.Get("X-" + strings.ToUpper(s.prefix) + "-Total")))
}
