package ledger_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
)

func fontCalls() []call {
	const path = "/api/fonts/list"
	options := &fonts.ListOptions{Page: new(2), Size: 50, Tags: "web", Category: "serif", Keyword: "lato"}
	return []call{
		{"fonts.List", func(ctx context.Context, s *services) error {
			_, err := s.catalogue.List(ctx, options)
			return err
		}, []want{{"POST", path, "", `{"pageData":{"page":2,"size":50},"tags":"web","category":"serif","keyword":"lato"}`}}},
		{"fonts.List without arguments", func(ctx context.Context, s *services) error {
			_, err := s.catalogue.List(ctx, nil)
			return err
		}, []want{{"POST", path, "", `{"pageData":{"page":1,"size":100}}`}}},
	}
}

func indexCalls() []call {
	out := []call{{"Index", func(ctx context.Context, s *services) error {
		_, err := s.site.Index(ctx, cms.InContext(cms.ContextView), cms.Fields("name"))
		return err
	}, []want{{"GET", "/", "context=view&_fields=name", ""}}}}
	for _, namespace := range []string{
		cms.NamespaceCMS, cms.NamespaceOEmbed, cms.NamespaceCodeSnippets,
		cms.NamespaceAnalytics, cms.NamespaceArchiver, cms.NamespaceBlockVisibility,
	} {
		out = append(out, call{"Read", func(ctx context.Context, s *services) error {
			_, err := s.site.Read(ctx, http.MethodGet, namespace, url.Values{"context": {"view"}, "namespace": {namespace}})
			return err
		}, []want{{"GET", "/" + namespace, "context=view&namespace=" + namespace, ""}}})
	}
	return out
}

func batchCalls() []call {
	answers := func(n int) func(request) string {
		return func(request) string {
			list := ""
			for range n {
				list += `,{"body":{"id":7},"status":200,"headers":[]}`
			}
			return `{"responses":[` + list[1:] + `]}`
		}
	}
	var largest string
	for range batch.MaxItems {
		largest += `,{"method":"DELETE","path":"/cms/v2/posts/7"}`
	}
	return []call{
		{"batch.Do", func(ctx context.Context, s *services) error {
			s.cms.answer = answers(4)
			report, err := batch.New(s.site).RequireAllValidate().
				Add(s.site.Posts.CreateRequest(&cms.PostParams{Title: new("One")})).
				Put("cms/v2/posts/7", map[string]any{"title": "Two"}).Header("X-One", "1").
				Patch("cms/v2/posts/8", map[string]any{}).Header("X-Two", "1", "2").
				Delete("cms/v2/posts/9", nil).
				Do(ctx)
			if err != nil {
				return err
			}
			return report.Err()
		}, []want{{"POST", "/batch/v1", "", `{"validation":"require-all-validate","requests":[
			{"method":"POST","path":"/cms/v2/posts","body":{"title":"One"}},
			{"method":"PUT","path":"/cms/v2/posts/7","body":{"title":"Two"},"headers":{"X-One":"1"}},
			{"method":"PATCH","path":"/cms/v2/posts/8","body":{},"headers":{"X-Two":["1","2"]}},
			{"method":"DELETE","path":"/cms/v2/posts/9"}]}`}}},
		{"batch.Do with as many as it takes", func(ctx context.Context, s *services) error {
			s.cms.answer = answers(batch.MaxItems)
			b := batch.New(s.site)
			for range batch.MaxItems {
				b.Delete("cms/v2/posts/7", nil)
			}
			_, err := b.Do(ctx)
			return err
		}, []want{{"POST", "/batch/v1", "", fmt.Sprintf(`{"validation":"normal","requests":[%s]}`, largest[1:])}}},
	}
}
