package conformance

import (
	"context"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// newTerm is a term that is made, and what the site makes of it.
type newTerm struct {
	kind, name string
	role       role
	body       record
	slug       string // of the answer
	code       cms.ErrorCode
	status     int // of a refusal
}

func termWriting() []scenario {
	cases := []newTerm{
		{kind: "categories", name: "by name", role: admin, body: record{"name": "Colour fonts"}, slug: "colour-fonts"},
		{kind: "categories", name: "with a slug", role: editor,
			body: record{"name": "Colour fonts", "slug": "COLR v1", "description": "Words"}, slug: "colr-v1"},
		{kind: "categories", name: "below another", role: admin, body: record{"name": "Colour fonts", "parent": 2},
			slug: "colour-fonts"},
		{kind: "categories", name: "a name that another parent has", role: admin, body: record{"name": "Spacing"},
			slug: "spacing-2"},
		{kind: "categories", name: "a name that the parent has", role: admin, body: record{"name": "Spacing", "parent": 2},
			code: "term_exists", status: 400},
		{kind: "categories", name: "a name that the parent has with another slug", role: admin,
			body: record{"name": "Spacing", "parent": 2, "slug": "gaps"}, slug: "gaps"},
		{kind: "categories", name: "a slug that is taken", role: admin, body: record{"name": "Gaps", "slug": "spacing"},
			slug: "spacing-2"},
		{kind: "categories", name: "without a name", role: admin, body: record{},
			code: "rest_missing_callback_param", status: 400},
		{kind: "categories", name: "with an empty name", role: admin, body: record{"name": ""},
			code: "empty_term_name", status: 500},
		{kind: "categories", name: "below an unknown one", role: admin, body: record{"name": "Gaps", "parent": 9999},
			code: "rest_term_invalid", status: 400},
		{kind: "categories", name: "without the right", role: nobody, body: record{"name": "Gaps"},
			code: "rest_cannot_create", status: 401},
		{kind: "tags", name: "by name", role: admin, body: record{"name": "colour"}, slug: "colour"},
		{kind: "tags", name: "a name that is taken", role: admin, body: record{"name": "CSS"},
			code: "term_exists", status: 400},
		{kind: "menus", name: "by name", role: admin, body: record{"name": "Side menu"}, slug: "side-menu"},
		{kind: "menus", name: "without the right", role: editor, body: record{"name": "Side menu"},
			code: "rest_cannot_create", status: 403},
	}
	var out []scenario
	for _, one := range cases {
		out = append(out, one.scenario())
	}
	return out
}

func (one newTerm) scenario() scenario {
	create := func(ctx context.Context, c *cms.Client) (*record, error) {
		return cms.NewCollection[record, record, termOptions](c, "cms/v2/"+one.kind).Create(ctx, &one.body)
	}
	if one.code != "" {
		return refusals([]refusal{{
			collection: one.kind, role: one.role, name: "create " + one.name, status: one.status, code: one.code, harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := create(ctx, c)
				return err
			},
		}})[0]
	}
	return scenario{collection: one.kind, kind: writing, role: one.role, name: "create " + one.name,
		run: func(t *testing.T, _ *site, c *cms.Client) {
			t.Helper()
			made, err := create(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			read, err := terms(c, one.kind).Get(t.Context(), made.id())
			if err != nil {
				t.Fatal(err)
			}
			if got := read.text("slug"); got != one.slug {
				t.Errorf("slug %q, want %q", got, one.slug)
			}
			for _, field := range []string{"name", "description"} {
				if want, given := one.body[field]; given && read.text(field) != want {
					t.Errorf("field %s is %q, want %q", field, read.text(field), want)
				}
			}
		}}
}
