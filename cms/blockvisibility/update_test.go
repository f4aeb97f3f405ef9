package blockvisibility_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	path  = " /cms-json/block-visibility/v1/settings"
	small = `{"visibility_controls":{"cookie":{"enable":true,"more":{"a":[]}},"odd":[],"mine":{"enable":"yes"}},` +
		`"disabled_blocks":["core/code"],` +
		`"plugin_settings":{"enable_editor_notices":false,"block_opacity":"70","later":{"x":1}},"mine":[1,2]}`
)

var (
	gone     = replay.Answer(404, `{"code":404,"message":"Gone.","data":{"status":404}}`)
	refusing = replay.Answer(500, `{"code":500,"message":"No.","data":{"status":500}}`)
)

func nothing(*visibility.Settings) error { return nil }

func TestUpdateWritesAllThatItRead(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"", http.MethodPost, http.MethodPut, http.MethodPatch} {
		p, site := sitetest.NewTap(t, replay.Answer(200, small), replay.Answer(200, small))
		options := []cms.CallOption{nil, cms.Attempts(2)}
		if method == "" {
			method = http.MethodPost
		} else {
			options = append(options, cms.UpdateMethod(method))
		}
		got, err := visibility.New(site).Update(t.Context(), func(s *visibility.Settings) error {
			s.VisibilityControls.Enable(visibility.ControlCookie, false)
			s.VisibilityControls.Enable(visibility.ControlURLPath, true)
			s.DisabledBlocks = append(s.DisabledBlocks, "core/html")
			s.PluginSettings.RemoveOnUninstall = new(true)
			return nil
		}, options...)
		if err != nil || !got.VisibilityControls.Enabled(visibility.ControlCookie) {
			t.Errorf("%s: Update: %+v, error %v, want cookie enabled", method, got, err)
		} else if got.VisibilityControls.Enabled("odd") || got.VisibilityControls.Enabled("mine") {
			t.Errorf("%s: Update: controls %+v, want neither odd nor mine enabled", method, got.VisibilityControls)
		} else if got.PluginSettings.BlockOpacity != nil {
			t.Errorf("%s: Update: block opacity %v, want nil", method, *got.PluginSettings.BlockOpacity)
		}
		p.Sent("GET"+path+replay.Uncached, method+path+` {"visibility_controls":{"cookie":{"enable":false,"more":{"a":[]}},`+
			`"mine":{"enable":"yes"},"odd":{},"url_path":{"enable":true}},`+
			`"disabled_blocks":["core/code","core/html"],"plugin_settings":{"enable_editor_notices":false,`+
			`"remove_on_uninstall":true,"block_opacity":"70","later":{"x":1}},"mine":[1,2]}`)
	}
}

func TestUpdateKeepsEmptyFields(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{
			`{"visibility_controls":[],"disabled_blocks":[],"plugin_settings":[]}`,
			`{"visibility_controls":{},"disabled_blocks":[],"plugin_settings":{}}`,
		},
		{`{"visibility_controls":null,"plugin_settings":null,"x":null}`, `{"visibility_controls":{},"x":null}`},
		{
			`{"plugin_settings":{"default_controls":[],"enabled_user_roles":null}}`,
			`{"plugin_settings":{"default_controls":[],"enabled_user_roles":null}}`,
		},
		{`{"x":1,"_fields":"x","_embed":"1","_locale":"user","rest_route":"/block-visibility/v1/"}`, `{"x":1}`},
	} {
		read, written := test[0], test[1]
		p, site := sitetest.NewTap(t, replay.Answer(200, read), replay.Answer(200, read))
		if _, err := visibility.New(site).Update(t.Context(), nothing); err != nil {
			t.Errorf("Update of %s: error %v, want none", read, err)
		}
		p.Sent("GET"+path+replay.Uncached, "POST"+path+" "+written)
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
		"emptied by the change": {small,
			func(s *visibility.Settings) error { *s = visibility.Settings{}; return nil }, "settings"},
		"empty as read":        {`{}`, nothing, "settings"},
		"empty as PHP says it": {`[]`, nothing, "settings"},
		"arguments alone":      {`{"_fields":"x"}`, nothing, "settings"},
		"a reset":              {`{"reset":"all","x":1}`, nothing, "reset"},
		"what is no JSON":      {small, func(s *visibility.Settings) error { return s.Extra.Set("x", func() {}) }, ""},
		"broken JSON": {small,
			func(s *visibility.Settings) error { s.Extra["x"] = []byte("{"); return nil }, "settings"},
		"an error of change": {small, func(*visibility.Settings) error { return own }, ""},
	} {
		p, site := sitetest.NewTap(t, replay.Answer(200, test.read))
		got, err := visibility.New(site).Update(t.Context(), test.change)
		p.Sent("GET" + path + replay.Uncached)
		e, refused := errors.AsType[*cms.ArgumentError](err)
		if got != nil || err == nil {
			t.Errorf("%s: Update: %+v, error %v, want no settings and an error", name, got, err)
		} else if refused != (test.argument != "") || refused && e.Argument != test.argument {
			t.Errorf("%s: Update: error %v, want an ArgumentError of %q if that is not empty", name, err, test.argument)
		} else if name == "an error of change" && !errors.Is(err, own) {
			t.Errorf("%s: Update: error %v, want that of the change", name, err)
		}
	}
	p, site := sitetest.NewTap(t)
	s := visibility.New(site)
	_, err := s.Update(t.Context(), nil)
	p.Refused(err, "change")
	_, err = s.Reset(t.Context(), "")
	p.Refused(err, "reset")
	_, err = s.Reset(t.Context(), visibility.ResetAll, cms.UpdateMethod("DELETE"))
	p.Refused(err, "method")
	read, site := sitetest.NewTap(t, replay.Answer(200, small))
	_, err = visibility.New(site).Update(t.Context(), nothing, cms.UpdateMethod("DELETE"))
	sitetest.Refused(t, err, "method")
	read.Sent("GET" + path + replay.Uncached)
}

func TestResetNamesTheSettingsToReset(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Answer(200, small), replay.Answer(200, small))
	s := visibility.New(site)
	if _, err := s.Reset(t.Context(), visibility.ResetAll); err != nil {
		t.Error(err)
	}
	got, err := s.Reset(t.Context(), visibility.ResetPluginSettings, cms.UpdateMethod(http.MethodPatch))
	if err != nil || len(got.DisabledBlocks) != 1 {
		t.Errorf("Reset of the plugin settings: %+v, error %v, want one disabled block", got, err)
	}
	p.Sent("POST"+path+` {"reset":"all"}`, "PATCH"+path+` {"reset":"plugin_settings"}`)
}

func TestLostSettingsAreErrWiped(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for name, test := range map[string]struct {
		replies []replay.Reply
		call    func(*visibility.Service) error
		wiped   bool
	}{
		"read": {[]replay.Reply{gone},
			func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, true},
		"read to update": {[]replay.Reply{gone},
			func(s *visibility.Service) error { _, err := s.Update(ctx, nothing); return err }, true},
		"written": {[]replay.Reply{replay.Answer(200, small), gone},
			func(s *visibility.Service) error { _, err := s.Update(ctx, nothing); return err }, true},
		"gone before the write": {[]replay.Reply{replay.Answer(200, small), refusing, gone},
			func(s *visibility.Service) error { _, err := s.Update(ctx, nothing, cms.Attempts(1)); return err }, true},
		"not stored": {[]replay.Reply{replay.Answer(200, small), refusing, replay.Answer(200, small)},
			func(s *visibility.Service) error { _, err := s.Update(ctx, nothing, cms.Attempts(1)); return err }, false},
		"not reset, not read": {[]replay.Reply{refusing, replay.Answer(403, `{"code":"x"}`)},
			func(s *visibility.Service) error { _, err := s.Reset(ctx, "all", cms.Attempts(1)); return err }, false},
		"a gateway's 404": {[]replay.Reply{replay.Answer(404, `{"code":404,"message":"x"}`)},
			func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, false},
		"another 404": {[]replay.Reply{replay.Answer(404, `{"code":"rest_no_route","data":{"status":404}}`)},
			func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, false},
		"a 404 with odd data": {[]replay.Reply{replay.Answer(404, `{"code":404,"data":"x"}`)},
			func(s *visibility.Service) error { _, err := s.Settings(ctx); return err }, false},
		"a gateway's 500, reset": {[]replay.Reply{replay.Answer(500, `{"code":500}`)},
			func(s *visibility.Service) error { _, err := s.Reset(ctx, "all", cms.Attempts(1)); return err }, false},
	} {
		p, site := sitetest.NewTap(t, test.replies...)
		err := test.call(visibility.New(site))
		if err == nil || errors.Is(err, visibility.ErrWiped) != test.wiped {
			t.Errorf("%s: error %v, want one that is ErrWiped: %t", name, err, test.wiped)
		} else if errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%s: error %v, want one that is not ErrNotFound", name, err)
		}
		p.Drained()
	}
}

func TestWriteIsRetried(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Answer(200, small), replay.Reply{Err: replay.ErrLost}, refusing,
		replay.Answer(503, ""), replay.Answer(200, small))
	if _, err := visibility.New(site).Update(t.Context(), nothing); err != nil {
		t.Error(err)
	}
	if len(p.Asked()) != 5 {
		t.Errorf("Update after failures sent %d requests, want 5", len(p.Asked()))
	}
}
