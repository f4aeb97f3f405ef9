package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestListOfOneIsReadLikeItsElement(t *testing.T) {
	t.Parallel()
	type row struct {
		Title string `json:"title"`
	}
	site := newStub(t, always(http.StatusOK, `[null]`)).client(t)
	if got, err := cms.Do(t.Context(), site, cms.Request[row]{Path: "plugin/v1/row"}); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("null: %+v, %v, want ErrDecode", got, err)
	}
	refused := `[{"code":"rest_forbidden","message":"no","data":{"status":403}}]`
	site = newStub(t, always(http.StatusOK, refused)).client(t)
	_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: http.MethodPost, Path: "plugin/v1/row"})
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("a refusal: %v, want a *cms.Error", err)
	case e.Code != "rest_forbidden":
		t.Errorf("a refusal: %v: Code %v, want %v", err, e.Code, "rest_forbidden")
	}
}
