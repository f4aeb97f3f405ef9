package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
)

// The records of plugins come from the documents, which fill a real server with those of the core alone: a real site
// that had a plugin would have to be given the same ones.

// pluginScenarios are those of the four plugins. A site whose index lacks one skips them.
func pluginScenarios() []scenario {
	return slices.Concat(
		snippetReading(), snippetWriting(), snippetFailing(),
		analyticsReading(), analyticsFailing(),
		visibilityReading(), visibilityWriting(), visibilityFailing(),
		archiverScenarios(),
	)
}

// analytics is the namespace of the statistics on this site.
func (s *site) analytics() string {
	if s.prefix == "wp" {
		return analytics.KokoNamespace
	}
	return cms.NamespaceAnalytics
}

// ask sends a request that no package makes, and returns the answer as it came.
func ask(ctx context.Context, c *cms.Client, method, path string, query url.Values, body any) (json.RawMessage, error) {
	out, err := cms.Do(ctx, c, cms.Request[json.RawMessage]{
		Operation: "conformance", Method: method, Path: path, Query: query, Body: body, Repeat: cms.RepeatUnsent,
	})
	if err != nil {
		return nil, err
	}
	return *out, nil
}

// sameJSON compares two values as they are written.
func sameJSON(t *testing.T, what string, got, want any) {
	t.Helper()
	if got, want := plainJSON(t, got), plainJSON(t, want); got != want {
		t.Errorf("%s is %s, want %s", what, got, want)
	}
}

// plainJSON is JSON as this module writes it, of a value or of JSON that somebody else wrote.
func plainJSON(t *testing.T, v any) string {
	t.Helper()
	var plain any
	if err := json.Unmarshal([]byte(asJSON(t, v)), &plain); err != nil {
		t.Fatal(err)
	}
	return asJSON(t, plain)
}

// operation is a call, for scenarios that differ only in who makes it.
type operation struct {
	name string
	call func(ctx context.Context, s *site, c *cms.Client) error
}

// outsiders must be refused every operation: 403, and 401 for nobody.
func outsiders(collection string, needs []need, operations []operation, roles ...role) []scenario {
	var list []refusal
	for _, op := range operations {
		for _, r := range roles {
			status, is := 403, cms.ErrForbidden
			if r == nobody {
				status, is = 401, cms.ErrUnauthorized
			}
			list = append(list, refusal{
				collection: collection, role: r, name: "refused " + op.name, needs: needs, status: status, code: "rest_forbidden", is: is,
				call: op.call,
			})
		}
	}
	return refusals(list)
}

var (
	allRoles       = []role{admin, editor, author, contributor, subscriber, nobody}
	notAdmins      = []role{editor, author, contributor, subscriber, nobody}
	notWriters     = []role{subscriber, nobody}
	writingMethods = []string{"POST", "PUT", "PATCH"}
)

// wrongTypes are refusals of a body with one member that is of the wrong type.
func wrongTypes(collection string, needs []need, method, path string, bodies map[string]any) []scenario {
	var list []refusal
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		list = append(list, refusal{
			collection: collection, role: admin, name: fmt.Sprintf("%s of wrong %s", method, name), needs: needs,
			status: 400, code: "rest_invalid_param", is: cms.ErrBadRequest, param: name,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := ask(ctx, c, method, path, nil, map[string]any{name: bodies[name]})
				return err
			},
		})
	}
	return refusals(list)
}
