package plugins_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	root = "/cms-json/cms/v2/plugins"
	one  = `{"plugin":"akismet/akismet","status":"inactive","name":"A","description":{"raw":"d","rendered":"<p>d"}}`
	many = `[` + one + `,{"plugin":"pair/one","status":"inactive"},{"plugin":"pair/two","status":"active"},` +
		`{"plugin":"idle/one","status":"inactive"},{"plugin":"idle/two","status":"inactive"},{"plugin":"hello",` +
		`"status":"inactive"}]`
)

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func gone(name string) replay.Reply {
	return ok(`{"deleted":true,"previous":{"plugin":"` + name + `","status":"inactive"}}`)
}

func TestPluginsAreListedInstalledAndSwitched(t *testing.T) {
	t.Parallel()
	active := strings.Replace(one, "inactive", "active", 1)
	tap, site := sitetest.NewTap(t, ok(many), ok(one), replay.Answer(http.StatusCreated, one), ok(active), ok(one))
	all, ctx := plugins.New(site), t.Context()
	if list, err := all.List(ctx, &plugins.ListOptions{Status: []plugins.Status{plugins.Active,
		plugins.Inactive}}); err != nil || len(list) != 6 {
		t.Errorf("List: %d plugins, error %v, want 6", len(list), err)
	} else if list[5].Plugin != "hello" {
		t.Errorf("List: the last plugin is %q, want hello", list[5].Plugin)
	}
	if p, err := all.Get(ctx, "akismet/akismet"); err != nil || p.Description.Raw != "d" {
		t.Errorf("Get: %+v, error %v, want the description d", p, err)
	}
	if p, err := all.Install(ctx, "akismet"); err != nil || p.Status != plugins.Inactive {
		t.Errorf("Install: %+v, error %v, want an inactive plugin", p, err)
	}
	if p, err := all.Activate(ctx, "akismet/akismet"); err != nil || p.Status != plugins.Active {
		t.Errorf("Activate: %+v, error %v, want an active plugin", p, err)
	}
	if p, err := all.Deactivate(ctx, "akismet/akismet"); err != nil || p.Status != plugins.Inactive {
		t.Errorf("Deactivate: %+v, error %v, want an inactive plugin", p, err)
	}
	tap.Sent("GET "+root+"?status%5B%5D=active&status%5B%5D=inactive", "GET "+root+"/akismet/akismet",
		"POST "+root+` {"slug":"akismet"}`,
		"POST "+root+`/akismet/akismet {"status":"active"}`, "POST "+root+`/akismet/akismet {"status":"inactive"}`)
}

// TestPluginThatPrintsIsActive has a site that reports output of a plugin, which is then
// active or is not.
func TestPluginThatPrintsIsActive(t *testing.T) {
	t.Parallel()
	printed := replay.Answer(http.StatusInternalServerError,
		`{"code":"unexpected_output","message":"The plugin printed.","data":{"status":500},"additional_data":["hi"]}`)
	active := strings.Replace(one, "inactive", "active", 1)
	for name, c := range map[string]struct {
		after replay.Reply
		is    error
	}{
		"active":                {ok("hi\n" + active), nil},
		"active in the network": {ok(strings.Replace(one, "inactive", "network-active", 1)), nil},
		"prints always":         {ok("hi" + active), plugins.CodeUnexpectedOutput},
		"inactive":              {ok(one), plugins.CodeUnexpectedOutput},
		"gone": {replay.Answer(http.StatusNotFound,
			`{"code":"rest_plugin_not_found","message":"m","data":{"status":404}}`), plugins.CodeUnexpectedOutput},
	} {
		tap, site := sitetest.NewTap(t, printed, c.after)
		p, err := plugins.New(site).Activate(t.Context(), "akismet/akismet", cms.Fields("plugin"))
		if !errors.Is(err, c.is) || (p != nil) != (c.is == nil) {
			t.Errorf("%s: Activate: %+v, error %v, want %v", name, p, err, c.is)
		}
		tap.Sent("POST "+root+`/akismet/akismet?_fields=plugin%2Cstatus {"status":"active"}`,
			"GET "+root+"/akismet/akismet?_fields=plugin%2Cstatus")
	}
}

func TestActivateIsSentOnceAndThenChecked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply replay.Reply
		is    error
	}{
		"lost":          {replay.Reply{Err: replay.ErrLost}, cms.ErrOutcomeUnknown},
		"a fatal error": {replay.Answer(http.StatusInternalServerError, ``), cms.ErrOutcomeUnknown},
		"a wrong PHP": {replay.Answer(http.StatusInternalServerError,
			`{"code":"plugin_php_incompatible","message":"m","data":null}`), plugins.CodeWrongPHP},
		"not applied":    {ok(one), plugins.ErrNotApplied},
		"no status":      {ok(`{"plugin":"akismet/akismet"}`), plugins.ErrNotApplied},
		"another plugin": {ok(`{"plugin":"pair/one","status":"active"}`), cms.ErrForeignRecord},
	} {
		tap, site := sitetest.NewTap(t, c.reply)
		if _, err := plugins.New(site).Activate(t.Context(), "akismet/akismet"); !errors.Is(err, c.is) {
			t.Errorf("%s: Activate: error %v, want %v", name, err, c.is)
		}
		if len(tap.Asked()) != 1 {
			t.Errorf("%s: Activate sent %q, want one request", name, tap.Asked())
		}
	}
}

func TestActivateWithFieldsAlsoRequestsTheStatus(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(one))
	if _, err := plugins.New(site).Activate(t.Context(), "akismet/akismet", cms.Fields("name")); !errors.Is(err,
		plugins.ErrNotApplied) || !strings.Contains(tap.Asked()[0], "?_fields=name%2Cstatus%2C") {
		t.Errorf("Activate of a plugin that stays inactive: error %v, requests %q, want ErrNotApplied and the status in "+
			"_fields", err, tap.Asked())
	}
}

func TestErrorsOfPluginsNameWhatWasAsked(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(one))
	plugin, err := plugins.New(site).Activate(t.Context(), "akismet/akismet")
	kept, isError := errors.AsType[*cms.Error](err)
	if !isError || plugin == nil {
		t.Errorf("Activate: %+v, error %+v, want a plugin and an error", plugin, err)
	} else if kept.Operation != "plugins.Activate" || kept.Method != http.MethodPost {
		t.Errorf("Activate: error %+v, want POST of plugins.Activate", kept)
	} else if kept.Path != "cms/v2/plugins/akismet/akismet" || kept.Status != http.StatusOK {
		t.Errorf("Activate: error %+v, want the path of the plugin and 200", kept)
	}
	_, site = sitetest.NewTap(t, ok(many))
	_, err = plugins.New(site).Delete(t.Context(), "pair/one")
	shared, isShared := errors.AsType[*cms.ArgumentError](err)
	if !isShared || shared.Operation != "plugins.Delete" {
		t.Errorf("Delete from a shared folder: error %+v, want an ArgumentError of plugins.Delete", err)
	} else if shared.Argument != "plugin" || shared.Reason != plugins.ErrSharedFolder.Error()+": pair/two" {
		t.Errorf("Delete from a shared folder: error %+v, want the argument plugin, and pair/two as a reason", shared)
	}
	_, site = sitetest.NewTap(t, ok(many))
	err = plugins.New(site).DeleteFolder(t.Context(), "pair")
	active, isActive := errors.AsType[*cms.ArgumentError](err)
	if !isActive || active.Operation != "plugins.DeleteFolder" {
		t.Errorf("DeleteFolder of an active folder: error %+v, want an ArgumentError of plugins.DeleteFolder", err)
	} else if active.Argument != "folder" || !strings.HasPrefix(active.Reason, plugins.ErrActive.Error()+": pair/") {
		t.Errorf("DeleteFolder of an active folder: error %+v, want the argument folder, and pair/ as a reason", active)
	}
	_, site = sitetest.NewTap(t, ok(many))
	none, isNone := errors.AsType[*cms.Error](plugins.New(site).DeleteFolder(t.Context(), "none"))
	if !isNone || none.Operation != "plugins.DeleteFolder" {
		t.Errorf("DeleteFolder of an unknown folder: error %+v, want an error of plugins.DeleteFolder", none)
	} else if none.Method != http.MethodGet || none.Path != "cms/v2/plugins" {
		t.Errorf("DeleteFolder of an unknown folder: error %+v, want GET of cms/v2/plugins", none)
	} else if none.Status != http.StatusOK {
		t.Errorf("DeleteFolder of an unknown folder: error %+v, want the status 200", none)
	}
}

// idle is the response to a read of a plugin in the folder idle.
func idle(name string) replay.Reply { return ok(`{"plugin":"idle/` + name + `","status":"inactive"}`) }

func TestDeleteFolderBelievesNoOldList(t *testing.T) {
	t.Parallel()
	missing := replay.Answer(http.StatusNotFound, `{"code":"rest_plugin_not_found","message":"m","data":{"status":404}}`)
	for name, test := range map[string]struct {
		replies []replay.Reply // after the list
		want    error
	}{
		"a plugin was activated": {
			[]replay.Reply{idle("one"), ok(`{"plugin":"idle/two","status":"active"}`)}, plugins.ErrActive,
		},
		"a plugin was deleted":   {[]replay.Reply{missing, idle("two"), gone("idle/two")}, nil},
		"the folder was deleted": {[]replay.Reply{missing, missing}, cms.ErrNotFound},
	} {
		tap, site := sitetest.NewTap(t, append([]replay.Reply{ok(many)}, test.replies...)...)
		if err := plugins.New(site).DeleteFolder(t.Context(), "idle"); !errors.Is(err, test.want) {
			t.Errorf("%s: DeleteFolder: error %v, want %v", name, err, test.want)
		}
		tap.Drained()
	}
}

func TestFolderIsNotDeletedWithoutReadingTheList(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusForbidden, `{"code":"rest_cannot_view_plugins",`+
		`"message":"m","data":{"status":403}}`))
	if err := plugins.New(site).DeleteFolder(t.Context(), "idle"); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("DeleteFolder without the list: error %v, want ErrForbidden", err)
	}
	tap.Sent("GET " + root)
	tap, site = sitetest.NewTap(t, ok(many), idle("one"), idle("two"),
		replay.Answer(http.StatusForbidden, `{"code":"rest_cannot_manage_plugins","message":"m","data":{"status":403}}`))
	if err := plugins.New(site).DeleteFolder(t.Context(), "idle"); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("DeleteFolder that is refused: error %v, want ErrForbidden", err)
	}
	tap.Drained()
}

func TestDeleteRefusesASharedFolder(t *testing.T) {
	t.Parallel()
	list, missing := "GET "+root, replay.Answer(http.StatusNotFound,
		`{"code":"rest_plugin_not_found","message":"m","data":{"status":404}}`)
	for name, c := range map[string]struct {
		plugin  string
		replies []replay.Reply
		is      error
		sent    []string
	}{
		"alone": {"akismet/akismet", []replay.Reply{ok(many), gone("akismet/akismet")}, nil,
			[]string{list, "DELETE " + root + "/akismet/akismet"}},
		"a single file": {"hello", []replay.Reply{gone("hello")}, nil, []string{"DELETE " + root + "/hello"}},
		"shared":        {"pair/one", []replay.Reply{ok(many)}, plugins.ErrSharedFolder, []string{list}},
		"no list": {"pair/one", []replay.Reply{replay.Answer(http.StatusForbidden,
			`{"code":"rest_cannot_view_plugins","message":"m","data":{"status":403}}`)}, cms.ErrForbidden, []string{list}},
		"a broken list": {"pair/one", []replay.Reply{ok(`[{"plugin":"pair/one"},{"plugin":{}}]`)}, cms.ErrDecode,
			[]string{list}},
		"lost": {"hello", []replay.Reply{{Err: replay.ErrLost}, missing}, nil,
			[]string{"DELETE " + root + "/hello", "DELETE " + root + "/hello"}},
		"not listed": {"akismet/akismet", []replay.Reply{ok(`[]`), ok(one)}, cms.ErrDecode,
			[]string{list, "GET " + root + "/akismet/akismet?_fields=plugin"}},
		"listed alone": {"pair/one", []replay.Reply{ok(`[{"plugin":"pair/two"}]`), ok(`{"plugin":"pair/one"}`)},
			plugins.ErrSharedFolder, []string{list}},
		"not there": {"none/one", []replay.Reply{ok(many), missing}, plugins.CodeNotFound,
			[]string{list, "GET " + root + "/none/one?_fields=plugin"}},
		"unknown": {"hello", []replay.Reply{missing}, cms.ErrNotFound, []string{"DELETE " + root + "/hello"}},
	} {
		tap, site := sitetest.NewTap(t, c.replies...)
		deleted, err := plugins.New(site).Delete(t.Context(), c.plugin)
		if !errors.Is(err, c.is) || c.is == nil && (err != nil || !deleted.Deleted) {
			t.Errorf("%s: Delete: %+v, error %v, want %v", name, deleted, err, c.is)
		}
		if got := strings.Join(tap.Asked(), "\n"); got != strings.Join(c.sent, "\n") {
			t.Errorf("%s: Delete sent\n%s\nwant\n%s", name, got, strings.Join(c.sent, "\n"))
		}
	}
}

func TestFolderIsDeletedIfNothingInItIsActive(t *testing.T) {
	t.Parallel()
	const status = "?_fields=plugin%2Cstatus"
	tap, site := sitetest.NewTap(t, ok(many), idle("one"), idle("two"), gone("idle/one"))
	if err := plugins.New(site).DeleteFolder(t.Context(), "idle"); err != nil {
		t.Error(err)
	}
	tap.Sent("GET "+root, "GET "+root+"/idle/one"+status, "GET "+root+"/idle/two"+status, "DELETE "+root+"/idle/one")
	for folder, is := range map[string]error{"pair": plugins.ErrActive, "none": cms.ErrNotFound} {
		tap, site := sitetest.NewTap(t, ok(many))
		if err := plugins.New(site).DeleteFolder(t.Context(), folder); !errors.Is(err, is) {
			t.Errorf("DeleteFolder of %s: error %v, want %v", folder, err, is)
		}
		tap.Sent("GET " + root)
	}
	tap, site = sitetest.NewTap(t)
	tap.Refused(plugins.New(site).DeleteFolder(t.Context(), "idle/one"), "folder")
}

func TestInvalidNamesOfPluginsAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "akismet/akismet.php", "a/b/c", "/a", "a/", "..", "a//b"} {
		tap, site := sitetest.NewTap(t)
		all, ctx := plugins.New(site), t.Context()
		_, get := all.Get(ctx, name)
		_, on := all.Activate(ctx, name)
		_, off := all.Deactivate(ctx, name)
		_, del := all.Delete(ctx, name)
		for _, err := range []error{get, on, off, del, all.DeleteFolder(ctx, name)} {
			tap.Refused(err, "plugin")
		}
	}
	for _, slug := range []string{"", "a/b", "http://x", "a.zip"} {
		tap, site := sitetest.NewTap(t)
		_, err := plugins.New(site).Install(t.Context(), slug)
		tap.Refused(err, "slug")
	}
}
