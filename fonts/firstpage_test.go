package fonts_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestPageZeroIsReadWhenPageOneIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status        int
		members       string
		first, second []int // pages that two walks ask for
	}{
		"404":                   {404, "", []int{1, 0, 1}, []int{0, 1}},
		"400":                   {400, "", []int{1, 0, 1}, []int{0, 1}},
		"in the envelope":       {200, "", []int{1, 0, 1}, []int{0, 1}},
		"the totals are stated": {404, `,"total":2,"pageTotal":1`, []int{1, 0}, []int{0}},
		"its number is stated":  {404, `,"page":0`, []int{1, 0, 1}, []int{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := func(_ int, a asked) (int, string) {
				if a.PageData.Page != 0 {
					return c.status, fmt.Sprintf(`{"code":%d,"message":"no such page","data":null}`, max(c.status, 400))
				}
				return 200, page(names(2)[:min(2, a.PageData.Size)], c.members)
			}
			catalogue, server := client(t, answer)
			for i, want := range [][]int{c.first, c.second} {
				server.asked = nil
				equal(t, "fonts", ids(t, catalogue.All(t.Context(), &fonts.ListOptions{Size: 5})), names(2))
				equal(t, fmt.Sprintf("pages of walk %d", i+1), server.pages(), want)
			}
			catalogue, _ = client(t, answer)
			n, err := catalogue.Count(t.Context(), nil)
			equal(t, "Count", fmt.Sprint(n, err), "2 <nil>")
			catalogue, _ = client(t, answer)
			first, err := catalogue.List(t.Context(), nil)
			switch {
			case err != nil:
				t.Errorf("List: error %v, want nil", err)
			case len(first.Fonts) != 2:
				t.Errorf("List: %d fonts, want 2", len(first.Fonts))
			}
		})
	}
}

func TestRefusalOfPageOneIsReturnedUnlessPageZeroIsThere(t *testing.T) {
	t.Parallel()
	const refusal = `{"code":404,"message":"no such list","data":null}`
	for name, c := range map[string]struct {
		one, zero     func() (int, string)
		first, second []int
		want          error
	}{
		"both are refused": {
			func() (int, string) { return 404, refusal }, func() (int, string) { return 404, refusal }, []int{1, 0}, []int{1, 0},
			fonts.ErrNotFound,
		},
		"page 0 is taken for 1": {
			func() (int, string) { return 404, refusal }, func() (int, string) { return 200, page(names(2), `,"page":1`) },
			[]int{1, 0}, []int{1, 0}, fonts.ErrNotFound,
		},
		"not an envelope": {
			func() (int, string) { return 404, "<html>" }, func() (int, string) { return 200, page(names(2), "") }, []int{1},
			[]int{1}, fonts.ErrNotJSON,
		},
		"not allowed": {
			func() (int, string) { return 403, `{"code":403,"message":"no","data":null}` }, func() (int, string) {
				return 200, page(names(2), "")
			},
			[]int{1}, []int{1}, fonts.ErrForbidden,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			catalogue, server := client(t, func(_ int, a asked) (int, string) {
				if a.PageData.Page == 0 {
					return c.zero()
				}
				return c.one()
			})
			for i, want := range [][]int{c.first, c.second} {
				server.asked = nil
				_, err := catalogue.List(t.Context(), nil)
				if !errors.Is(err, c.want) {
					t.Errorf("call %d: %v, want %v", i+1, err, c.want)
				}
				equal(t, "pages", server.pages(), want)
			}
			if list, err := walked(catalogue.All(t.Context(), nil)); len(list) > 0 || !errors.Is(err, c.want) {
				t.Errorf("All: fonts %v, error %v, want none and %v", list, err, c.want)
			}
		})
	}
}

func TestPageZeroIsAskedForAgainAfterALostConnection(t *testing.T) {
	t.Parallel()
	s, lost := &script{answer: func(_ int, a asked) (int, string) { return 200, page(cut(names(3), 0, a), "") }}, false
	catalogue := open(t, nil,
		fonts.WithHTTPClient(&http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			if len(s.pages()) == 1 && !lost {
				lost = true
				return nil, errors.New("wire cut")
			}
			return handled(s).Transport.RoundTrip(r)
		})}))
	equal(t, "fonts", ids(t, catalogue.All(t.Context(), &fonts.ListOptions{Size: 2})), names(3))
	equal(t, "lost", lost, true)
	equal(t, "pages", s.pages(), []int{1, 0, 1, 2})
}

// TestPageZeroThatCameBeforeTheContextEndedKeepsItsNumber has a walk that is given up
// while page 0 arrives: its cursor has to lead back to page 0.
func TestPageZeroThatCameBeforeTheContextEndedKeepsItsNumber(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	catalogue := open(t, nil,
		fonts.WithHTTPClient(&http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			var a asked
			if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
				return nil, err
			}
			if a.PageData.Page == 0 {
				return &http.Response{StatusCode: http.StatusOK, Body: lastly{strings.NewReader(page(names(2), "")), cancel}}, nil
			}
			return &http.Response{StatusCode: http.StatusNotFound, Body: io.NopCloser(strings.NewReader(`{"code":404}`))}, nil
		})}))
	var cursor fonts.Cursor
	for _, err := range catalogue.All(ctx, &fonts.ListOptions{Size: 5}, fonts.Resume(&cursor)) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	equal(t, "cursor", cursor, fonts.Cursor{Page: 0, Index: 1, Size: 5, Count: 1})
}

// lastly is a body that does something when it is closed.
type lastly struct {
	io.Reader
	do func()
}

func (l lastly) Close() error {
	l.do()
	return nil
}
