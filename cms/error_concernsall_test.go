package cms_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestConcernsAllTellsTheSiteFromARecord(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("other"), false},
		{&cms.Error{Status: http.StatusNotFound, Reason: cms.ErrNotFound, Attempts: 1}, false},
		{&cms.Error{Status: http.StatusForbidden, Reason: cms.ErrForbidden, Attempts: 1}, false},
		{&cms.Error{Status: http.StatusForbidden, Code: cms.CodeDied, Attempts: 1}, false},
		{&cms.Error{Status: http.StatusGone, Code: cms.CodeAlreadyTrashed, Attempts: 1}, false},
		{&cms.Error{Status: http.StatusGone, Code: cms.CodeDied, Attempts: 1}, true},
		{&cms.Error{Status: http.StatusUnauthorized, Reason: cms.ErrUnauthorized, Attempts: 1}, true},
		{&cms.Error{Status: http.StatusServiceUnavailable, Reason: cms.ErrUnavailable, Attempts: 4}, true},
		{&cms.Error{Reason: errors.New("connection refused"), Attempts: 4}, true},
		{&cms.Error{Reason: context.Canceled}, true},
	} {
		if got := cms.ConcernsAll(one.err); got != one.want {
			t.Errorf("ConcernsAll(%v): %t, want %t", one.err, got, one.want)
		}
	}
}
