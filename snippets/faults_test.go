package snippets_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

var (
	lost         = replay.Reply{Err: replay.ErrLost}
	cannotSwitch = replay.Answer(500, `{"code":"rest_cannot_activate","message":"No.","data":{"status":500}}`)
	unknown      = replay.Answer(500, `{"code":"rest_cannot_get","message":"No.","data":{"status":500}}`)
	fatal        = replay.Answer(500, `{"code":"internal_server_error","message":"<p>Error.</p>","data":{"status":500}}`)
	forbidden    = replay.Answer(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
	notFound     = replay.Answer(404, `{"code":"rest_cannot_activate","message":"No.","data":{"status":404}}`)
	isOn         = replay.Answer(200, one)
	isOff        = replay.Answer(200,
		`{"id":5,"name":"","desc":"","code":"","tags":[],"scope":"global","active":false,"priority":10,"network":false,`+
			`"shared_network":null}`)
)

func TestSwitchingTwiceIsSwitchingOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		on      bool
		replies []replay.Reply
		fails   []error // nil: it succeeds
	}{
		"on, the answer was lost":  {true, []replay.Reply{lost, isOn}, nil},
		"off, the answer was lost": {false, []replay.Reply{lost, cannotSwitch, isOff}, nil},
		"on already":               {true, []replay.Reply{cannotSwitch, isOn}, nil},
		"off already":              {false, []replay.Reply{cannotSwitch, isOff}, nil},
		"lost before it was done": {true, []replay.Reply{lost, isOff},
			[]error{cms.ErrOutcomeUnknown, replay.ErrLost}},
		"lost, and it cannot be read": {true, []replay.Reply{lost, forbidden},
			[]error{cms.ErrOutcomeUnknown, replay.ErrLost}},
		"off, lost before it was done": {false, []replay.Reply{lost, replay.Answer(200, "{}"), isOff}, nil},
		"the reading is repeated":      {true, []replay.Reply{replay.Answer(200, "{}"), lost, isOn}, nil},
		"on, in spite of an outage":    {true, []replay.Reply{{Status: 502, Body: "<html>"}, isOn}, nil},
		"an outage before it was done": {true, []replay.Reply{{Status: 502, Body: "<html>"}, isOff},
			[]error{cms.ErrOutcomeUnknown, cms.ErrUnavailable}},
		"off, an outage in between": {false, []replay.Reply{{Status: 502, Body: "<html>"}, replay.Answer(200, "{}"),
			isOff}, nil},
		"the code throws": {true, []replay.Reply{fatal, isOff},
			[]error{cms.ErrOutcomeUnknown, cms.CodeInternalError}},
		"the code throws in every request": {true, []replay.Reply{fatal, fatal, fatal, fatal, fatal},
			[]error{cms.ErrOutcomeUnknown, cms.CodeInternalError}},
		"too many requests in between": {true, []replay.Reply{replay.Answer(429, "{}"), replay.Answer(200, "{}"), isOn},
			nil},
		"the site refuses to switch it on": {true, []replay.Reply{cannotSwitch, isOff},
			[]error{snippets.CodeCannotActivate}},
		"the site refuses to switch it off": {false, []replay.Reply{cannotSwitch, isOn},
			[]error{snippets.CodeCannotActivate}},
		"there is none": {true, []replay.Reply{cannotSwitch, unknown},
			[]error{cms.ErrNotFound, snippets.CodeCannotActivate}},
		"there is none, of later versions": {false, []replay.Reply{notFound},
			[]error{cms.ErrNotFound, snippets.CodeCannotActivate}},
		"refused, and it cannot be read": {true, []replay.Reply{cannotSwitch, forbidden},
			[]error{snippets.CodeCannotActivate}},
		"switched, and it cannot be read": {true, []replay.Reply{replay.Answer(200, "{}"), forbidden},
			[]error{cms.ErrForbidden}},
		"not allowed": {false, []replay.Reply{forbidden}, []error{cms.ErrForbidden}},
		"refused, and what is read is empty": {false, []replay.Reply{cannotSwitch, replay.Answer(200, `{"id":5}`)},
			[]error{snippets.CodeCannotActivate}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, site := sitetest.NewTap(t, test.replies...)
			call := snippets.New(site).Deactivate
			if test.on {
				call = snippets.New(site).Activate
			}
			snippet, err := call(t.Context(), 5)
			p.Drained()
			if test.fails == nil && (err != nil || snippet.Active != test.on) {
				t.Errorf("switch to Active %t: snippet %+v, error %v, want that and no error", test.on, snippet, err)
			}
			for _, sentinel := range test.fails {
				if !errors.Is(err, sentinel) || snippet != nil {
					t.Errorf("call(5): error %v, snippet %+v, want %v and nil", err, snippet, sentinel)
				}
			}
			if !slices.Contains(test.fails, cms.ErrNotFound) && errors.Is(err, cms.ErrNotFound) {
				t.Errorf("switch to Active %t: error %v, want no ErrNotFound", test.on, err)
			}
		})
	}
}

func TestCreateIsNotRetriedAfterALostResponse(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, lost)
	_, err := snippets.New(site).Create(t.Context(), &snippets.Params{Name: new("x")})
	if !errors.Is(err, cms.ErrOutcomeUnknown) || !errors.Is(err, replay.ErrLost) {
		t.Error(err)
	}
	p.Sent("POST" + path + ` {"name":"x"}`)
}

func TestUpdateIsRetriedOnlyIfItRunsNoCode(t *testing.T) {
	t.Parallel()
	failures := map[string]replay.Reply{"lost": lost, "thrown": fatal, "unavailable": replay.Answer(503, ""),
		"timeout": {Status: 504}}
	for name, failure := range failures {
		for params, test := range map[*snippets.Params]struct {
			body    string
			retried bool
		}{
			nil:                                     {"{}", false}, // the snippet may be active
			{Name: new("x")}:                        {`{"name":"x"}`, false},
			{Active: new(true)}:                     {`{"active":true}`, false},
			{Active: new(false)}:                    {`{"active":false}`, true},
			{Code: new("c();"), Active: new(false)}: {`{"code":"c();","active":false}`, true},
			{Extra: cms.Extra{"locked": []byte("false")}}: {`{"locked":false}`, false},
		} {
			for _, method := range []string{http.MethodPost, http.MethodPut} {
				replies := []replay.Reply{failure}
				if test.retried {
					replies = append(replies, isOff)
				}
				p, site := sitetest.NewTap(t, replies...)
				_, err := snippets.New(site).Update(t.Context(), 5, params, cms.UpdateMethod(method))
				sent := method + path + "/5 " + test.body
				if test.retried {
					if err != nil {
						t.Errorf("%s, %s, %s: Service.Update: %v", name, method, test.body, err)
					}
					p.Sent(sent, sent)
					continue
				}
				if !errors.Is(err, cms.ErrOutcomeUnknown) {
					t.Errorf("%s, %s, %s: Service.Update: error %v, want ErrOutcomeUnknown", name, method, test.body, err)
				}
				p.Sent(sent)
			}
		}
	}
}

func TestUpdateIsRetriedIfTheSiteDidNotLookAtIt(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Answer(429, "{}"), isOn)
	if _, err := snippets.New(site).Update(t.Context(), 5, &snippets.Params{Active: new(true)}); err != nil {
		t.Error(err)
	}
	p.Sent("POST"+path+`/5 {"active":true}`, "POST"+path+`/5 {"active":true}`)
}

func TestExportThatFailsKeepsItsError(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]replay.Reply{"unknown": unknown, "no export": replay.Answer(200, `{"snippets":7}`),
		"no snippet": replay.Answer(200, `{"snippets":[5]}`)} {
		_, site := sitetest.NewTap(t, r, r)
		export, err := snippets.New(site).Export(t.Context(), 5)
		switch {
		case err == nil:
			t.Errorf("%s: Service.Export(5): error nil, export %+v, want an error", name, export)
		case errors.Is(err, cms.ErrNotFound) != (name == "unknown"):
			t.Errorf("%s: Service.Export(5): error %v is ErrNotFound: %t, export %+v, want %t", name, err,
				errors.Is(err, cms.ErrNotFound), export, name == "unknown")
		}
	}
	_, site := sitetest.NewTap(t, replay.Answer(200, `{"generator":"x"}`), unknown)
	export, err := snippets.New(site).Export(t.Context(), 5, cms.Fields("generator"))
	switch {
	case err != nil:
		t.Errorf("Service.Export: error %v, want nil", err)
	case export.Generator != "x":
		t.Errorf("Service.Export: export.Generator %q, want %q", export.Generator, "x")
	}
	if _, err := snippets.New(site).ExportCode(t.Context(), 5); !errors.Is(err, cms.ErrNotFound) {
		t.Error(err)
	}
}

func TestExportOfAnotherSnippetIsAnError(t *testing.T) {
	t.Parallel()
	for body, foreign := range map[string]bool{
		`{"snippets":[{"id":5}]}`: false, `{"snippets":[{"name":"x"}]}`: false, `{"snippets":[{"id":6}]}`: true,
		`{"snippets":[{"id":5},{"id":6}]}`: true,
	} {
		_, site := sitetest.NewTap(t, replay.Answer(200, body))
		switch export, err := snippets.New(site).Export(t.Context(), 5); {
		case errors.Is(err, cms.ErrForeignRecord) != foreign:
			t.Errorf("%s: Service.Export(5): error %v is ErrForeignRecord: %t, want %t", body, err,
				errors.Is(err, cms.ErrForeignRecord), foreign)
		case foreign == (err == nil):
			t.Errorf("%s: foreign is %t, want %t", body, foreign, !(err == nil))
		case foreign == (export != nil):
			t.Errorf("%s: foreign is %t, want %t", body, foreign, !(export != nil))
		}
	}
}
