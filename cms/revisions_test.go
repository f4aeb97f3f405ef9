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
	switch record, ok := errors.AsType[*cms.BrokenRecordError](err); {
	case len(found) != 1:
		t.Errorf("Autosaves.List: %d autosaves, want 1", len(found))
	case found[0].ID != 8:
		t.Errorf("Autosaves.List: found[0].ID %d, want 8", found[0].ID)
	case !ok:
		t.Errorf("Autosaves.List: error %v, want a *cms.BrokenRecordError", err)
	case record.ID != 9:
		t.Errorf("Autosaves.List: ID %d, want 9", record.ID)
	}
	site := newStub(t, always(200, `[{"id":8,"parent":6,"slug":"a"},{"id":9,"parent":7,`+crowd()+`}]`)).client(t)
	if found, err := site.Posts.Autosaves(7).List(t.Context()); found != nil || !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("Autosaves.List with an autosave of another record: %+v, error %v, want nil and ErrForeignRecord", found,
			err)
	}
}
