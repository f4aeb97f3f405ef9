package users_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	me   = `{"id":1}`
	gone = `{"deleted":true,"previous":{"id":5,"username":"ada"}}`
)

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func failed(status int, code string) replay.Reply {
	return replay.Answer(status, `{"code":"`+code+`","message":"m","data":null}`)
}

func TestDeleteReassignsTheContentOfTheUser(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(me), ok(gone))
	deleted, err := users.New(site).Delete(t.Context(), 5, users.ReassignTo(12))
	switch {
	case err != nil:
		t.Errorf("Users.Delete(5): error %v, want nil", err)
	case !deleted.Deleted:
		t.Error("Users.Delete(5): Deleted false, want true")
	case deleted.Previous.Username != "ada":
		t.Errorf("Users.Delete(5): Previous has the login %q, want %q", deleted.Previous.Username, "ada")
	}
	want := []string{"GET /cms-json/cms/v2/users/me?_fields=id",
		"DELETE /cms-json/cms/v2/users/5?force=true&reassign=12"}
	if got := tap.Asked(); !slices.Equal(got, want) {
		t.Errorf("Tap.Asked: %q, want %q", got, want)
	}
}

func TestNoUserIsDeletedWhileTheCallerIsUnknown(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `[]`, `{"id":0}`, `{"id":null}`, `{"name":"ada"}`, `{"id":-1}`} {
		tap, site := sitetest.NewTap(t, ok(body))
		_, err := users.New(site).Delete(t.Context(), 5, users.ReassignTo(1))
		if !errors.Is(err, cms.ErrDecode) {
			t.Errorf("%s: Users.Delete(5, users.ReassignTo(1)): error %v, want ErrDecode", body, err)
		}
		tap.Sent("GET /cms-json/cms/v2/users/me?_fields=id")
	}
}

func TestDeleteOfAUserIsRefusedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, argument string
		id             int64
		to             users.Reassign
	}{
		{"no heir", "reassign", 5, users.Reassign{}},
		{"0 as heir", "reassign", 5, users.ReassignTo(0)},
		{"-1 as heir", "reassign", 5, users.ReassignTo(-1)},
		{"the user as heir", "reassign", 5, users.ReassignTo(5)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t)
			_, err := users.New(site).Delete(t.Context(), c.id, c.to)
			tap.Refused(err, c.argument)
			_, err = cms.Do(t.Context(), site, users.New(site).DeleteRequest(c.id, c.to))
			tap.Refused(err, c.argument)
			_, err = batch.New(site).Add(users.New(site).DeleteRequest(c.id, c.to)).Do(t.Context())
			tap.Refused(err, c.argument)
			own := cms.NewCollection[users.User, users.Params, users.ListOptions](site, "cms/v2/users")
			_, err = own.Delete(t.Context(), c.id) // past the guard of the type
			tap.Refused(err, c.argument)
		})
	}
	tap, site := sitetest.NewTap(t)
	_, err := users.New(site).DeleteMe(t.Context(), users.Reassign{})
	tap.Refused(err, "reassign")
}

func TestDeleteOfTheCallersOwnAccountIsRefused(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(`{"id":5}`))
	_, err := users.New(site).Delete(t.Context(), 5, users.ReassignTo(1))
	switch {
	case !errors.Is(err, users.ErrSelf):
		t.Errorf("Users.Delete(5, users.ReassignTo(1)): error %v, want ErrSelf", err)
	case !errors.Is(err, cms.ErrInvalidArgument):
		t.Errorf("Users.Delete(5, users.ReassignTo(1)): error %v, want ErrInvalidArgument", err)
	case len(tap.Asked()) != 1:
		t.Errorf("requests sent: %d, want 1", len(tap.Asked()))
	}
}

func TestDeleteRefusesAnUnknownCaller(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]replay.Reply{
		"anonymous":   failed(http.StatusUnauthorized, "rest_not_logged_in"),
		"no id":       ok(`{}`),
		"a list":      ok(`[]`),
		"a bare true": ok(`true`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, reply)
			switch _, err := users.New(site).Delete(t.Context(), 5, users.ReassignTo(1)); {
			case err == nil:
				t.Error("Users.Delete(5, users.ReassignTo(1)): error nil, want an error")
			case len(tap.Asked()) != 1:
				t.Errorf("requests sent: %d, want 1", len(tap.Asked()))
			}
		})
	}
}

func TestDeleteSucceedsIfTheResponseIsLostAfterItWasDone(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(me), replay.Reply{Err: replay.ErrLost},
		failed(http.StatusNotFound, "rest_user_invalid_id"))
	deleted, err := users.New(site).Delete(t.Context(), 5, users.ReassignTo(1))
	switch {
	case err != nil:
		t.Errorf("Users.Delete(5): error %v, want nil", err)
	case !deleted.Deleted || !deleted.DoneBefore:
		t.Errorf("Users.Delete(5) whose response is lost: Deleted %t, DoneBefore %t, want true and true",
			deleted.Deleted, deleted.DoneBefore)
	}
	_, site = sitetest.NewTap(t, ok(me), failed(http.StatusNotFound, "rest_user_invalid_id"))
	if _, err := users.New(site).Delete(t.Context(), 5, users.ReassignTo(1)); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Users.Delete(5, users.ReassignTo(1)): error %v, want ErrNotFound", err)
	}
}

func TestDeleteMeIsSentOnce(t *testing.T) {
	t.Parallel()
	for heir, argument := range map[int64]string{1: "1", 12: "12"} {
		tap, site := sitetest.NewTap(t, ok(gone))
		switch deleted, err := users.New(site).DeleteMe(t.Context(), users.ReassignTo(heir)); {
		case err != nil:
			t.Errorf("Users.DeleteMe(users.ReassignTo(%d)): error %v, want nil", heir, err)
		case deleted.Previous.ID != 5:
			t.Errorf("Users.DeleteMe(users.ReassignTo(%d)): Previous.ID %d, want 5", heir, deleted.Previous.ID)
		}
		tap.Sent("DELETE /cms-json/cms/v2/users/me?force=true&reassign=" + argument)
	}
	tap, site := sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost})
	switch _, err := users.New(site).DeleteMe(t.Context(), users.ReassignTo(2)); {
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Users.DeleteMe(users.ReassignTo(2)): error %v, want ErrOutcomeUnknown", err)
	case len(tap.Asked()) != 1:
		t.Errorf("requests sent: %d, want 1", len(tap.Asked()))
	}
}

func TestWalksRefuseAnOrderThatLosesUsers(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	all, options := users.New(site), &users.ListOptions{OrderBy: users.ByRegisteredDate}
	check := func(err error) {
		t.Helper()
		if !errors.Is(err, cms.ErrUnstableOrder) {
			t.Errorf("error %v, want ErrUnstableOrder", err)
		}
		tap.Refused(err, "orderby")
	}
	for _, err := range all.All(t.Context(), options) {
		check(err)
	}
	for _, err := range all.All(t.Context(), &users.ListOptions{OrderBy: users.ByName, Who: "authors"}) {
		check(err)
	}
	for _, err := range all.Pages(t.Context(), options, cms.Prefetch(2)) {
		check(err)
	}
	tap, site = sitetest.NewTap(t, ok(`[{"id":5}]`))
	switch page, err := users.New(site).List(t.Context(), options); {
	case err != nil:
		t.Errorf("Users.List(options): error %v, want nil", err)
	case len(page.Items) != 1:
		t.Errorf("Users.List(options): %d records, want 1", len(page.Items))
	case !strings.Contains(tap.Asked()[0], "orderby=registered_date"):
		t.Errorf("%+v: first request %q, want %q in it", page, tap.Asked()[0], "orderby=registered_date")
	}
	_, site = sitetest.NewTap(t, replay.Reply{Status: http.StatusOK, Body: `[{"id":5}]`,
		Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"}})
	n := 0
	for user, err := range users.New(site).All(t.Context(), nil) {
		switch n++; {
		case err != nil:
			t.Errorf("Users.All: error %v, want nil", err)
		case user.ID != 5:
			t.Errorf("Users.All: ID %d, want 5", user.ID)
		}
	}
	if n != 1 {
		t.Errorf("Users.All: %d users, want 1", n)
	}
}
