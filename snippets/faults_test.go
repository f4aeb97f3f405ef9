package snippets_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/snippets"
)

var (
	lost         = reply{err: errLost}
	cannotDelete = answer(500, `{"code":"rest_cannot_delete","message":"No.","data":{"status":500}}`)
	cannotSwitch = answer(500, `{"code":"rest_cannot_activate","message":"No.","data":{"status":500}}`)
	unknown      = answer(500, `{"code":"rest_cannot_get","message":"No.","data":{"status":500}}`)
	forbidden    = answer(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
	notFound     = answer(404, `{"code":"rest_cannot_activate","message":"No.","data":{"status":404}}`)
	gone404      = answer(404, `{"code":"rest_snippet_invalid_id","message":"No.","data":{"status":404}}`)
	isOn         = answer(200, one)
	isOff        = answer(200, `{"id":5,"name":"","desc":"","code":"","tags":[],"scope":"global","active":false,"priority":10,"network":false,"shared_network":null}`)
	empty        = reply{status: 204}
)

func TestDeleteSucceedsIfAnEarlierAttemptDid(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		replies    []reply
		doneBefore bool
		fails      []error // nil: it succeeds
	}{
		"at once":                                   {[]reply{empty}, false, nil},
		"the answer was lost, and it is gone":       {[]reply{lost, cannotDelete, unknown}, true, nil},
		"the plugin has a trash and shows it":       {[]reply{lost, cannotDelete, isOn}, true, nil},
		"it cannot be read back":                    {[]reply{lost, cannotDelete, forbidden}, true, nil},
		"another server says 404":                   {[]reply{lost, gone404}, true, nil},
		"the answer was lost before it was deleted": {[]reply{lost, empty}, false, nil},
		"it is still there":                         {[]reply{lost, cannotDelete, isOff}, false, []error{snippets.CodeCannotDelete}},
		"there was none":                            {[]reply{cannotDelete, unknown}, false, []error{cms.ErrNotFound, snippets.CodeCannotDelete}},
		"it is locked":                              {[]reply{cannotDelete, isOn}, false, []error{snippets.CodeCannotDelete}},
		"nobody knows why not":                      {[]reply{cannotDelete, forbidden}, false, []error{snippets.CodeCannotDelete}},
		"another server says 404 at once":           {[]reply{gone404}, false, []error{cms.ErrNotFound}},
		"it may not be deleted":                     {[]reply{forbidden}, false, []error{cms.ErrForbidden}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, site := newTap(t, test.replies...)
			deleted, err := snippets.New(site).Delete(t.Context(), 5)
			if len(p.replies) > 0 {
				t.Errorf("%d answers were not asked for", len(p.replies))
			}
			if test.fails == nil {
				if err != nil || !deleted.Deleted || deleted.DoneBefore != test.doneBefore {
					t.Errorf("%+v, %v", deleted, err)
				}
				return
			}
			for _, sentinel := range test.fails {
				if !errors.Is(err, sentinel) || deleted != nil {
					t.Errorf("%+v, %v", deleted, err)
				}
			}
			if !slices.Contains(test.fails, cms.ErrNotFound) && errors.Is(err, cms.ErrNotFound) {
				t.Errorf("taken for not found: %v", err)
			}
		})
	}
}

func TestSwitchingTwiceIsSwitchingOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		on      bool
		replies []reply
		fails   []error // nil: it succeeds
	}{
		"on, the answer was lost":            {true, []reply{lost, cannotSwitch, isOn}, nil},
		"off, the answer was lost":           {false, []reply{lost, cannotSwitch, isOff}, nil},
		"on already":                         {true, []reply{cannotSwitch, isOn}, nil},
		"off already":                        {false, []reply{cannotSwitch, isOff}, nil},
		"lost before it was done":            {true, []reply{lost, answer(200, "{}"), isOn}, nil},
		"the reading is repeated":            {true, []reply{answer(200, "{}"), lost, isOn}, nil},
		"an outage in between":               {true, []reply{{status: 502, body: "<html>"}, answer(200, "{}"), isOn}, nil},
		"the site refuses to switch it on":   {true, []reply{cannotSwitch, isOff}, []error{snippets.CodeCannotActivate}},
		"the site refuses to switch it off":  {false, []reply{cannotSwitch, isOn}, []error{snippets.CodeCannotActivate}},
		"there is none":                      {true, []reply{cannotSwitch, unknown}, []error{cms.ErrNotFound, snippets.CodeCannotActivate}},
		"there is none, of later versions":   {false, []reply{notFound}, []error{cms.ErrNotFound, snippets.CodeCannotActivate}},
		"refused, and it cannot be read":     {true, []reply{cannotSwitch, forbidden}, []error{snippets.CodeCannotActivate}},
		"switched, and it cannot be read":    {true, []reply{answer(200, "{}"), forbidden}, []error{cms.ErrForbidden}},
		"not allowed":                        {false, []reply{forbidden}, []error{cms.ErrForbidden}},
		"refused, and what is read is empty": {false, []reply{cannotSwitch, answer(200, `{"id":5}`)}, []error{snippets.CodeCannotActivate}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, site := newTap(t, test.replies...)
			call := snippets.New(site).Deactivate
			if test.on {
				call = snippets.New(site).Activate
			}
			snippet, err := call(t.Context(), 5)
			if len(p.replies) > 0 {
				t.Errorf("%d answers were not asked for", len(p.replies))
			}
			if test.fails == nil && (err != nil || snippet.Active != test.on) {
				t.Errorf("%+v, %v", snippet, err)
			}
			for _, sentinel := range test.fails {
				if !errors.Is(err, sentinel) || snippet != nil {
					t.Errorf("%+v, %v", snippet, err)
				}
			}
			if !slices.Contains(test.fails, cms.ErrNotFound) && errors.Is(err, cms.ErrNotFound) {
				t.Errorf("taken for not found: %v", err)
			}
		})
	}
}

func TestACreateWhoseAnswerWasLostIsNotSentAgain(t *testing.T) {
	t.Parallel()
	p, site := newTap(t, lost)
	_, err := snippets.New(site).Create(t.Context(), &snippets.Params{Name: new("x")})
	if !errors.Is(err, cms.ErrOutcomeUnknown) || !errors.Is(err, errLost) {
		t.Error(err)
	}
	p.sent("POST" + path + ` {"name":"x"}`)
}

func TestAnUpdateIsRepeated(t *testing.T) {
	t.Parallel()
	p, site := newTap(t, lost, answer(503, ""), isOn)
	if _, err := snippets.New(site).Update(t.Context(), 5, nil); err != nil {
		t.Error(err)
	}
	p.sent("POST"+path+"/5 {}", "POST"+path+"/5 {}", "POST"+path+"/5 {}")
}

func TestAnExportThatFailsKeepsItsError(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]reply{"unknown": unknown, "no export": answer(200, `{"snippets":{}}`), "no snippet": answer(200, `{"snippets":[5]}`)} {
		_, site := newTap(t, r, r)
		export, err := snippets.New(site).Export(t.Context(), 5)
		if err == nil || errors.Is(err, cms.ErrNotFound) != (name == "unknown") {
			t.Errorf("%s: %+v, %v", name, export, err)
		}
	}
	_, site := newTap(t, answer(200, `{"generator":"x"}`), unknown)
	export, err := snippets.New(site).Export(t.Context(), 5, cms.Fields("generator"))
	if err != nil || export.Generator != "x" {
		t.Errorf("%+v, %v", export, err)
	}
	if _, err := snippets.New(site).ExportCode(t.Context(), 5); !errors.Is(err, cms.ErrNotFound) {
		t.Error(err)
	}
}
