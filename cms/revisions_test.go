package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestBrokenAutosaveDoesNotHideOthers has one with too many relations, and another record's.
func TestBrokenAutosaveDoesNotHideOthers(t *testing.T) {
	t.Parallel()
	list := `[{"id":8,"parent":7,"slug":"7-autosave-v1"},{"id":9,"parent":7,` + crowd() + `}]`
	found, err := newStub(t, always(200, list)).client(t).Posts.Autosaves(7).List(t.Context())
	if record, ok := errors.AsType[*cms.BrokenRecordError](err); len(found) != 1 || found[0].ID != 8 || !ok || record.ID != 9 {
		t.Errorf("%+v, %v", found, err)
	}
	site := newStub(t, always(200, `[{"id":8,"parent":6,"slug":"a"},{"id":9,"parent":7,`+crowd()+`}]`)).client(t)
	if found, err := site.Posts.Autosaves(7).List(t.Context()); found != nil || !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("of another record: %+v, %v", found, err)
	}
}
