package conformance

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

func pageWriting() []scenario {
	on := pageTargets()
	fill := func(p *cms.PageParams) { p.Title, p.Content = new("New"), new("Of the new page.") }
	return slices.Concat(
		pages().fields(on.rich, fill, pages().changing(contentFields())),
		pages().fields(on.rich, fill, pages().changing(pageFields())),
		pages().dates(on, fill), pages().statuses(on), pages().slugs(on), pages().revised(on),
		pages().courses(treeCourses()), forms("pages", writingForms("pages", on)),
	)
}

func pageFields() []change {
	return []change{
		{field: "parent", value: "201"},
		{field: "parent", value: "206"},
		{field: "parent", value: "0"},
		{field: "parent", value: `"203"`, answer: record{"parent": 203}},
		{field: "parent", value: "211"}, // a draft
		{field: "parent", value: "101"}, // a post
		{field: "parent", value: "null", answer: record{"parent": 0}},
		{field: "parent", value: "281", answer: record{"parent": 0}, not: "create"}, // itself
		{field: "menu_order", value: "3"},
		{field: "menu_order", value: "0"},
		{field: "menu_order", value: "-5"},
		{field: "menu_order", value: `"12"`, answer: record{"menu_order": 12}},
		{field: "menu_order", value: "4.0", answer: record{"menu_order": 4}},
		{field: "menu_order", value: "null", answer: record{"menu_order": 0}},
	}
}

// treeCourses are what a tree of pages does to its pages.
func treeCourses() []course {
	return []course{
		{
			name: "a page below its own grandchild goes to the top", target: 201, stored: record{"parent": 0}, alone: true,
			steps: []step{{body: `{"parent":206}`, answer: record{"parent": 0}}},
		},
		{
			name: "a page below its own child goes to the top", target: 203, stored: record{"parent": 0}, alone: true,
			steps: []step{{body: `{"parent":206}`, answer: record{"parent": 0}}},
		},
		{
			name: "a slug that another parent's page has stays", stored: record{"slug": "oo-install", "parent": 202},
			steps: []step{{body: `{"title":"x","status":"publish","parent":202,"slug":"oo-install"}`, answer: record{"slug": "oo-install"}}},
		},
		{
			name: "a slug that a sister has becomes -2", stored: record{"slug": "oo-install-2"},
			steps: []step{{body: `{"title":"x","status":"publish","parent":201,"slug":"oo-install"}`, answer: record{"slug": "oo-install-2"}}},
		},
		{
			name: "a page moved to where its slug is taken", stored: record{"slug": "oo-install-2", "parent": 201},
			steps: []step{
				{body: `{"title":"x","status":"publish","parent":202,"slug":"oo-install"}`, answer: record{"slug": "oo-install"}},
				{body: `{"parent":201}`, answer: record{"slug": "oo-install-2", "parent": 201}},
			},
		},
		{
			name: "an order in the menu by each method", target: 201, stored: record{"menu_order": 3}, alone: true,
			steps: []step{
				{body: `{"menu_order":1}`, answer: record{"menu_order": 1}},
				{body: `{"menu_order":2}`, method: "PUT", answer: record{"menu_order": 2}},
				{body: `{"menu_order":3}`, method: "PATCH", answer: record{"menu_order": 3}},
			},
		},
	}
}
