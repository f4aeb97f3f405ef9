package ledger_test

import (
	"bytes"
	"context"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
)

const (
	templatePath = "/cms/v2/templates"
	partPath     = "/cms/v2/template-parts"
	templateID   = "plain//home"
)

func templateCalls() []call {
	type catalog = cms.Catalog[appearance.Template, appearance.TemplateParams, appearance.TemplateListOptions]
	templates := func(s *services) *catalog {
		return appearance.New(s.site).Templates
	}
	parts := func(s *services) *cms.Catalog[appearance.Part, appearance.PartParams, appearance.PartListOptions] {
		return appearance.New(s.site).Parts
	}
	templateLists := map[string]*appearance.TemplateListOptions{
		"": nil, "wp_id=7&post_type=page": {RowID: 7, PostType: "page"},
	}
	partLists := map[string]*appearance.PartListOptions{
		"": nil, "wp_id=7&area=header": {RowID: 7, Area: appearance.AreaHeader},
	}
	for _, c := range contexts {
		templateLists["context="+string(c)] = &appearance.TemplateListOptions{Context: c}
		partLists["context="+string(c)] = &appearance.PartListOptions{Context: c}
	}
	template := &appearance.TemplateParams{Slug: new("home"), Theme: new("plain"), Title: new("Home"), Content: new("c"),
		Description: new("d"), Author: new(int64(2))}
	part := &appearance.PartParams{Slug: new("home"), Theme: new("plain"), Title: new("Home"), Content: new("c"),
		Description: new("d"), Area: new(appearance.AreaHeader), Author: new(int64(2))}
	const fields = `"slug":"home","theme":"plain","title":"Home","content":"c","description":"d",`
	const templateBody, partBody = `{` + fields + `"author":2}`, `{` + fields + `"area":"header","author":2}`
	return slices.Concat(
		cataloguing("appearance.Templates", templatePath, templateID, `{"id":"plain//home"}`, templates, templateLists),
		cataloguing("appearance.Parts", partPath, templateID, `{"id":"plain//home"}`, parts, partLists),
		namedWrites("appearance.Templates", templatePath, templates, template, templateBody),
		namedWrites("appearance.Parts", partPath, parts, part, partBody),
		historyCalls("appearance.TemplateRevisions", "appearance.TemplateAutosaves", templatePath,
			func(s *services) *appearance.Revisions[appearance.TemplateRevision] {
				return appearance.New(s.site).TemplateRevisions(templateID)
			},
			func(s *services) *appearance.Autosaves[appearance.TemplateRevision, appearance.TemplateParams] {
				return appearance.New(s.site).TemplateAutosaves(templateID)
			}, template, templateBody),
		historyCalls("appearance.PartRevisions", "appearance.PartAutosaves", partPath,
			func(s *services) *appearance.Revisions[appearance.PartRevision] {
				return appearance.New(s.site).PartRevisions(templateID)
			},
			func(s *services) *appearance.Autosaves[appearance.PartRevision, appearance.PartParams] {
				return appearance.New(s.site).PartAutosaves(templateID)
			}, part, partBody),
		lookUpCalls(),
	)
}

// namedWrites is the writes of a catalog.
func namedWrites[T, P, L any](
	name, path string, of func(*services) *cms.Catalog[T, P, L], params *P, body string,
) []call {
	out := []call{
		{name + ".Create", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"id":"plain//home"}` }
			_, err := of(s).Create(ctx, params)
			return err
		}, []want{{"POST", path, "", body}}},
		{name + ".Delete", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"deleted":true,"previous":{"id":"plain//home"}}` }
			_, err := of(s).Delete(ctx, templateID)
			return err
		}, []want{{"DELETE", path + "/" + templateID, "force=true", ""}}},
	}
	for _, method := range updateMethods {
		out = append(out, call{name + ".Update by " + method, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"id":"plain//home"}` }
			_, err := of(s).Update(ctx, templateID, params, cms.UpdateMethod(method))
			return err
		}, []want{{method, path + "/" + templateID, "", body}}})
	}
	return out
}

// historyCalls is the calls on the revisions and autosaves of one record.
func historyCalls[R, P any](name, autosavesName, path string, revisions func(*services) *appearance.Revisions[R],
	autosaves func(*services) *appearance.Autosaves[R, P], params *P, body string) (out []call) {
	path += "/" + templateID
	const record = `{"id":"plain//home","wp_id":71,"parent":70}`
	add := func(verb, answer string, w want, do func(ctx context.Context, s *services) error) {
		out = append(out, call{verb, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return answer }
			return do(ctx, s)
		}, []want{w}})
	}
	list := func(options *appearance.RevisionListOptions, query string) {
		add(name+".List", "["+record+"]", want{"GET", path + "/revisions", query, ""},
			func(ctx context.Context, s *services) error {
				_, err := revisions(s).List(ctx, options)
				return err
			})
	}
	list(&appearance.RevisionListOptions{Page: 2, PerPage: 5, Search: "a", Include: []int64{71}, Exclude: []int64{72},
		Offset: 3, Order: cms.Ascending}, "page=2&per_page=5&search=a&include[]=71&exclude[]=72&offset=3&order=asc")
	list(&appearance.RevisionListOptions{Order: cms.Descending}, "order=desc")
	for _, order := range []cms.OrderBy{
		cms.ByDate, cms.ByID, cms.ByInclude, cms.ByRelevance, cms.BySlug, cms.ByIncludeSlugs, cms.ByTitle,
	} {
		list(&appearance.RevisionListOptions{OrderBy: order}, "orderby="+string(order))
	}
	for _, c := range contexts {
		list(&appearance.RevisionListOptions{Context: c}, "context="+string(c))
		add(name+".Get", record, want{"GET", path + "/revisions/71", "context=" + string(c), ""},
			func(ctx context.Context, s *services) error {
				_, err := revisions(s).Get(ctx, 71, cms.InContext(c))
				return err
			})
		add(autosavesName+".List", "["+record+"]", want{"GET", path + "/autosaves", "context=" + string(c), ""},
			func(ctx context.Context, s *services) error {
				_, err := autosaves(s).List(ctx, &appearance.AutosaveListOptions{Context: c})
				return err
			})
		add(autosavesName+".Get", record, want{"GET", path + "/autosaves/1", "context=" + string(c), ""},
			func(ctx context.Context, s *services) error {
				_, err := autosaves(s).Get(ctx, cms.InContext(c))
				return err
			})
	}
	add(name+".Delete", `{"deleted":true,"previous":`+record+`}`, want{"DELETE", path + "/revisions/71", "force=true", ""},
		func(ctx context.Context, s *services) error {
			_, err := revisions(s).Delete(ctx, 71)
			return err
		})
	add(autosavesName+".Create", record, want{"POST", path + "/autosaves", "", body},
		func(ctx context.Context, s *services) error {
			_, err := autosaves(s).Create(ctx, params)
			return err
		})
	return out
}

func lookUpCalls() []call {
	return []call{
		{"appearance.LookUpTemplate", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"id":"plain//home"}` }
			options := &appearance.LookUpOptions{IsCustom: new(true), Prefix: "page"}
			_, err := appearance.New(s.site).LookUpTemplate(ctx, "home", options)
			return err
		}, []want{{"GET", templatePath + "/lookup", "slug=home&is_custom=true&template_prefix=page", ""}}},
		{"appearance.Export", func(ctx context.Context, s *services) error {
			_, err := appearance.New(s.site).Export(ctx, new(bytes.Buffer))
			return err
		}, []want{{"GET", "/cms-block-editor/v1/export", "", ""}}},
	}
}
