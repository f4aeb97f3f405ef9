package conformance

import (
	"fmt"
	"strings"
)

// slugs are what becomes of slugs, given or made from titles.
func (c collection[T, P, L]) slugs(on targets) []scenario {
	var list []course
	for _, one := range []struct{ slug, becomes string }{
		{"mine", "mine"},
		{"UPPER Case", "upper-case"},
		{"under_score", "under_score"},
		{"a/b.c", "a-b-c"},
		{"--dashes -- everywhere--", "dashes-everywhere"},
		{"Größe öffnen", "grose-offnen"},
		{"<b>bold</b> &amp; more", "bold-more"},
		{"100% fine?", "100-fine"},
		{"Шрифты", "%d1%88%d1%80%d0%b8%d1%84%d1%82%d1%8b"},
		{"%d1%88", "%d1%88"},
		{"字体", "%e5%ad%97%e4%bd%93"},
		{"dash\u2013and\u2014dash", "dash-and-dash"},
		{"\u201cquoted\u201d\u2026", "quoted"},
		{"feed", "feed-2"},
		{"embed", "embed-2"},
		{strings.Repeat("long", 60), strings.Repeat("long", 50)},
	} {
		list = append(list,
			course{
				name: fmt.Sprintf("create slug=%.20q published", one.slug), stored: record{"slug": one.becomes},
				steps: []step{{body: fmt.Sprintf(`{"title":"x","status":"publish","slug":%q}`, one.slug), answer: record{"slug": one.becomes}}},
			},
			course{
				name: fmt.Sprintf("update slug=%.20q", one.slug), target: on.rich, alone: true, stored: record{"slug": one.becomes},
				steps: []step{{body: fmt.Sprintf(`{"slug":%q}`, one.slug), answer: record{"slug": one.becomes}}},
			},
			course{
				name: fmt.Sprintf("create title=%.20q published", one.slug), stored: record{"slug": one.becomes},
				steps: []step{{body: fmt.Sprintf(`{"title":%q,"status":"publish"}`, one.slug), answer: record{"slug": one.becomes}}},
			},
		)
	}
	return c.courses(append(list, slugCourses(on)...))
}

func slugCourses(on targets) []course {
	publish := func(slug, becomes string) step {
		return step{body: fmt.Sprintf(`{"title":"x","status":"publish","slug":%q}`, slug), answer: record{"slug": becomes}, fresh: true}
	}
	update := func(name string, id int64, body string, slug string) course {
		return course{name: name, target: id, steps: []step{{body: body, answer: record{"slug": slug}}}, stored: record{"slug": slug}}
	}
	return []course{
		{
			name: "the third record of a slug is -3", stored: record{"slug": "thrice-3"},
			steps: []step{publish("thrice", "thrice"), publish("thrice", "thrice-2"), publish("thrice", "thrice-3")},
		},
		{
			name: "a free number is taken", stored: record{"slug": "gap-2"},
			steps: []step{publish("gap", "gap"), publish("gap-3", "gap-3"), publish("gap", "gap-2")},
		},
		{
			name: "a slug with a number is numbered again", stored: record{"slug": "part-2-2"},
			steps: []step{publish("part-2", "part-2"), publish("part-2", "part-2-2")},
		},
		{
			name: "create a draft has no slug yet", stored: record{"slug": ""},
			steps: []step{{body: `{"title":"A new draft"}`, answer: record{"slug": "", "generated_slug": "a-new-draft"}}},
		},
		{
			name: "create a draft with a slug keeps it", stored: record{"slug": "wanted"},
			steps: []step{{body: `{"title":"x","status":"draft","slug":"wanted"}`, answer: record{"slug": "wanted"}}},
		},
		{
			name: "create slug=null published", stored: record{"slug": "of-the-title"},
			steps: []step{{body: `{"title":"Of the title","slug":null,"status":"publish"}`, answer: record{"slug": "of-the-title"}}},
		},
		{
			name: `create slug="" published`, stored: record{"slug": "of-the-title"},
			steps: []step{{body: `{"title":"Of the title","slug":"","status":"publish"}`, answer: record{"slug": "of-the-title"}}},
		},
		{
			name: "create private has a slug", stored: record{"slug": "of-the-title"},
			steps: []step{{body: `{"title":"Of the title","status":"private"}`, answer: record{"slug": "of-the-title"}}},
		},
		{
			name: "create scheduled has a slug", stored: record{"slug": "of-the-title"},
			steps: []step{{body: `{"title":"Of the title","status":"publish","date":"2031-01-01T00:00:00"}`, answer: record{"slug": "of-the-title"}}},
		},
		{
			name: "the slug of a title that is taken", stored: record{"slug": "twice-2"},
			steps: []step{
				{body: `{"title":"Twice","status":"publish"}`, answer: record{"slug": "twice"}},
				{body: `{"title":"Twice","status":"publish"}`, answer: record{"slug": "twice-2"}, fresh: true},
			},
		},
		update("the slug of another", on.rich, fmt.Sprintf(`{"slug":%q}`, on.sister), on.sister+"-2"),
		{
			name: "create with the slug of another", stored: record{"slug": on.slug + "-2"}, steps: []step{publish(on.slug, on.slug+"-2")},
		},
		update(`update slug="" makes it of the title`, on.plain, `{"slug":""}`, strings.ToLower(strings.ReplaceAll(on.title, " ", "-"))),
		update("update slug=null makes it of the title", on.plain, `{"slug":null}`, strings.ToLower(strings.ReplaceAll(on.title, " ", "-"))),
		update("a new title leaves the slug", on.plain, `{"title":"Another"}`, on.slug),
		update("its own slug again", on.plain, fmt.Sprintf(`{"slug":%q}`, on.slug), on.slug),
		update("a draft without a slug is published", on.floating, `{"title":"Now at last","status":"publish"}`, "now-at-last"),
		update(`update slug="" of a draft`, on.draft, `{"slug":""}`, ""),
	}
}
