package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
)

var meRoute = need{"/cms/v2/users/me", "GET", "context"}

// loginForms are ways to write the credentials of a user.
func loginForms() map[string]func(login) login {
	groups := func(l login, between string) string {
		var out []string
		for group := range slices.Chunk([]byte(strings.ReplaceAll(l.password, " ", "")), 4) {
			out = append(out, string(group))
		}
		return strings.Join(out, between)
	}
	return map[string]func(login) login{
		"the password in groups":      func(l login) login { return login{l.user, groups(l, " ")} },
		"the password without spaces": func(l login) login { return login{l.user, groups(l, "")} },
		"the password with dashes":    func(l login) login { return login{l.user, groups(l, "-")} },
		"the name in capitals":        func(l login) login { return login{strings.ToUpper(l.user), l.password} },
		"the e-mail":                  func(l login) login { return login{l.user + "@site.test", l.password} },
		"the e-mail in capitals": func(l login) login {
			return login{strings.ToUpper(l.user) + "@Site.Test", l.password}
		},
		"the password in lower case":   func(l login) login { return login{l.user, strings.ToLower(l.password)} },
		"a password that is too long":  func(l login) login { return login{l.user, l.password + "x"} },
		"a password that is too short": func(l login) login { return login{l.user, l.password[:len(l.password)-1]} },
		"no password":                  func(l login) login { return login{l.user, ""} },
		"no name":                      func(l login) login { return login{"", l.password} },
		"an unknown name":              func(l login) login { return login{"stranger", l.password} },
		"an unknown e-mail":            func(l login) login { return login{"stranger@site.test", l.password} },
		"another's name":               func(l login) login { return login{"subscriber", l.password} },
	}
}

func loginScenarios() []scenario {
	var out []scenario
	for _, r := range roles {
		out = append(out, verification(r)...)
	}
	return append(out, wrongLogins()...)
}

func verification(r role) []scenario {
	k := reading
	if r == nobody {
		k = failing
	}
	scene := func(name string, run func(t *testing.T, s *site, c *cms.Client)) scenario {
		return scenario{collection: "login", kind: k, role: r, name: name, needs: []need{meRoute}, harmless: true, run: run}
	}
	return []scenario{
		scene("who am I", func(t *testing.T, _ *site, c *cms.Client) {
			me, err := c.Verify(t.Context())
			if r == nobody {
				var wrong *cms.ArgumentError
				if !errors.As(err, &wrong) {
					t.Errorf("%v, want an ArgumentError", err)
				}
				_, err = cms.Do(t.Context(), c, cms.Request[cms.Identity]{Path: "cms/v2/users/me"})
				if !errors.Is(err, cms.CodeNotLoggedIn) || !errors.Is(err, cms.ErrUnauthorized) {
					t.Errorf("GET of users/me by nobody: error %v, want %s", err, cms.CodeNotLoggedIn)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			name := string(r)
			if r == admin {
				name = "administrator"
			}
			if me.ID != r.user() || me.Username != string(r) {
				t.Errorf("Verify as %s: %+v, want the id and the name of this user", r, me)
			} else if me.Slug != string(r) || fmt.Sprint(me.Roles) != "["+name+"]" {
				t.Errorf("Verify as %s: %+v, want the slug of this user and the role %s", r, me, name)
			}
		}),
		scene("discovered, then verified", func(t *testing.T, s *site, _ *cms.Client) {
			options := []cms.Option{cms.WithPrefix(s.prefix), cms.WithRetry(cms.Retry{Attempts: 1})}
			if l, ok := s.logins[r]; ok {
				options = append(options, cms.WithApplicationPassword(l.user, l.password), cms.WithVerifiedLogin())
			}
			found, err := connect.Discover(t.Context(), s.address, options...)
			if err != nil {
				t.Fatal(err)
			}
			if want := s.spell("ROOT"); strings.TrimSuffix(found.Root(), "/") != want {
				t.Errorf("the REST API is at %s, want %s", found.Root(), want)
			}
			post, err := found.Posts.Get(t.Context(), 101)
			if err != nil || post.ID != 101 {
				t.Errorf("Get of post 101 of the discovered site: %v, error %v, want it", post, err)
			}
		}),
	}
}

// wrongLogins are clients that verify wrong credentials.
func wrongLogins() []scenario {
	wrong := func(s *site, more ...cms.Option) *cms.Client {
		return s.as(nobody, append(more, cms.WithApplicationPassword("editor", "wrong wrong wrong"))...)
	}
	scene := func(name string, run func(ctx context.Context, s *site) error, want error) scenario {
		return scenario{collection: "login", kind: failing, role: nobody, name: name, needs: []need{meRoute},
			run: func(t *testing.T, s *site, _ *cms.Client) {
				if err := run(t.Context(), s); !errors.Is(err, want) {
					t.Errorf("Call with a wrong password: error %v, want %v", err, want)
				}
			}}
	}
	return []scenario{
		scene("wrong credentials are found out", func(ctx context.Context, s *site) error {
			_, err := wrong(s).Verify(ctx)
			return err
		}, cms.ErrCredentialsRejected),
		scene("wrong credentials are found out before the first call", func(ctx context.Context, s *site) error {
			_, err := wrong(s, cms.WithVerifiedLogin()).Posts.Get(ctx, 101)
			return err
		}, cms.ErrCredentialsRejected),
		scene("wrong credentials are no error of a public record", func(ctx context.Context, s *site) error {
			_, err := wrong(s).Posts.Get(ctx, 101)
			return err
		}, nil),
		scene("wrong credentials cannot write", func(ctx context.Context, s *site) error {
			_, err := wrong(s).Posts.Update(ctx, 101, &cms.PostParams{Title: new("x")})
			return err
		}, cms.ErrUnauthorized),
	}
}
