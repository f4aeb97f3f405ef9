package ledger_test

import (
	"context"

	"github.com/fontcms/fontcms-go/cms/abilities"
)

func abilityCalls() (out []call) {
	const path = "/cms-abilities/v1/abilities"
	const record = `{"name":"lab/do","meta":{"annotations":{}}}`
	add := func(name, answer string, w want, do func(ctx context.Context, all *abilities.Service) error) {
		out = append(out, call{"abilities." + name, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return answer }
			return do(ctx, abilities.New(s.site))
		}, []want{w}})
	}
	list := func(options *abilities.ListOptions, query string) {
		add("List", "["+record+"]", want{"GET", path, query, ""}, func(ctx context.Context, all *abilities.Service) error {
			_, err := all.List(ctx, options)
			return err
		})
	}
	categories := func(options *abilities.CategoryListOptions, query string) {
		add("Categories.List", "[]", want{"GET", "/cms-abilities/v1/categories", query, ""},
			func(ctx context.Context, all *abilities.Service) error {
				_, err := all.Categories.List(ctx, options)
				return err
			})
	}
	list(&abilities.ListOptions{Page: 2, PerPage: 5, Category: "lab", Namespace: "lab",
		Readonly: new(true), Destructive: new(false), Idempotent: new(true),
	}, "page=2&per_page=5&category=lab&namespace=lab&meta[annotations][readonly]=true"+
		"&meta[annotations][destructive]=false&meta[annotations][idempotent]=true")
	categories(&abilities.CategoryListOptions{Page: 2, PerPage: 5}, "page=2&per_page=5")
	for _, c := range contexts {
		list(&abilities.ListOptions{Context: c}, "context="+string(c))
		categories(&abilities.CategoryListOptions{Context: c}, "context="+string(c))
	}
	add("Get", record, want{"GET", path + "/lab/do", "", ""}, func(ctx context.Context, all *abilities.Service) error {
		_, err := all.Get(ctx, "lab/do")
		return err
	})
	add("All", "[]", want{"GET", path, "page=1&per_page=100", ""},
		func(ctx context.Context, all *abilities.Service) error { return drain(all.All(ctx, nil)) })
	add("Categories.All", "[]", want{"GET", "/cms-abilities/v1/categories", "page=1&per_page=100", ""},
		func(ctx context.Context, all *abilities.Service) error { return drain(all.Categories.All(ctx, nil)) })
	add("Categories.Get", `{"slug":"lab"}`, want{"GET", "/cms-abilities/v1/categories/lab", "", ""},
		func(ctx context.Context, all *abilities.Service) error {
			_, err := all.Categories.Get(ctx, "lab")
			return err
		})
	run := func(stated abilities.Annotations, w want, input any) {
		w.path = path + "/lab/do/run"
		add("Run", `"done"`, w, func(ctx context.Context, all *abilities.Service) error {
			one := &abilities.Ability{Name: "lab/do", Meta: abilities.Meta{Annotations: stated}}
			_, err := abilities.Run[string](ctx, all, one, input)
			return err
		})
	}
	for input, body := range map[any]string{"a": `"a"`, 5: `5`, true: `true`} {
		run(abilities.Annotations{}, want{method: "POST", body: `{"input":` + body + `}`}, input)
	}
	for _, w := range []want{{method: "GET"}, {method: "DELETE"}} {
		stated := abilities.Annotations{Readonly: new(w.method == "GET"), Destructive: new(true), Idempotent: new(true)}
		w.query = "input[]=a&input[]=b"
		run(stated, w, []string{"a", "b"})
		w.query = "input[deep][list][]=5&input[text]=a"
		run(stated, w, map[string]any{"text": "a", "deep": map[string]any{"list": []int{5}}})
	}
	return out
}
