package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

type good struct {
	ID    int64     `json:"id"`
	Name  string    `json:"name"`
	Extra cms.Extra `json:",embed"`
}

type neededParams struct {
	Name *string `json:"name,omitzero"`
}

func (p *neededParams) CheckCreate() error {
	if p.Name == nil {
		return &cms.ArgumentError{Argument: "name", Reason: "the site requires it"}
	}
	return nil
}

func TestCreateWithoutARequiredFieldIsRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{"id":7,"name":"Pen"}`))
	goods := cms.NewCollection[good, neededParams, struct{}](s.Client(t), "shop/v1/goods")
	for _, params := range []*neededParams{nil, {}} {
		_, err := goods.Create(t.Context(), params)
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("goods.Create(params): error %v, want a *cms.ArgumentError", err)
		case refused.Argument != "name" || refused.Operation != "goods.Create":
			t.Errorf("goods.Create(params): Argument %q, Operation %q, want %q and %q", refused.Argument, refused.Operation,
				"name", "goods.Create")
		}
	}
	if len(s.Seen()) != 0 {
		t.Errorf("a refused create was sent: requests sent: %d, want 0", len(s.Seen()))
	}
	if _, err := goods.Update(t.Context(), 7, &neededParams{}); err != nil {
		t.Error(err)
	}
	name := "Pen"
	if _, err := goods.Create(t.Context(), &neededParams{&name}); err != nil {
		t.Error(err)
	}
}
