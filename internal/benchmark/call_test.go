package benchmark

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/internal/benchmark/byhand"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// BenchmarkCall reads one post of 3 KB through the whole stack.
func BenchmarkCall(b *testing.B) {
	sdk, hand := both(b, http.StatusOK, jsonHeader(), answer(b, "cms/testdata/posts_get.http.json"))
	measure(b, "sdk", func() error {
		_, err := sdk.Posts.Get(b.Context(), 564)
		return err
	})
	measure(b, "by hand", func() error {
		_, err := hand.Post(b.Context(), 564)
		return err
	})
}

// BenchmarkSmallCall reads one field of a post, so that next to nothing but the call is left.
func BenchmarkSmallCall(b *testing.B) {
	sdk, hand := both(b, http.StatusOK, jsonHeader(), []byte(`{"id":564}`))
	measure(b, "sdk", func() error {
		_, err := sdk.Posts.Get(b.Context(), 564, cms.Fields("id"))
		return err
	})
	measure(b, "by hand", func() error {
		_, err := hand.Post(b.Context(), 564)
		return err
	})
}

// BenchmarkListPage reads a page of a hundred posts, beside decoding it and nothing else.
func BenchmarkListPage(b *testing.B) {
	list := aHundred(answer(b, "cms/testdata/posts_get.http.json"))
	header := jsonHeader()
	header.Set("X-WP-Total", "100")
	header.Set("X-WP-TotalPages", "1")
	sdk, hand := both(b, http.StatusOK, header, list)
	full := func(n int) error {
		if n != 100 {
			return fmt.Errorf("%d posts", n)
		}
		return nil
	}
	measure(b, "sdk, List", func() error {
		page, err := sdk.Posts.List(b.Context(), &cms.PostListOptions{PerPage: 100})
		return errors.Join(err, full(len(page.Items)))
	})
	measure(b, "sdk, All", func() error {
		n := 0
		for _, err := range sdk.Posts.All(b.Context(), nil) {
			if err != nil {
				return err
			}
			n++
		}
		return full(n)
	})
	measure(b, "sdk, decode alone", func() error {
		var posts []cms.Post
		err := json.Unmarshal(list, &posts, wire.Options())
		return errors.Join(err, full(len(posts)))
	})
	measure(b, "by hand", func() error {
		n := 0
		err := byhand.Posts(b.Context(), hand, func(*byhand.Post) { n++ })
		return errors.Join(err, full(n))
	})
}

// BenchmarkBatch creates 25 posts in one round trip.
func BenchmarkBatch(b *testing.B) {
	post := `{"status":201,"headers":{},"body":` + string(answer(b, "cms/testdata/posts_create_201.http.json")) + `}`
	body := `{"responses":[` + strings.TrimSuffix(strings.Repeat(post+",", 25), ",") + `]}`
	sdk, hand := both(b, http.StatusMultiStatus, jsonHeader(), []byte(body))
	measure(b, "sdk", func() error {
		requests := batch.New(sdk)
		posts := make([]cms.Post, 25)
		for i := range posts {
			params := &cms.PostParams{Title: new(fmt.Sprint("Post ", i)), Status: new(cms.StatusDraft)}
			requests.Add(sdk.Posts.CreateRequest(params).Into(&posts[i]))
		}
		report, err := requests.Do(b.Context())
		if err != nil {
			return err
		}
		return report.Err()
	})
	measure(b, "by hand", func() error {
		titles := make([]string, 25)
		for i := range titles {
			titles[i] = fmt.Sprint("Post ", i)
		}
		_, err := hand.CreateAll(b.Context(), titles)
		return err
	})
}

// BenchmarkFontsPage reads a page of a hundred fonts.
func BenchmarkFontsPage(b *testing.B) {
	recorder := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/api/fonts/list",
		strings.NewReader(`{"pageData":{"page":1,"size":100}}`))
	fontstest.NewHandler().ServeHTTP(recorder, request)
	client := &http.Client{Transport: memory{http.StatusOK, jsonHeader(), recorder.Body.Bytes()}}
	catalogue, err := fonts.New(site, fonts.WithHTTPClient(client))
	if err != nil {
		b.Fatal(err)
	}
	measure(b, "sdk", func() error {
		page, err := catalogue.List(b.Context(), &fonts.ListOptions{Size: 100})
		if err == nil && len(page.Fonts) != 100 {
			err = fmt.Errorf("%d fonts", len(page.Fonts))
		}
		return err
	})
	measure(b, "by hand", func() error {
		page, err := byhand.Fonts(b.Context(), client, site, 1)
		if err == nil && len(page) != 100 {
			err = fmt.Errorf("%d fonts", len(page))
		}
		return err
	})
}
