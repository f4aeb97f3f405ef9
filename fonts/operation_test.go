package fonts_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestErrorsAndAttemptsNameTheOperationThatWasCalled(t *testing.T) {
	t.Parallel()
	calls := map[string]func(ctx context.Context, c *fonts.Client, options *fonts.ListOptions,
		o ...fonts.CallOption) error{
		"fonts.List": func(ctx context.Context, c *fonts.Client, options *fonts.ListOptions, o ...fonts.CallOption) error {
			_, err := c.List(ctx, options, o...)
			return err
		},
		"fonts.Count": func(ctx context.Context, c *fonts.Client, options *fonts.ListOptions, o ...fonts.CallOption) error {
			_, err := c.Count(ctx, options, o...)
			return err
		},
		"fonts.All": func(ctx context.Context, c *fonts.Client, options *fonts.ListOptions,
			o ...fonts.CallOption) (err error) {
			for _, err = range c.All(ctx, options, walkOptions(o)...) {
			}
			return err
		},
		"fonts.Pages": func(ctx context.Context, c *fonts.Client, options *fonts.ListOptions,
			o ...fonts.CallOption) (err error) {
			for _, err = range c.Pages(ctx, options, walkOptions(o)...) {
			}
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			named := ""
			spy := func(next http.RoundTripper) http.RoundTripper {
				return roundTripper(func(r *http.Request) (*http.Response, error) {
					attempt, _ := fonts.AttemptFrom(r.Context())
					named = attempt.Operation
					return next.RoundTrip(r)
				})
			}
			refusing, _ := client(t, fixed(403, `{"code":403,"message":"no","data":null}`), fonts.WithMiddleware(spy))
			err := call(t.Context(), refusing, nil)
			e, ok := errors.AsType[*fonts.Error](err)
			switch {
			case !ok:
				t.Errorf("%s: error %v, want a *fonts.Error", name, err)
			case e.Operation != name:
				t.Errorf("call(refusing): Operation %q, want %q", e.Operation, name)
			case !strings.HasPrefix(err.Error(), name+" (POST /api/fonts/list)"):
				t.Errorf("error %v, want the prefix %q", err, name+" (POST /api/fonts/list)")
			case named != name:
				t.Errorf("operation of the attempt %q, want %q", named, name)
			}
			for _, wrong := range []error{call(t.Context(), refusing, &fonts.ListOptions{Size: -1}),
				call(t.Context(), refusing, nil, fonts.Attempts(0))} {
				switch a, ok := errors.AsType[*fonts.ArgumentError](wrong); {
				case !ok:
					t.Errorf("wrong error %v, want a *fonts.ArgumentError", wrong)
				case a.Operation != name:
					t.Errorf("a.Operation %q, want %q", a.Operation, name)
				}
			}
		})
	}
}

func walkOptions(options []fonts.CallOption) (out []fonts.WalkOption) {
	for _, o := range options {
		out = append(out, o)
	}
	return out
}

func TestErrorOfAnIncompleteWalkSaysWhatToDo(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(int, asked) (int, string){
		"empty": stating(names(250), 900, 0),
		"refused": func(n int, a asked) (int, string) {
			if a.PageData.Page > 3 {
				return 404, `{"code":404,"message":"no such page","data":null}`
			}
			return stating(names(250), 900, 0)(n, a)
		},
	} {
		catalogue, _ := client(t, answer, fonts.WithFirstPage(1))
		_, err := walked(catalogue.All(t.Context(), nil))
		switch e, ok := errors.AsType[*fonts.Error](err); {
		case !ok:
			t.Errorf("%s: walked: error %v, want a *fonts.Error", name, err)
		case !errors.Is(err, fonts.ErrIncomplete):
			t.Errorf("%s: walked: error %v, want ErrIncomplete", name, err)
		case !strings.Contains(e.Hint, "walk again") || e.Operation != "fonts.All":
			t.Errorf("%s: walked: Hint %q, Operation %q, want %q in it and %q", name, e.Hint, e.Operation, "walk again",
				"fonts.All")
		}
	}
}

func TestErrorWithinAnErrorNamesTheOperationOnce(t *testing.T) {
	t.Parallel()
	inner := &fonts.Error{Operation: "fonts.List", Method: "POST", Path: "/token", Status: 401}
	for status, want := range map[int]string{
		0:   "fonts.List (POST /token): HTTP 401 Unauthorized",
		403: "fonts.List (POST /api/fonts/list): HTTP 403 Forbidden: POST /token: HTTP 401 Unauthorized",
	} {
		err := &fonts.Error{Operation: "fonts.List", Method: "POST", Path: "/api/fonts/list", Status: status, Reason: inner}
		if err.Error() != want {
			t.Errorf("Error of the status %d: %q, want %q", status, err, want)
		}
	}
}
