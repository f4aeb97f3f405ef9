package conformance

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// rawCollection is a collection whose records come as the JSON that was received.
func rawCollection(c *cms.Client, kind string) *cms.Collection[record, struct{}, cms.PostListOptions] {
	return cms.NewCollection[record, struct{}, cms.PostListOptions](c, "cms/v2/"+kind)
}

// compareRecords compares member by member, those that only one of the two has included.
func compareRecords(t *testing.T, got, want record) {
	t.Helper()
	compareMembers(t, "", got, want)
}

func compareMembers(t *testing.T, path string, got, want record) {
	t.Helper()
	names := maps.Clone(want)
	maps.Copy(names, got)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		value, is := got[name]
		wanted, should := want[name]
		links, _ := value.(map[string]any)
		switch wantedLinks, _ := wanted.(record); {
		case !is:
			t.Errorf("%s%s is missing, want %s", path, name, asJSON(t, wanted))
		case !should:
			t.Errorf("%s%s should not be there: %s", path, name, asJSON(t, value))
		case links != nil && wantedLinks != nil:
			compareMembers(t, path+name+".", links, wantedLinks)
		case asJSON(t, value) != asJSON(t, wanted):
			t.Errorf("%s%s is %s,\n\twant %s", path, name, asJSON(t, value), asJSON(t, wanted))
		}
	}
}

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
					compareRecords(t, *got, subject{site: s, kind: kind, of: s.record(t, kind, id), role: r, context: context, opened: true}.expect(t))
				},
			})
		}
		out = append(out, refusals([]refusal{{
			collection: kind, role: r, name: fmt.Sprintf("get %d with a wrong password", id), status: 403, code: "rest_post_incorrect_password",
			is: cms.ErrForbidden, harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := rawCollection(c, kind).Get(ctx, id, cms.PostPassword("open sesame"))
				return err
			},
		}})...)
	}
	return out
}
