package cms_test

import (
	stdjson "encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestIDIsComparedIfTheTypeHasOne(t *testing.T) {
	t.Parallel()
	type named struct {
		Name string `json:"name"`
	}
	type numbered struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	}
	for _, test := range []struct {
		id   int64
		body string
		// of a type without an id, and of one with it
		named, numbered error
	}{
		{-1, `{"id":1,"name":"a"}`, cms.ErrInvalidArgument, cms.ErrInvalidArgument},
		{0, `{"id":2,"name":"a"}`, nil, nil},
		{0, `{"name":"a"}`, nil, cms.ErrDecode},
		{1, `{"id":1,"name":"a"}`, cms.ErrInvalidArgument, nil},
		{1, `{"id":2,"name":"a"}`, cms.ErrInvalidArgument, cms.ErrForeignRecord},
		{2, `{"id":1,"name":"a"}`, cms.ErrInvalidArgument, cms.ErrForeignRecord},
	} {
		s := stub.New(t, stub.Always(http.StatusOK, test.body))
		site := s.Client(t)
		const path = "acme/v1/things/1"
		switch v, err := cms.Do(t.Context(), site, cms.Request[named]{Path: path, ID: test.id}); {
		case !errors.Is(err, test.named):
			t.Errorf("id %d, without one: %+v, %v, want %v", test.id, v, err, test.named)
		case (v == nil) != (err != nil):
			t.Errorf("id %d of a type without ids: %+v, error %v, want one of them", test.id, v, err)
		}
		switch v, err := cms.Do(t.Context(), site, cms.Request[numbered]{Path: path, ID: test.id}); {
		case !errors.Is(err, test.numbered):
			t.Errorf("id %d, got %s: %+v, %v, want %v", test.id, test.body, v, err, test.numbered)
		case (v == nil) != (err != nil):
			t.Errorf("id %d, response %s: %+v, error %v, want one of them", test.id, test.body, v, err)
		}
	}
}

func TestIDOfADeleteIsComparedWithThePreviousRecord(t *testing.T) {
	t.Parallel()
	type numbered struct {
		ID int64 `json:"id"`
	}
	site := stub.New(t, stub.Always(http.StatusOK, `{"deleted":true,"previous":{"id":2}}`)).Client(t)
	for id, want := range map[int64]error{0: nil, 2: nil, 3: cms.ErrForeignRecord} {
		request := cms.Request[cms.Deleted[numbered]]{Method: http.MethodDelete, Path: "acme/v1/things/2", ID: id}
		deleted, err := cms.Do(t.Context(), site, request)
		switch {
		case !errors.Is(err, want):
			t.Errorf("%d: cms.Do(site, request): error %v, want %v", id, err, want)
		case err == nil && deleted.Previous.ID != 2:
			t.Errorf("%d: cms.Do(site, request): Previous.ID %d, want 2", id, deleted.Previous.ID)
		}
	}
}

// TestIDIsRefusedIfTheTypeHasNone has the types in which nothing is looked
// at, but for the JSON itself.
func TestIDIsRefusedIfTheTypeHasNone(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, `{"id":2}`)).Client(t)
	for id, want := range map[int64]error{-1: cms.ErrInvalidArgument, 0: nil, 1: cms.ErrInvalidArgument,
		2: cms.ErrInvalidArgument} {
		for name, err := range map[string]error{
			"raw":     second(cms.Do(t.Context(), site, cms.Request[cms.Raw]{Path: "acme/v1/things/1", ID: id})),
			"nothing": second(cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Path: "acme/v1/things/1", ID: id})),
			"a list":  second(cms.Do(t.Context(), site, cms.Request[[]string]{Path: "acme/v1/things/1", ID: id})),
		} {
			if name == "a list" && id == 0 {
				continue // an object is none
			}
			switch {
			case !errors.Is(err, want):
				t.Errorf("%s, %d: error %v, want %v", name, id, err, want)
			case want != nil && !strings.Contains(err.Error(), "ID"):
				t.Errorf("%s with id %d: error %v, want %q in it", name, id, err, "ID")
			}
		}
	}
	for id, want := range map[int64]error{-1: cms.ErrInvalidArgument, 0: nil, 1: cms.ErrForeignRecord, 2: nil} {
		switch v, err := cms.Do(t.Context(), site, cms.Request[stdjson.RawMessage]{Path: "acme/v1/things/1", ID: id}); {
		case !errors.Is(err, want):
			t.Errorf("JSON, %d: %v, want %v", id, err, want)
		case err == nil && string(*v) != `{"id":2}`:
			t.Errorf("JSON, %d: %v: *v %q, want %q", id, err, string(*v), `{"id":2}`)
		}
	}
}
