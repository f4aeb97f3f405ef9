package conformance

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

func postWriting() []scenario {
	on := postTargets()
	fill := func(p *cms.PostParams) { p.Title, p.Content = new("New"), new("Of the new post.") }
	return slices.Concat(
		posts().fields(on.rich, fill, posts().changing(contentFields())),
		posts().fields(on.rich, fill, posts().changing(postFields())),
		posts().fields(on.plain, fill, posts().changing(stickyFields())),
		posts().dates(on, fill), posts().statuses(on), posts().slugs(on), posts().revised(on),
		posts().courses(passwordCourses()), forms("posts", writingForms("posts", on)),
	)
}

func postFields() []change {
	var out []change
	for _, format := range []string{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"} {
		out = append(out, change{field: "format", value: `"` + format + `"`})
	}
	list := func(field, value string, ids ...int64) change {
		return change{field: field, value: value, answer: record{field: append([]int64{}, ids...)}}
	}
	byName := func(field, value string, ids ...int64) change { // the tables know no order
		return change{field: field, value: value, answer: record{field: ids}, stored: record{}, touched: []string{field}}
	}
	return append(out,
		change{field: "format", value: "null", answer: record{}, stored: record{}, not: "create"},
		list("categories", "[4]", 4), list("categories", "[4,2]", 4, 2), byName("categories", "[5,6]", 6, 5), list("categories", `["5"]`, 5), list("categories", `"6,5"`, 6, 5),
		list("categories", "[999]"), list("categories", "[4,999]", 4), list("categories", "[4,4]", 4), list("categories", "[11]"),
		change{field: "categories", value: "[]", answer: record{"categories": []int64{}}},
		list("categories", "null"),
		list("tags", "[13]", 13), list("tags", "[14,13]", 14, 13), byName("tags", "[13,14]", 14, 13), list("tags", "[]"), list("tags", "[999,15]", 15), list("tags", "[2]"),
		list("tags", "null"),
	)
}

func stickyFields() []change {
	return []change{
		{field: "sticky", value: "true"},
		{field: "sticky", value: "1", answer: record{"sticky": true}},
		{field: "sticky", value: `"true"`, answer: record{"sticky": true}},
		{field: "sticky", value: "false"},
		{field: "sticky", value: "null", answer: record{"sticky": false}},
	}
}

// passwordCourses are what a password and stickiness do to each other.
func passwordCourses() []course {
	return []course{
		{
			name: "sticky after its password is taken away", target: 181, alone: true, stored: record{"sticky": true, "password": ""},
			steps: []step{
				{body: `{"password":""}`, method: "PATCH", answer: record{"password": nil}},
				{body: `{"sticky":true}`, method: "PUT", answer: record{"sticky": true}},
			},
		},
		{
			name: "a password after it is no longer sticky", target: 104, alone: true, stored: record{"sticky": false, "password": "p"},
			steps: []step{
				{body: `{"sticky":false}`, answer: record{"sticky": false}},
				{body: `{"password":"p"}`, answer: record{"sticky": false, "password": "p"}},
			},
		},
		{
			name: "create sticky", stored: record{"sticky": true},
			steps: []step{{body: `{"title":"x","status":"publish","sticky":true}`, answer: record{"sticky": true}}},
		},
		{
			name: "the slug of a page is free for a post", stored: record{"slug": "hh-reference"},
			steps: []step{{body: `{"title":"x","status":"publish","slug":"hh-reference"}`, answer: record{"slug": "hh-reference"}}},
		},
		{
			name: "a draft may be sticky", stored: record{"sticky": true, "status": "draft"},
			steps: []step{{body: `{"title":"x","sticky":true}`, answer: record{"sticky": true}}},
		},
		{
			name: "a sticky post becomes private", target: 104, stored: record{"sticky": true, "status": "private"},
			steps: []step{{body: `{"status":"private"}`, answer: record{"status": "private"}}},
		},
		{
			name: "no categories, and the default one at the next save", stored: record{"categories": []int64{1}},
			steps: []step{
				{body: `{"title":"x","categories":[]}`, answer: record{"categories": []int64{}}},
				{body: `{"title":"y"}`, answer: record{"categories": []int64{1}}},
			},
		},
		{
			name: "create without categories has the default one", stored: record{"categories": []int64{1}, "tags": []int64{}},
			steps: []step{{body: `{"title":"x"}`, answer: record{"categories": []int64{1}, "tags": []int64{}}}},
		},
	}
}
