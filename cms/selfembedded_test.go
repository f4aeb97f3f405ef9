package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// SelfEmbedded embeds a pointer to itself, as encoding/json allows.
type SelfEmbedded struct {
	*SelfEmbedded

	ID int64 `json:"id"`
}

func TestWithoutLinksReadsARecordThatEmbedsItself(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":7}`))
	v, err := cms.NewCollection[SelfEmbedded, struct{}, struct{}](s.client(t, cms.WithoutLinks()), "x/v1/r").
		Get(t.Context(), 7)
	switch {
	case err != nil:
		t.Fatalf("Collection.Get(7): error %v, want nil", err)
	case v.ID != 7:
		t.Fatalf("Collection.Get(7): ID %d, want 7", v.ID)
	}
	if got := query(t, s.seen()[0].Query).Get("_fields"); got != "id" {
		t.Errorf("_fields is %q, want %q", got, "id")
	}
}
