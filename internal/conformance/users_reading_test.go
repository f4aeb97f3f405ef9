package conformance

import (
	"context"
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// userReading reads users as the records of others name them: by their number, and the caller.
func userReading() []scenario {
	var out []scenario
	for _, in := range contexts {
		for _, r := range roles {
			for _, of := range roles[:5] {
				out = append(out, userSingle(of, in, r))
			}
			out = append(out, userMe(in, r))
		}
	}
	return out
}

func getUser(ctx context.Context, c *cms.Client, name string, in cms.Context) (*record, error) {
	return cms.Do(ctx, c, cms.Request[record]{Path: "cms/v2/users/" + name,
		Query: map[string][]string{"context": {string(in)}}})
}

// userSingle shows users that wrote what is published to everyone, the others to who may list users.
func userSingle(of role, in cms.Context, r role) scenario {
	name := fmt.Sprintf("get %s in %s", of, in)
	code := cms.ErrorCode("")
	switch {
	case r == of || r == admin:
	case in == cms.ContextEdit:
		code = "rest_forbidden_context"
	case of == subscriber:
		code = "rest_user_cannot_view"
	}
	id := fmt.Sprint(of.user())
	if code != "" {
		return refusals([]refusal{{
			collection: "users", role: r, name: name, status: r.refused(), code: code, harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := getUser(ctx, c, id, in)
				return err
			},
		}})[0]
	}
	return scenario{collection: "users", kind: reading, role: r, name: name, run: checkUser(id, of, in)}
}

func userMe(in cms.Context, r role) scenario {
	name := fmt.Sprintf("get me in %s", in)
	if r == nobody {
		return refusals([]refusal{{
			collection: "users", role: r, name: name, status: 401, code: "rest_not_logged_in",
			is: cms.ErrUnauthorized, harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := getUser(ctx, c, "me", in)
				return err
			},
		}})[0]
	}
	return scenario{collection: "users", kind: reading, role: r, name: name, run: checkUser("me", r, in)}
}

func checkUser(name string, of role, in cms.Context) func(t *testing.T, s *site, c *cms.Client) {
	return func(t *testing.T, s *site, c *cms.Client) {
		t.Helper()
		got, err := getUser(t.Context(), c, name, in)
		if err != nil {
			t.Fatal(err)
		}
		want := subject{site: s}.user(of)
		names := []string{"id", "name", "slug", "description", "link", "username", "roles", "nickname"}
		if in == cms.ContextEdit {
			named := map[role]string{admin: "administrator"}
			want["username"], want["nickname"], want["roles"] = of, of, []string{string(of)}
			if label, ok := named[of]; ok {
				want["roles"] = []string{label}
			}
		}
		compareRecords(t, compared(map[string]any(*got), names...), want)
		if _, ok := (*got)["meta"]; ok != (in != cms.ContextEmbed) {
			t.Errorf("Get of a user: meta present: %t, want it in every context except embed", ok)
		}
	}
}
