package snippets_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

var (
	cannotDelete = replay.Answer(500, `{"code":"rest_cannot_delete","message":"No.","data":{"status":500}}`)
	cannotTrash  = replay.Answer(500, `{"code":"rest_cannot_trash","message":"No.","data":{"status":500}}`)
	gone404      = replay.Answer(404, `{"code":"rest_snippet_invalid_id","message":"No.","data":{"status":404}}`)
	gateway      = replay.Answer(504, `<html>`)
	empty        = replay.Reply{Status: 204}
	inTrash      = replay.Answer(200, `{"id":5,"name":"One","trashed":true}`)
	isLive       = replay.Answer(200, `{"id":5,"name":"One","trashed":false}`)
)

// listed is a page with all snippets, of which there are as many as it states.
func listed(body string) replay.Reply {
	return replay.Reply{Status: 200, Body: body, Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"}}
}

func TestDeleteLooksAtTheListAfterALostResponse(t *testing.T) {
	t.Parallel()
	var (
		others   = listed(`[{"id":4,"name":"Four"}]`)
		live     = listed(`[{"id":5,"name":"One","trashed":false}]`)
		trashed  = listed(`[{"id":5,"name":"One","trashed":true}]`)
		old      = listed(`[{"id":5,"name":"One"}]`)
		namesake = listed(
			`[{"id":5,"name":"Other","shared_network":true,"trashed":false},{"id":5,"name":"One","trashed":true}]`)
		shared    = listed(`[{"id":5,"name":"Other","shared_network":true,"trashed":false}]`)
		unlisted  = replay.Answer(200, `[]`)
		hidden    = listed(`[{"id":5,"name":"One",` + crowd() + `}]`)
		unclear   = listed(`[{"id":5,"name":"One","trashed":"maybe"}]`)
		nameless  = listed(`[{"name":"One","code":{}}]`)
		neighbour = listed(`[{"id":4,"name":"Four","code":{}},{"id":5,"name":"One","trashed":true}]`)
		forbidden = replay.Answer(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
	)
	type replies = []replay.Reply
	for name, test := range map[string]struct {
		replies    replies
		doneBefore bool
		inTrash    bool
		fails      []error // nil: it succeeds
	}{
		"deleted for good":                     {replies{empty}, false, false, nil},
		"trashed":                              {replies{inTrash}, false, true, nil},
		"lost, and it is trashed":              {replies{lost, trashed}, true, true, nil},
		"lost, and it is gone":                 {replies{lost, others}, true, false, nil},
		"lost, and none is left":               {replies{lost, unlisted}, true, false, nil},
		"the look is retried":                  {replies{lost, lost, trashed}, true, true, nil},
		"a body that is no snippet":            {replies{replay.Answer(200, `{}`), trashed}, true, true, nil},
		"an error page":                        {replies{replay.Answer(500, `<html>`), trashed}, true, true, nil},
		"a gateway gave up, and it is trashed": {replies{gateway, trashed}, true, true, nil},
		"lost before it was done":              {replies{lost, live, isLive, inTrash}, false, true, nil},
		"lost, and the list is old":            {replies{lost, live, inTrash}, true, true, nil},
		"lost, and not found by its id":        {replies{lost, live, unknown}, false, false, []error{cms.ErrOutcomeUnknown}},
		"lost twice, then done":                {replies{lost, live, isLive, lost, trashed}, true, true, nil},
		"lost before it was done, in 3.6.4":    {replies{lost, old, empty}, false, false, nil},
		"a gateway gave up, in 3.6.4":          {replies{gateway, old, empty}, false, false, nil},
		"the second finds nothing":             {replies{lost, old, cannotDelete, others}, true, false, nil},
		"the second is told 404":               {replies{lost, live, isLive, gone404, trashed}, true, true, nil},
		"another site's of the same id":        {replies{lost, namesake}, true, true, nil},
		"another site's of the same id alone": {replies{lost, shared, isLive, cannotDelete, shared}, false, false,
			[]error{snippets.CodeCannotDelete}},
		"lost each time": {replies{lost, live, isLive, lost, live, isLive, lost, live, isLive, lost,
			live}, false, false, []error{cms.ErrOutcomeUnknown, replay.ErrLost}},
		"a gateway gave up, and it is live": {replies{gateway, live}, false, false, []error{cms.ErrOutcomeUnknown}},
		"the list cannot be read": {replies{lost, forbidden}, false, false,
			[]error{cms.ErrOutcomeUnknown, replay.ErrLost}},
		"another one cannot be read": {replies{lost, neighbour}, true, true, nil},
		"it cannot be read": {replies{lost, hidden}, false, false,
			[]error{cms.ErrOutcomeUnknown, replay.ErrLost}},
		"its state cannot be read": {replies{lost, unclear}, false, false,
			[]error{cms.ErrOutcomeUnknown, replay.ErrLost}},
		"one without an id cannot be read": {replies{lost, nameless}, false, false,
			[]error{cms.ErrOutcomeUnknown, replay.ErrLost}},
		"another snippet is returned": {replies{replay.Answer(200, `{"id":6,"name":"Six","trashed":true}`)}, false,
			false, []error{cms.ErrForeignRecord, cms.ErrOutcomeUnknown}},
		"it is locked": {replies{cannotTrash}, false, false, []error{snippets.CodeCannotTrash}},
		"lost, and it is locked": {replies{lost, live, isLive, cannotTrash}, false, false,
			[]error{snippets.CodeCannotTrash}},
		"lost, still there, and then refused": {replies{lost, live, isLive, cannotDelete, live}, false, false,
			[]error{snippets.CodeCannotDelete}},
		"there was none": {replies{cannotDelete, unknown}, false, false,
			[]error{cms.ErrNotFound, snippets.CodeCannotDelete}},
		"there was none, of a newer version": {replies{gone404}, false, false, []error{cms.ErrNotFound}},
		"locked and in the trash": {replies{cannotDelete, inTrash}, false, false,
			[]error{snippets.CodeCannotDelete}},
		"refused for a reason nobody knows": {replies{cannotDelete, forbidden}, false, false,
			[]error{snippets.CodeCannotDelete}},
		"it may not be deleted": {replies{forbidden}, false, false, []error{cms.ErrForbidden}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p, site := sitetest.NewTap(t, test.replies...)
				deleted, err := snippets.New(site).Delete(t.Context(), 5)
				p.Drained()
				if test.fails == nil {
					switch {
					case err != nil:
						t.Fatalf("Service.Delete(5): error %v, want nil", err)
					case !deleted.Deleted:
						t.Fatal("Service.Delete(5): Deleted false, want true")
					case deleted.DoneBefore != test.doneBefore:
						t.Fatalf("Service.Delete(5): DoneBefore is %t, want %t", deleted.DoneBefore, test.doneBefore)
					case (deleted.Previous != nil) != test.inTrash:
						t.Fatalf("Service.Delete(5): Previous %+v, want it set: %t", deleted.Previous, test.inTrash)
					}
					if test.inTrash && (!deleted.Previous.Trashed || deleted.Previous.Name != "One") {
						t.Errorf("Service.Delete(5): Previous %+v, want the trashed snippet %q", deleted.Previous, "One")
					}
				}
				for _, sentinel := range test.fails {
					if !errors.Is(err, sentinel) || deleted != nil {
						t.Errorf("Service.Delete(5): error %v, deleted %+v, want %v and nil", err, deleted, sentinel)
					}
				}
				switch {
				case !slices.Contains(test.fails, cms.ErrNotFound) && errors.Is(err, cms.ErrNotFound):
					t.Errorf("Service.Delete(5): error %v, want no ErrNotFound", err)
				case errors.Is(err, cms.ErrForbidden) && len(test.fails) > 1:
					t.Errorf("Service.Delete(5): error %v, want only %v", err, test.fails)
				}
				blind(t, p.Asked())
			})
		})
	}
}

// blind fails a test in which one DELETE follows another without a look between.
func blind(t *testing.T, asked []string) {
	t.Helper()
	for i, sent := range asked[1:] {
		if sent == "DELETE"+path+"/5" && asked[i] == sent {
			t.Errorf("requests %q, want no DELETE right after a DELETE", asked)
		}
	}
}

func TestTrashLooksAtTheListAfterALostResponse(t *testing.T) {
	t.Parallel()
	others, trashed := listed(`[{"id":4,"name":"Four"}]`), listed(`[{"id":5,"name":"One","trashed":true}]`)
	live := listed(`[{"id":5,"name":"One","trashed":false}]`)
	type replies = []replay.Reply
	for name, test := range map[string]struct {
		replies replies
		fails   error // nil: it succeeds
	}{
		"trashed":                            {replies{isLive, inTrash}, nil},
		"lost, and it is trashed":            {replies{isLive, lost, trashed}, nil},
		"lost, and a list hides its trash":   {replies{isLive, lost, others, inTrash}, nil},
		"lost before it was done":            {replies{isLive, lost, live, isLive, inTrash}, nil},
		"lost, and the list is old":          {replies{isLive, lost, live, inTrash}, nil},
		"somebody else trashed it meanwhile": {replies{isLive, empty, unknown}, cms.ErrNotFound},
		"no content, though it is trashed":   {replies{isLive, empty, inTrash}, nil},
		"the site returns it as it was":      {replies{isLive, isLive}, cms.ErrOutcomeUnknown},
		"lost, and somebody else deleted it": {replies{isLive, lost, others, unknown}, cms.ErrNotFound},
		"another snippet is read": {replies{replay.Answer(200, `{"id":6,"name":"Six","trashed":false}`)},
			cms.ErrForeignRecord},
		"another snippet is returned": {replies{isLive,
			replay.Answer(200, `{"id":6,"name":"Six","trashed":true}`)}, cms.ErrForeignRecord},
		"in the trash already":                    {replies{inTrash}, cms.ErrGone},
		"a version that does not say":             {replies{isOff}, cms.ErrTrashUnsupported},
		"a version with conditions, but no trash": {replies{isOn}, cms.ErrTrashUnsupported},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p, site := sitetest.NewTap(t, test.replies...)
				snippet, err := snippets.New(site).Trash(t.Context(), 5)
				p.Drained()
				switch {
				case test.fails == nil && (err != nil || !snippet.Trashed):
					t.Errorf("Service.Trash: snippet %+v, error %v, want a trashed snippet and nil", snippet, err)
				case test.fails != nil && (snippet != nil || !errors.Is(err, test.fails)):
					t.Errorf("Service.Trash: snippet %+v, error %v, want nil and %v", snippet, err, test.fails)
				}
				blind(t, p.Asked())
			})
		})
	}
}

func TestDeleteAndTrashAlsoReadTheFieldTrashed(t *testing.T) {
	t.Parallel()
	fields := cms.Fields("name")
	for name, call := range map[string]func(s *snippets.Service) error{
		"Delete": func(s *snippets.Service) error { _, err := s.Delete(t.Context(), 5, fields); return err },
		"Trash":  func(s *snippets.Service) error { _, err := s.Trash(t.Context(), 5, fields); return err },
	} {
		replies := []replay.Reply{inTrash}
		if name == "Trash" { // Trash reads the snippet first
			replies = []replay.Reply{isLive, inTrash}
		}
		p, site := sitetest.NewTap(t, replies...)
		if err := call(snippets.New(site)); err != nil {
			t.Errorf("Service.%s with Fields: error %v, want nil", name, err)
		}
		sent := p.Asked()
		if last := sent[len(sent)-1]; !strings.Contains(last, "name%2C") || !strings.Contains(last, "trashed") {
			t.Errorf("Service.%s with Fields: %s, want name and trashed in _fields", name, last)
		}
	}
}

func TestDeleteWaitsBeforeItReadsTheList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, site := sitetest.NewTap(t, lost, listed(`[{"id":5,"trashed":true}]`))
		start := time.Now()
		switch _, err := snippets.New(site).Delete(t.Context(), 5); {
		case err != nil:
			t.Errorf("after %v: %v, want nil", time.Since(start), err)
		case time.Since(start) != time.Second:
			t.Errorf("Service.Delete(5) took %v (error %v), want %v", time.Since(start), err, time.Second)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p, site := sitetest.NewTap(t, lost)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		_, err := snippets.New(site).Delete(ctx, 5)
		if !errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Error(err)
		}
		p.Sent(http.MethodDelete + path + "/5")
	})
}

// sleeper is a site that takes a minute for each DELETE.
type sleeper struct{ list *replay.Tap }

func (s sleeper) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodDelete {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return s.list.RoundTrip(r)
}

func TestDeleteIsNotSentAgainWhileTheFirstMayBeRunning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tap := replay.NewTap(t, listed(`[{"id":5,"trashed":false}]`))
		site, err := cms.New("https://docs.example.org", cms.WithHTTPClient(&http.Client{Transport: sleeper{tap}}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := snippets.New(site).Delete(t.Context(), 5, cms.Timeout(time.Minute)); !errors.Is(err,
			cms.ErrOutcomeUnknown) {
			t.Error(err)
		}
		tap.Drained()
	})
}

func TestDeleteErrorReportsWhatTheListShows(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer, list replay.Reply
		want         string
	}{
		"the list cannot be read": {lost, replay.Answer(403, `{"code":"rest_forbidden","message":"Not you."}`), "Not you."},
		"there is a hint already": {gateway, replay.Answer(403, `{"code":"rest_forbidden","message":"Not you."}`),
			"got no response from WordPress"},
		"it is still there": {replay.Answer(504, `{"code":"x","message":"late"}`),
			listed(`[{"id":5,"name":"One","trashed":false}]`), "still shows the snippet"},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, site := sitetest.NewTap(t, test.answer, test.list)
			_, err := snippets.New(site).Delete(t.Context(), 5)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				t.Errorf("%s: Service.Delete(5): error %v, want a *cms.Error", name, err)
			case !errors.Is(err, cms.ErrOutcomeUnknown):
				t.Errorf("%s: Service.Delete(5): error %v, want ErrOutcomeUnknown", name, err)
			case !strings.Contains(e.Hint, test.want):
				t.Errorf("%s: Service.Delete(5): Hint %q, want %q in it", name, e.Hint, test.want)
			}
		})
	}
}
