package conformance

import (
	"cmp"
	"fmt"
)

// statuses are the changes from each status to each other, and those of a new record.
func (c collection[T, P, L]) statuses(on targets) []scenario {
	froms := []struct {
		name string
		id   int64
	}{{"publish", on.plain}, {"draft", on.draft}, {"pending", on.pending}, {"private", on.private}, {"future", on.scheduled}}
	methods := []string{"POST", "PUT", "PATCH"}
	var list []course
	for _, to := range []string{"publish", "draft", "pending", "private", "future"} {
		made := cmp.Or(map[string]string{"future": "publish"}[to], to) // for now
		list = append(list, course{
			name: "create status=" + to, stored: record{"status": made},
			steps: []step{{body: fmt.Sprintf(`{"title":"x","status":%q}`, to), answer: record{"status": made}}},
		})
		for i, from := range froms {
			status := to
			switch { // the date decides
			case to == "publish" && from.name == "future":
				status = "future"
			case to == "future" && from.name != "future":
				status = "publish"
			}
			list = append(list, course{
				name: from.name + " becomes " + to, target: from.id, alone: true, stored: record{"status": status},
				steps: []step{{body: fmt.Sprintf(`{"status":%q}`, to), method: methods[i%len(methods)], answer: record{"status": status}}},
			})
		}
	}
	list = append(list,
		course{
			name: "create without a status is a draft", stored: record{"status": "draft"},
			steps: []step{{body: `{"title":"x"}`, answer: record{"status": "draft"}}},
		},
		course{
			name: "create status=null is a draft", stored: record{"status": "draft"},
			steps: []step{{body: `{"title":"x","status":null}`, answer: record{"status": "draft"}}},
		},
		course{
			name: "update status=null is a draft", target: on.plain, alone: true, stored: record{"status": "draft"},
			steps: []step{{body: `{"status":null}`, answer: record{"status": "draft"}}},
		},
		course{
			name: "private takes the password away", target: on.rich, alone: true, stored: record{"status": "private", "password": ""},
			steps: []step{{body: `{"status":"private"}`, answer: record{"status": "private", "password": nil}}},
		},
		course{
			name: "create private takes no password", stored: record{"status": "private", "password": ""},
			steps: []step{{body: `{"title":"x","status":"private","password":"p"}`, answer: record{"status": "private", "password": nil}}},
		},
		course{
			name: "from draft to the public and back", stored: record{"status": "draft"},
			steps: []step{
				{body: `{"title":"To and fro"}`, answer: record{"status": "draft", "slug": ""}},
				{body: `{"status":"pending"}`, method: "PATCH", answer: record{"status": "pending", "slug": ""}},
				{body: `{"status":"publish"}`, method: "PUT", answer: record{"status": "publish", "slug": "to-and-fro"}},
				{body: `{"status":"private"}`, answer: record{"status": "private", "slug": "to-and-fro", "title.raw": "To and fro"}},
				{body: `{"status":"draft"}`, answer: record{"status": "draft", "slug": "to-and-fro"}},
			},
		},
	)
	return c.courses(list)
}

// revised counts the revisions that updates leave.
func (c collection[T, P, L]) revised(on targets) []scenario {
	title := func(text string) step {
		return step{body: fmt.Sprintf(`{"title":%q}`, text), answer: record{"title.raw": text}}
	}
	count := func(name string, id int64, n int, steps ...step) course {
		return course{name: name, target: id, steps: steps, stored: record{"revisions": n}}
	}
	return c.courses([]course{
		count("one update makes a revision", on.plain, 1, title("One")),
		count("two updates make two revisions", on.plain, 2, title("One"), title("Two")),
		count("an update that repeats another makes none", on.plain, 1, title("One"), title("One")),
		count("a content makes a revision", on.draft, 2, title("One"), step{body: `{"content":"Two"}`, answer: record{"content.raw": "Two"}}),
		count("an excerpt makes a revision", on.pending, 2, title("One"), step{body: `{"excerpt":"Two"}`, answer: record{"excerpt.raw": "Two"}}),
		count("footnotes make a revision", on.plain, 2, title("One"), step{body: `{"meta":{"footnotes":"[]"}}`, answer: record{"meta.footnotes": "[]"}}),
		count("a status makes none", on.plain, 1, title("One"), step{body: `{"status":"private"}`, answer: record{"status": "private"}}),
		count("a slug makes none", on.plain, 1, title("One"), step{body: `{"slug":"elsewhere"}`, answer: record{"slug": "elsewhere"}}),
		count("a new record has none", 0, 0, step{body: `{"title":"x"}`, answer: record{"title.raw": "x"}}),
		count("a new record that is updated has one", 0, 1, step{body: `{"title":"x"}`, answer: record{"title.raw": "x"}}, title("y")),
	})
}
