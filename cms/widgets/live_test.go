package widgets_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// lab returns a site with the sidebars of testdata/sidebars.php. It skips the test on a
// site without a folder. The sidebars are empty after the test.
func lab(t *testing.T) *cms.Client {
	t.Helper()
	site, folder := sitetest.Live(t), os.Getenv("FONTCMS_LAB")
	if folder == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	source, err := os.ReadFile("testdata/sidebars.php")
	if err != nil {
		t.Fatal(err)
	}
	plugin := filepath.Join(folder, "wp/wp-content/mu-plugins/sidebars.php")
	if err := os.MkdirAll(filepath.Dir(plugin), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plugin, source, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		all := widgets.New(site)
		list, _ := all.List(context.Background(), nil)
		for _, w := range list {
			if strings.HasPrefix(w.ID, "text-") {
				_, _ = all.Delete(context.Background(), w.ID)
			}
		}
		for _, side := range []string{"lab-left", "lab-right"} {
			_, _ = all.Sidebars.Edit(context.Background(), side, become())
		}
		_ = os.Remove(plugin)
	})
	return site
}

type settings struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

func of(text string) *widgets.Params {
	return &widgets.Params{IDBase: new("text"), Sidebar: new("lab-left"),
		Instance: &widgets.InstanceParams{Raw: settings{"T", text}}}
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveWidgetsAreCreatedMovedAndDeleted(t *testing.T) {
	all, ctx := widgets.New(lab(t)), t.Context()
	w, err := all.Create(ctx, of("one"))
	if err != nil {
		t.Fatal(err)
	}
	read := readWidget(t, all, w.ID)
	if read.Sidebar != "lab-left" || !strings.Contains(read.Rendered, "one") {
		t.Errorf("Get after Create: sidebar %q, HTML %q, want lab-left and the text", read.Sidebar, read.Rendered)
	}
	_, err = all.Update(ctx, w.ID, &widgets.Params{Sidebar: new("nowhere")})
	if !errors.Is(err, widgets.CodeSidebarNotFound) {
		t.Errorf("Update with an unknown sidebar: error %v, want %s", err, widgets.CodeSidebarNotFound)
	}
	if got := readWidget(t, all, w.ID).Sidebar; got != "lab-left" {
		t.Errorf("sidebar after a refused Update: %q, want lab-left", got)
	}
	for _, method := range []string{"POST", "PUT", "PATCH"} {
		_, err := all.Update(ctx, w.ID, &widgets.Params{Sidebar: new("lab-right"),
			Instance: &widgets.InstanceParams{Raw: settings{"", method}}}, cms.UpdateMethod(method))
		if err != nil {
			t.Fatal(err)
		}
		var now settings
		read := readWidget(t, all, w.ID)
		raw, _ := json.Marshal(read.Instance.Raw)
		if err := json.Unmarshal(raw, &now); err != nil {
			t.Fatal(err)
		}
		if now.Text != method || read.Sidebar != "lab-right" {
			t.Errorf("widget after an update by %s: %s in %q, want the text %s in lab-right", method, raw, read.Sidebar, method)
		}
	}
	number := strings.TrimPrefix(w.ID, "text-")
	form := &widgets.Params{FormData: new("widget-text[" + number + "][text]=form")}
	if _, err := all.Update(ctx, w.ID, form); err != nil {
		t.Fatal(err)
	}
	if got := string(readWidget(t, all, w.ID).Instance.Raw["text"]); got != `"form"` {
		t.Errorf("text after an update by form: %s, want \"form\"", got)
	}
	if w, err := all.Deactivate(ctx, w.ID); err != nil || w.Sidebar != widgets.Inactive {
		t.Errorf("Deactivate: %+v, error %v, want an inactive widget", w, err)
	}
	if _, err := all.Deactivate(ctx, w.ID); err != nil {
		t.Errorf("Deactivate of an inactive widget: error %v, want none", err)
	}
	if d, err := all.Delete(ctx, w.ID); err != nil || !d.Deleted {
		t.Errorf("Delete: %+v, error %v, want a deleted widget", d, err)
	}
	for name, err := range map[string]error{
		"Get":        second(all.Get(ctx, w.ID)),
		"Update":     second(all.Update(ctx, w.ID, &widgets.Params{})),
		"Deactivate": second(all.Deactivate(ctx, w.ID)),
		"Delete":     second(all.Delete(ctx, w.ID)),
	} {
		if !errors.Is(err, widgets.CodeNotFound) || !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%s of a deleted widget: error %v, want ErrNotFound with %s", name, err, widgets.CodeNotFound)
		}
	}
}

func second(_ any, err error) error { return err }

func readWidget(t *testing.T, all *widgets.Widgets, id string) *widgets.Widget {
	t.Helper()
	w, err := all.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if w.Extra != nil {
		t.Errorf("widget %s: unknown fields %v, want none", id, w.Extra)
	}
	return w
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveCreateWithAnIDAndItsErrors(t *testing.T) {
	all, ctx := widgets.New(lab(t)), t.Context()
	own := of("own")
	own.ID = new("text-77")
	switch w, err := all.Create(ctx, own); {
	case err != nil:
		t.Errorf("Create with an id: error %v, want none", err)
	case w.ID != "text-77" || w.Sidebar != "lab-left":
		t.Errorf("Create with an id: %+v, want text-77 in lab-left", w)
	}
	if _, err := all.Create(ctx, own); !errors.Is(err, widgets.ErrTaken) {
		t.Errorf("Create with a taken id: error %v, want ErrTaken", err)
	}
	byForm := &widgets.Params{ID: new("text-78"), IDBase: new("text"), FormData: new("widget-text[78][text]=f")}
	if _, err := all.Create(ctx, byForm); err != nil {
		t.Errorf("Create by form: error %v, want none", err)
	}
	encoded, err := all.Types.Encode(ctx, "text", nil, "widget-text[1][text]=encoded")
	if err != nil {
		t.Fatal(err)
	}
	w, err := all.Create(ctx, &widgets.Params{IDBase: new("text"), Instance: encoded.Instance.Params()})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(readWidget(t, all, w.ID).Instance.Raw["text"]); got != `"encoded"` {
		t.Errorf("text of a widget made from an encoded form: %s, want \"encoded\"", got)
	}
	page, err := all.Types.Render(ctx, "text", encoded.Instance.Params())
	if err != nil || !strings.Contains(page, "encoded") {
		t.Errorf("Render: %d bytes, error %v, want a page with the text", len(page), err)
	}
	for name, c := range map[string]struct {
		code cms.ErrorCode
		err  error
	}{
		"an unknown type": {widgets.CodeInvalid, second(all.Create(ctx, &widgets.Params{IDBase: new("nope"),
			Instance: text()}))},
		"a wrong hash": {widgets.CodeInvalid, second(all.Create(ctx, &widgets.Params{IDBase: new("text"),
			Instance: &widgets.InstanceParams{Encoded: new("Tjs="), Hash: new("x")}}))},
		"an unknown type, encoded":  {widgets.CodeTypeNotFound, second(all.Types.Encode(ctx, "nope", nil, ""))},
		"an unknown type, rendered": {widgets.CodeTypeNotFound, second(all.Types.Render(ctx, "nope", nil))},
		"an unknown type, read":     {widgets.CodeTypeNotFound, second(all.Types.Get(ctx, "nope"))},
		"an old type, encoded":      {widgets.CodeInvalid, second(all.Types.Encode(ctx, "lab-old", nil, "x"))},
	} {
		if !errors.Is(c.err, c.code) {
			t.Errorf("%s: error %v, want %s", name, c.err, c.code)
		}
	}
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveSidebarsAreEdited(t *testing.T) {
	all, ctx := widgets.New(lab(t)), t.Context()
	var ids []string
	for _, text := range []string{"a", "b", "c"} {
		w, err := all.Create(ctx, of(text))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, w.ID)
	}
	for _, method := range []string{"POST", "PUT", "PATCH"} {
		after, err := all.Sidebars.Edit(ctx, "lab-left", func(now []string) ([]string, error) {
			slices.Reverse(now)
			return now, nil
		}, cms.UpdateMethod(method))
		slices.Reverse(ids)
		if err != nil || !slices.Equal(after.Widgets, ids) {
			t.Errorf("Edit that reverses a sidebar by %s: %+v, error %v, want %q", method, after, err, ids)
		}
	}
	if _, err := all.Sidebars.Edit(ctx, "lab-right", become(ids[0], "lab-old")); err != nil {
		t.Fatal(err)
	}
	left, err := all.Sidebars.Get(ctx, "lab-left", cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(left.Widgets, ids[1:]) || left.Extra != nil {
		t.Errorf("sidebar that lost a widget: %+v, want %q and no unknown fields", left, ids[1:])
	}
	if _, err := all.Sidebars.Edit(ctx, "lab-left", become(ids[1], "text-999")); !errors.Is(err, widgets.CodeNotFound) {
		t.Errorf("Edit with an unknown widget: error %v, want %s", err, widgets.CodeNotFound)
	}
	if _, err := all.Sidebars.Edit(ctx, "lab-left", become(ids[1])); err != nil {
		t.Fatal(err)
	}
	if got := readWidget(t, all, ids[2]).Sidebar; got != widgets.Inactive {
		t.Errorf("widget that Edit left out: in %q, want %q", got, widgets.Inactive)
	}
	if w := readWidget(t, all, "lab-old"); w.Instance != nil || w.Sidebar != "lab-right" {
		t.Errorf("widget of an old type: %+v, want no instance, in lab-right", w)
	}
	inside, err := all.List(ctx, &widgets.ListOptions{Sidebar: "lab-left", Context: cms.ContextEmbed})
	if err != nil || len(inside) != 1 {
		t.Fatalf("List of lab-left: %+v, error %v, want one widget", inside, err)
	}
	if inside[0].ID != ids[1] {
		t.Errorf("List of lab-left: the widget %s, want %s", inside[0].ID, ids[1])
	}
	if _, err := all.Sidebars.Get(ctx, "nowhere"); !errors.Is(err, widgets.CodeSidebarNotFound) {
		t.Errorf("Get of an unknown sidebar: error %v, want %s", err, widgets.CodeSidebarNotFound)
	}
	sidebars, err := all.Sidebars.List(ctx, nil)
	if err != nil || len(sidebars) < 3 {
		t.Errorf("List of sidebars: %d, error %v, want three or more", len(sidebars), err)
	}
	types, err := all.Types.List(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range types {
		if one.Extra != nil {
			t.Errorf("type %s: unknown fields %v, want none", one.ID, one.Extra)
		}
	}
	if one, err := all.Types.Get(ctx, "lab-old"); err != nil || one.IsMulti {
		t.Errorf("Get of an old type: %+v, error %v, want a type of one widget", one, err)
	}
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveRightsOfWidgets(t *testing.T) {
	lab(t)
	at := func(do func(ctx context.Context, all *widgets.Widgets) error) func(context.Context, *cms.Client, string) error {
		return func(ctx context.Context, s *cms.Client, _ string) error { return do(ctx, widgets.New(s)) }
	}
	made, err := widgets.New(sitetest.Live(t)).Create(t.Context(),
		&widgets.Params{IDBase: new("text"), Instance: text()})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "get", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Get(ctx, made.ID))
		})},
		{Name: "update", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Update(ctx, made.ID, &widgets.Params{Instance: text()}))
		})},
		{Name: "deactivate", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Deactivate(ctx, made.ID))
		})},
		{Name: "delete", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			own, err := all.Create(ctx, &widgets.Params{IDBase: new("text"), Instance: text()})
			if err != nil { // a lower role tries the widget of the administrator
				return second(all.Delete(ctx, made.ID))
			}
			return second(all.Delete(ctx, own.ID))
		})},
		{Name: "get a sidebar", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Sidebars.Get(ctx, "wp_inactive_widgets"))
		})},
		{Name: "get a type", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Types.Get(ctx, "text"))
		})},
		{Name: "list", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.List(ctx, nil))
		})},
		{Name: "sidebars", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Sidebars.List(ctx, nil))
		})},
		{Name: "types", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Types.List(ctx, nil))
		})},
		{Name: "create", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Create(ctx, &widgets.Params{IDBase: new("text"), Instance: text()}))
		})},
		{Name: "render", Least: "admin", Do: at(func(ctx context.Context, all *widgets.Widgets) error {
			return second(all.Types.Render(ctx, "text", nil))
		})},
	}))
}
