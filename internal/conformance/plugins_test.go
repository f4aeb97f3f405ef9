package conformance

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

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
				collection: collection, role: r, name: "refused " + op.name, needs: needs, status: status,
				code: "rest_forbidden", is: is,
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
