package snippets_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

const (
	one = `{"id":5,"name":"One","desc":"<p>d</p>","code":"c();","tags":["a"],"scope":"admin","condition_id":9,` +
		`"active":true,"priority":3,"network":true,"shared_network":false,"modified":null,"code_error":null,"mine":1}`
	path = " /cms-json/code-snippets/v1/snippets"
)

func TestWritesSendEveryField(t *testing.T) {
	t.Parallel()
	params := &snippets.Params{
		Name: new("One"), Desc: new("d"), Code: new("c();"), Tags: []string{}, Scope: new(snippets.ScopeSiteCSS),
		ConditionID: new(int64(3)),
		Active:      new(false), Priority: new(0), Network: cms.Null[bool](), SharedNetwork: cms.NullableOf(true),
	}
	const body = ` {"name":"One","desc":"d","code":"c();","tags":[],"scope":"site-css","condition_id":3,"active":false,` +
		`"priority":0,"network":null,"shared_network":true}`
	p, site := sitetest.NewTap(t, replay.Answer(200, one), replay.Answer(200, one), replay.Answer(200, one),
		replay.Answer(200, one))
	s := snippets.New(site)
	if _, err := s.Create(t.Context(), params); err != nil {
		t.Error(err)
	}
	for _, option := range []cms.CallOption{nil, cms.UpdateMethod(http.MethodPut), cms.UpdateMethod(http.MethodPatch)} {
		if _, err := s.Update(t.Context(), 5, params, option); err != nil {
			t.Error(err)
		}
	}
	p.Sent("POST"+path+body, "POST"+path+"/5"+body, "PUT"+path+"/5"+body, "PATCH"+path+"/5"+body)
}

func TestSwitchesAreSentByEachMethodAndReadBack(t *testing.T) {
	t.Parallel()
	off := strings.Replace(one, `"active":true`, `"active":false`, 1)
	for verb, snippet := range map[string]string{"activate": one, "deactivate": off} {
		for _, method := range []string{"", http.MethodPost, http.MethodPut, http.MethodPatch} {
			p, site := sitetest.NewTap(t, replay.Answer(200, "{}"), replay.Answer(200, snippet))
			options := []cms.CallOption{cms.Header("X-Trace", "1"), nil}
			if method != "" {
				options = append(options, cms.UpdateMethod(method))
			} else {
				method = http.MethodPost
			}
			call := snippets.New(site).Activate
			if verb == "deactivate" {
				call = snippets.New(site).Deactivate
			}
			got, err := call(t.Context(), 5, options...)
			switch {
			case err != nil:
				t.Errorf("call(5, options): error %v, want nil", err)
			case got.Active != (verb == "activate") || got.ID != 5:
				t.Errorf("call(5, options): Active is %t, ID %d, want %t and 5", got.Active, got.ID, verb == "activate")
			}
			p.Sent(method+path+"/5/"+verb, "GET"+path+"/5")
		}
	}
}

func TestParamsOfASnippetWriteItElsewhere(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Answer(200, one), replay.Answer(200, one))
	s := snippets.New(site)
	snippet, err := s.Get(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	switch ok, err := snippet.Extra.Decode("mine", new(int)); {
	case !ok:
		t.Errorf("Extra.Decode(%q) of %v: false, want true", "mine", snippet.Extra)
	case err != nil:
		t.Errorf("Extra.Decode(%q) of %v: error %v, want nil", "mine", snippet.Extra, err)
	case len(snippet.Extra) != 1:
		t.Errorf("Extra %v, want 1 member", snippet.Extra)
	}
	params, err := snippet.Params()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	p.Sent("GET"+path+"/5",
		"POST"+path+
			` {"name":"One","desc":"<p>d</p>","code":"c();","tags":["a"],"scope":"admin","condition_id":9,"active":true,`+
			`"priority":3,"network":true,"shared_network":false}`)

	for name, incomplete := range map[string]*snippets.Snippet{"made up": {ID: 5}, "read in part": part(t)} {
		if _, err := incomplete.Params(); !errors.Is(err, cms.ErrIncomplete) || !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%s: Snippet.Params: error %v, want ErrIncomplete and ErrInvalidArgument", name, err)
		}
	}
	switch params, err := (&snippets.Snippet{Scope: snippets.ScopeAdmin}).Params(); {
	case err != nil:
		t.Errorf("Snippet.Params: error %v, want nil", err)
	case !params.Network.IsZero():
		t.Errorf("Snippet.Params of ScopeAdmin: Network %v, want it absent", params.Network)
	case !params.SharedNetwork.IsZero():
		t.Errorf("Snippet.Params of ScopeAdmin: SharedNetwork %v, want it absent", params.SharedNetwork)
	}
	whole := snippets.ExportedSnippet{Name: "x", Scope: "", Priority: 0}
	switch got := whole.Params(); {
	case *got.Scope != snippets.ScopeGlobal:
		t.Errorf("ExportedSnippet.Params: Scope %q, want %q", *got.Scope, snippets.ScopeGlobal)
	case *got.Priority != 10:
		t.Errorf("ExportedSnippet.Params: Priority %d, want 10", *got.Priority)
	case *got.Name != "x":
		t.Errorf("ExportedSnippet.Params: Name %q, want %q", *got.Name, "x")
	}
}

// part is a snippet without its code.
func part(t *testing.T) *snippets.Snippet {
	t.Helper()
	p, site := sitetest.NewTap(t, replay.Answer(200, `{"id":5,"name":"One","scope":"admin"}`))
	snippet, err := snippets.New(site).Get(t.Context(), 5, cms.Fields("name", "scope"))
	switch {
	case err != nil:
		t.Fatalf("Service.Get: error %v, want nil", err)
	case snippet.Name != "One":
		t.Fatalf("Service.Get: Name %q, want %q", snippet.Name, "One")
	}
	p.Sent("GET" + path + "/5?_fields=name%2Cscope%2Cid")
	return snippet
}

func TestBadArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t)
	s, ctx := snippets.New(site), t.Context()
	for _, id := range []int64{0, -1} {
		for name, call := range map[string]func() error{
			"Get":        func() error { _, err := s.Get(ctx, id); return err },
			"Update":     func() error { _, err := s.Update(ctx, id, nil); return err },
			"Delete":     func() error { _, err := s.Delete(ctx, id); return err },
			"Trash":      func() error { _, err := s.Trash(ctx, id); return err },
			"Activate":   func() error { _, err := s.Activate(ctx, id); return err },
			"Deactivate": func() error { _, err := s.Deactivate(ctx, id); return err },
			"Export":     func() error { _, err := s.Export(ctx, id); return err },
			"ExportCode": func() error { _, err := s.ExportCode(ctx, id); return err },
		} {
			err := call()
			p.Refused(err, "id")
			if e, ok := errors.AsType[*cms.ArgumentError](err); ok && e.Operation != "snippets."+name {
				t.Errorf("call: %s is called %s, want %q", name, e.Operation, "snippets."+name)
			}
		}
	}
	for _, option := range []cms.CallOption{cms.UpdateMethod("DELETE"), cms.UpdateMethod("")} {
		_, err := s.Activate(ctx, 5, option)
		p.Refused(err, "method")
	}
	_, err := s.Update(ctx, 5, nil, cms.UpdateMethod("GET"))
	p.Refused(err, "method")
	_, err = s.Create(ctx, &snippets.Params{Extra: cms.Extra{"id": []byte("7")}})
	p.Refused(err, "id")
	if _, err = s.Delete(ctx, 5, cms.Attempts(0)); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Error(err)
	}
	p.Sent()
}

func TestRequestsAreThoseOfTheCalls(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Answer(200, one), replay.Answer(200, one), replay.Reply{Status: 204},
		replay.Answer(200, "{}"), replay.Answer(200, "{}"))
	s, ctx, params := snippets.New(site), t.Context(), &snippets.Params{Name: new("x")}
	var got snippets.Snippet
	if _, err := cms.Do(ctx, site, s.CreateRequest(params).Into(&got)); err != nil || got.ID != 5 {
		t.Errorf("cms.Do: error %v, ID %d, want nil and 5", err, got.ID)
	}
	if _, err := cms.Do(ctx, site, s.UpdateRequest(5, params)); err != nil {
		t.Error(err)
	}
	for i, r := range []cms.Request[cms.Nothing]{s.DeleteRequest(5), s.ActivateRequest(5), s.DeactivateRequest(5)} {
		if name := []string{"snippets.Delete", "snippets.Activate", "snippets.Deactivate"}[i]; r.Operation != name {
			t.Errorf("operation of the request %s, want %q", r.Operation, name)
		}
		want := cms.RepeatSafe
		if r.Method == http.MethodDelete || strings.HasSuffix(r.Path, "/activate") {
			want = cms.RepeatUnsent
		}
		if _, err := cms.Do(ctx, site, r); err != nil || r.Repeat != want {
			t.Errorf("%s: cms.Do(site, r): error %v, Repeat %d, want nil and %d", r.Operation, err, r.Repeat, want)
		}
	}
	p.Sent("POST"+path+` {"name":"x"}`, "POST"+path+`/5 {"name":"x"}`, "DELETE"+path+"/5", "POST"+path+"/5/activate",
		"POST"+path+"/5/deactivate")
}

func TestResponseThatIsNotASnippetIsAnError(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `[]`, `{"foo":1}`, `{"name":"One"}`, `{"id":0,"name":""}`, `{"id":"x"}`, `5`,
		`{"id":1,` + crowd() + `}`} {
		created := []error{cms.ErrDecode, cms.ErrOutcomeUnknown}
		if strings.HasPrefix(body, `{"id":1`) { // the snippet that was made
			created = created[:1]
		}
		_, site := sitetest.NewTap(t, replay.Answer(200, body), replay.Answer(200, body), replay.Answer(200, body))
		s := snippets.New(site)
		_, err := s.Get(t.Context(), 5)
		sitetest.Failed(t, err, 200, "", cms.ErrDecode)
		_, err = s.Update(t.Context(), 5, nil)
		sitetest.Failed(t, err, 200, "", cms.ErrDecode)
		_, err = s.Create(t.Context(), nil)
		sitetest.Failed(t, err, 200, "", created...)
		switch broken, ok := errors.AsType[*cms.BrokenRecordError](err); {
		case ok != (len(created) == 1):
			t.Errorf("%s: Service.Create: ok is %t, want %t", body, ok, len(created) == 1)
		case ok && broken.ID != 1:
			t.Errorf("%s: Service.Create: ID %d, want 1", body, broken.ID)
		}
	}
}

func TestSiteWithoutThePluginHasNoRoute(t *testing.T) {
	t.Parallel()
	gone := replay.Answer(404, `{"code":"rest_no_route","message":"No route.","data":{"status":404}}`)
	_, site := sitetest.NewTap(t, gone, gone, gone, gone, gone, gone, gone)
	s, ctx := snippets.New(site), t.Context()
	_, get := s.Get(ctx, 5)
	_, del := s.Delete(ctx, 5)
	_, trash := s.Trash(ctx, 5)
	_, act := s.Activate(ctx, 5)
	_, exp := s.Export(ctx, 5)
	_, code := s.ExportCode(ctx, 5)
	_, schema := s.Schema(ctx)
	for _, err := range []error{get, del, trash, act, exp, code, schema} {
		sitetest.Failed(t, err, 404, cms.CodeNoRoute, cms.ErrNoRoute)
	}
}
