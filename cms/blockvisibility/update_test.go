package blockvisibility_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
)

const (
	path  = " /cms-json/block-visibility/v1/settings"
	small = `{"visibility_controls":{"cookie":{"enable":true,"more":{"a":[]}},"odd":[],"mine":{"enable":"yes"}},"disabled_blocks":["core/code"],` +
		`"plugin_settings":{"enable_editor_notices":false,"block_opacity":"70","later":{"x":1}},"mine":[1,2]}`
)

func answer(status int, body string) reply { return reply{status: status, body: body} }

var (
	gone     = answer(404, `{"code":404,"message":"Gone.","data":{"status":404}}`)
	refusing = answer(500, `{"code":500,"message":"No.","data":{"status":500}}`)
)

func nothing(*visibility.Settings) error { return nil }

func TestUpdateWritesAllThatItRead(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"", http.MethodPost, http.MethodPut, http.MethodPatch} {
		p, site := newTap(t, answer(200, small), answer(200, small))
		options := []cms.UpdateOption{nil, cms.Attempts(2)}
		if method == "" {
			method = http.MethodPost
		} else {
			options = append(options, visibility.UpdateMethod(method))
		}
		got, err := visibility.New(site).Update(t.Context(), func(s *visibility.Settings) error {
			s.VisibilityControls.Enable(visibility.ControlCookie, false)
			s.VisibilityControls.Enable(visibility.ControlURLPath, true)
			s.DisabledBlocks = append(s.DisabledBlocks, "core/html")
			s.PluginSettings.RemoveOnUninstall = new(true)
			return nil
		}, options...)
		if err != nil || !got.VisibilityControls.Enabled(visibility.ControlCookie) || got.VisibilityControls.Enabled("odd") || got.VisibilityControls.Enabled("mine") ||
			got.PluginSettings.BlockOpacity != nil {
			t.Errorf("%+v, %v", got, err)
		}
		p.sent("GET"+path, method+path+` {"visibility_controls":{"cookie":{"enable":false,"more":{"a":[]}},"mine":{"enable":"yes"},"odd":{},"url_path":{"enable":true}},`+
			`"disabled_blocks":["core/code","core/html"],"plugin_settings":{"enable_editor_notices":false,"remove_on_uninstall":true,"block_opacity":"70","later":{"x":1}},"mine":[1,2]}`)
	}
}

func TestUpdateKeepsWhatIsEmpty(t *testing.T) {
	t.Parallel()
	for read, written := range map[string]string{
		`{"visibility_controls":[],"disabled_blocks":[],"plugin_settings":[]}`:                     `{"visibility_controls":{},"disabled_blocks":[],"plugin_settings":{}}`,
		`{"visibility_controls":null,"plugin_settings":null,"x":null}`:                             `{"visibility_controls":{},"x":null}`,
		`{"plugin_settings":{"default_controls":[],"enabled_user_roles":null}}`:                    `{"plugin_settings":{"default_controls":[],"enabled_user_roles":null}}`,
		`{"x":1,"_fields":"x","_embed":"1","_locale":"user","rest_route":"/block-visibility/v1/"}`: `{"x":1}`,
	} {
		p, site := newTap(t, answer(200, read), answer(200, read))
		if _, err := visibility.New(site).Update(t.Context(), nothing); err != nil {
			t.Errorf("%s: %v", read, err)
		}
		p.sent("GET"+path, "POST"+path+" "+written)
	}
}

func TestUpdateWritesNothingThatWouldBreakTheSite(t *testing.T) {
	t.Parallel()
	own := errors.New("not today")
	for name, test := range map[string]struct {
		read     string
		change   func(*visibility.Settings) error
		argument string // "" for the error of change
	}{
		"emptied by the change": {small, func(s *visibility.Settings) error { *s = visibility.Settings{}; return nil }, "settings"},
		"empty as read":         {`{}`, nothing, "settings"},
		"empty as PHP says it":  {`[]`, nothing, "settings"},
		"arguments alone":       {`{"_fields":"x"}`, nothing, "settings"},
		"a reset":               {`{"reset":"all","x":1}`, nothing, "reset"},
		"what is no JSON":       {small, func(s *visibility.Settings) error { return s.Extra.Set("x", func() {}) }, ""},
		"broken JSON":           {small, func(s *visibility.Settings) error { s.Extra["x"] = []byte("{"); return nil }, "settings"},
		"an error of change":    {small, func(*visibility.Settings) error { return own }, ""},
	} {
		p, site := newTap(t, answer(200, test.read))
		got, err := visibility.New(site).Update(t.Context(), test.change)
		p.sent("GET" + path)
		e, refused := errors.AsType[*cms.ArgumentError](err)
		if got != nil || err == nil || refused != (test.argument != "") || refused && e.Argument != test.argument || name == "an error of change" && !errors.Is(err, own) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	p, site := newTap(t)
	s := visibility.New(site)
	_, err := s.Update(t.Context(), nil)
	p.refused(err, "change")
	_, err = s.Reset(t.Context(), "")
	p.refused(err, "reset")
	for _, option := range []cms.UpdateOption{cms.UpdateMethod(http.MethodPut), visibility.UpdateMethod("DELETE")} {
		_, err = s.Update(t.Context(), nothing, option)
		p.refused(err, "method")
		_, err = s.Reset(t.Context(), visibility.ResetAll, option)
		p.refused(err, "method")
	}
}

func TestResetSendsWhatToRestore(t *testing.T) {
	t.Parallel()
	p, site := newTap(t, answer(200, small), answer(200, small))
	s := visibility.New(site)
	if _, err := s.Reset(t.Context(), visibility.ResetAll); err != nil {
		t.Error(err)
	}
	got, err := s.Reset(t.Context(), visibility.ResetPluginSettings, visibility.UpdateMethod(http.MethodPatch))
	if err != nil || len(got.DisabledBlocks) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	p.sent("POST"+path+` {"reset":"all"}`, "PATCH"+path+` {"reset":"plugin_settings"}`)
}

func TestAWipedDocumentIsSaidToBe(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for name, test := range map[string]struct {
		replies []reply
		call    func(*visibility.Service) error
		wiped   bool
	}{
		"read":                   {[]reply{gone}, func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, true},
		"read to update":         {[]reply{gone}, func(s *visibility.Service) error { _, err := s.Update(ctx, nothing); return err }, true},
		"written":                {[]reply{answer(200, small), gone}, func(s *visibility.Service) error { _, err := s.Update(ctx, nothing); return err }, true},
		"gone before the write":  {[]reply{answer(200, small), refusing, gone}, func(s *visibility.Service) error { _, err := s.Update(ctx, nothing, cms.Attempts(1)); return err }, true},
		"not stored":             {[]reply{answer(200, small), refusing, answer(200, small)}, func(s *visibility.Service) error { _, err := s.Update(ctx, nothing, cms.Attempts(1)); return err }, false},
		"not reset, not read":    {[]reply{refusing, answer(403, `{"code":"x"}`)}, func(s *visibility.Service) error { _, err := s.Reset(ctx, "all", cms.Attempts(1)); return err }, false},
		"a gateway's 404":        {[]reply{answer(404, `{"code":404,"message":"x"}`)}, func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, false},
		"another 404":            {[]reply{answer(404, `{"code":"rest_no_route","data":{"status":404}}`)}, func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, false},
		"a 404 with odd data":    {[]reply{answer(404, `{"code":404,"data":"x"}`)}, func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, false},
		"a gateway's 500, reset": {[]reply{answer(500, `{"code":500}`)}, func(s *visibility.Service) error { _, err := s.Reset(ctx, "all", cms.Attempts(1)); return err }, false},
	} {
		p, site := newTap(t, test.replies...)
		err := test.call(visibility.New(site))
		if err == nil || errors.Is(err, visibility.ErrWiped) != test.wiped || errors.Is(err, cms.ErrNotFound) || len(p.replies) > 0 {
			t.Errorf("%s: %v; %d answers not asked for", name, err, len(p.replies))
		}
	}
}

func TestAWriteIsRepeated(t *testing.T) {
	t.Parallel()
	p, site := newTap(t, answer(200, small), reply{err: errLost}, refusing, answer(503, ""), answer(200, small))
	if _, err := visibility.New(site).Update(t.Context(), nothing); err != nil {
		t.Error(err)
	}
	if len(p.asked) != 5 {
		t.Errorf("%d requests", len(p.asked))
	}
}
