package conformance

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// expect is the record as it must be seen, without what the site is too old for.
func (v subject) expect(t *testing.T) record {
	t.Helper()
	out := v.record(t)
	if !v.has(modern(v.kind)) {
		delete(out, "class_list")
	}
	return out
}

// singles read each of these records in each context by each role: all of what comes is compared with the documents, or
// the call must be refused.
func singles(kind string, ids ...int64) []scenario {
	var out []scenario
	for _, id := range ids {
		for _, context := range contexts {
			for _, r := range roles {
				out = append(out, single(kind, id, context, r))
			}
		}
	}
	return out
}

// single takes the documents at once, to know whether the role is refused.
func single(kind string, id int64, in cms.Context, r role) scenario {
	name := fmt.Sprintf("get %d in %s", id, in)
	of := known().kinds[kind][slices.IndexFunc(known().kinds[kind], func(r record) bool { return r.id() == id })]
	if of.text("status") != "publish" {
		name = fmt.Sprintf("get %s %d in %s", of.text("status"), id, in)
	}
	if !r.maySee(kind, of, in) {
		code := cms.ErrorCode("rest_forbidden")
		if in == cms.ContextEdit {
			code = "rest_forbidden_context"
		}
		return refusals([]refusal{{
			collection: kind, role: r, name: name, status: r.refused(), code: code, harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := rawCollection(c, kind).Get(ctx, id, cms.InContext(in))
				return err
			},
		}})[0]
	}
	return scenario{
		collection: kind, kind: reading, role: r, name: name,
		run: func(t *testing.T, s *site, c *cms.Client) {
			var answer cms.Response
			got, err := rawCollection(c, kind).Get(t.Context(), id, cms.InContext(in), cms.Capture(&answer))
			if err != nil {
				t.Fatal(err)
			}
			v := subject{site: s, kind: kind, of: of, role: r, context: in}
			compareRecords(t, *got, v.expect(t))
			if want := fmt.Sprintf("<%s>; rel=\"alternate\"; type=text/html", v.link(t)); answer.Header.Get("Link") != want {
				t.Errorf("the header Link is %s, want %s", answer.Header.Get("Link"), want)
			}
		},
	}
}

// protected read a record with a password of its own by who sends it, and nobody by who sends another.
func protected(kind string, id int64) []scenario {
	var out []scenario
	for _, r := range []role{nobody, contributor, admin} {
		for _, context := range []cms.Context{cms.ContextView, cms.ContextEmbed} {
			out = append(out, scenario{
				collection: kind, kind: reading, role: r, name: fmt.Sprintf("get %d with its password in %s", id, context),
				run: func(t *testing.T, s *site, c *cms.Client) {
					got, err := rawCollection(c, kind).Get(t.Context(), id, cms.InContext(context), cms.PostPassword("letmein"))
					if err != nil {
						t.Fatal(err)
					}
					compareRecords(t, *got, subject{site: s, kind: kind, of: s.record(t, kind, id), role: r, context: context,
						opened: true}.expect(t))
				},
			})
		}
		out = append(out, refusals([]refusal{{
			collection: kind, role: r, name: fmt.Sprintf("get %d with a wrong password", id), status: 403,
			code: "rest_post_incorrect_password",
			is:   cms.ErrForbidden, harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := rawCollection(c, kind).Get(ctx, id, cms.PostPassword("open sesame"))
				return err
			},
		}})...)
	}
	return out
}
