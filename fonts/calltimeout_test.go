package fonts_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestWithCallTimeoutLimitsACallAndNotAWalk(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		delay time.Duration // of each response
		call  func(ctx context.Context, client *fonts.Client) error
		took  time.Duration
		fails bool
	}{
		"List": {time.Hour, func(ctx context.Context, client *fonts.Client) error {
			_, err := client.List(ctx, nil)
			return err
		}, 10 * time.Second, true},
		"List that looks for the first page": {6 * time.Second, func(ctx context.Context, client *fonts.Client) error {
			_, err := client.List(ctx, &fonts.ListOptions{Size: 1})
			return err
		}, 10 * time.Second, true},
		"Count": {time.Hour, func(ctx context.Context, client *fonts.Client) error {
			_, err := client.Count(ctx, nil)
			return err
		}, 10 * time.Second, true},
		"All, each page in time": {6 * time.Second, func(ctx context.Context, client *fonts.Client) error {
			for _, err := range client.All(ctx, &fonts.ListOptions{Size: 1}) {
				if err != nil {
					return err
				}
			}
			return nil
		}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &script{answer: func(_ int, a asked) (int, string) {
					number := a.PageData.Page
					if number == 0 {
						return http.StatusBadRequest, `{"code":400,"message":"no page 0"}`
					}
					members := fmt.Sprintf(`,"page":%d,"pageTotal":3,"total":3`, number)
					return http.StatusOK, page(names(number)[min(number-1, 3):min(number, 3)], members)
				}}
				inside := handled(s).Transport
				slow := roundTripper(func(r *http.Request) (*http.Response, error) {
					select {
					case <-time.After(test.delay):
						return inside.RoundTrip(r)
					case <-r.Context().Done():
						return nil, r.Context().Err()
					}
				})
				client, err := fonts.New(base, fonts.WithHTTPClient(&http.Client{Transport: slow}),
					fonts.WithCallTimeout(10*time.Second))
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				err = test.call(t.Context(), client)
				if took := time.Since(start); test.fails && took != test.took {
					t.Errorf("%s took %v, want %v", name, took, test.took)
				}
				if !test.fails {
					if err != nil {
						t.Errorf("%s: error %v, want none", name, err)
					}
					return
				}
				if !errors.Is(err, fonts.ErrCallTimeout) || !errors.Is(err, context.DeadlineExceeded) {
					t.Fatalf("%s: error %v, want ErrCallTimeout and DeadlineExceeded", name, err)
				}
				for _, text := range []string{"longer than the 10s of WithCallTimeout", "allow more time with WithCallTimeout"} {
					if !strings.Contains(err.Error(), text) {
						t.Errorf("%s: error %v, want %q in it", name, err, text)
					}
				}
			})
		})
	}
}
