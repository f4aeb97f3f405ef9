package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rivals are two descriptions. The routes of the second sort before those of the first and
// have records with the same titles, or with titles that are names of other types.
func rivals() (old, more string) {
	route := func(pattern, title string) string {
		return `"` + pattern + `": {"endpoints": [{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page":
			{"type": "integer"}}}, {"methods": ["POST"], "args": {"` + title + `": {"type": "string"}}}],
			"schema": {"title": "` + title + `", "properties": {"id": {"type": "integer"}, "` + title + `": {"type": "string"},
			"kind": {"type": "string", "enum": ["a", "b"]}}}},
		"` + pattern + `/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}]}`
	}
	old = route("/shop/v1/all/things", "thing") + "," + route("/shop/v1/all/orders", "order")
	var rival []string
	for i, title := range []string{"thing", "order", "things", "new_things", "thing_params", "thing_list_options",
		"thing_kind", "thing_kind_a"} {
		rival = append(rival, route("/a/v1/"+strings.Repeat("x", i+1), title))
	}
	return `{"prefix": "wp", "routes": {` + old + `}}`,
		`{"prefix": "wp", "routes": {` + old + "," + strings.Join(rival, ",") + `}}`
}

func TestNewRoutesRenameNoTypes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	save, out := filepath.Join(folder, "saved.json"), filepath.Join(folder, "x.go")
	old, more := rivals()
	from := written(t, folder, "site.json", old)
	if status, _, messages := ran(t, "-from", from, "-save", save, "-package", "x", "-out", out); status != 0 {
		t.Fatalf("cmsgen -save of one route: status %d %s, want 0", status, messages)
	}
	// The other routes are there, and not wanted: nothing changes.
	grown := written(t, folder, "grown.json", more)
	status, said, messages := ran(t, "-from", grown, "-namespace", "shop/v1", "-save", save, "-package", "x",
		"-out", out, "-check")
	if status != 0 || said != "" {
		t.Errorf("cmsgen -check of a namespace that has more routes: status %d %s, output %s, want 0 and no change", status,
			messages, said)
	}
	// Now they are wanted: each line of the change is an addition.
	for _, source := range []string{grown, save} {
		status, said, messages = ran(t, "-from", source, "-save", save, "-package", "x", "-out", out)
		if status != 0 || source == grown && !strings.Contains(said, "+ X struct") {
			t.Errorf("cmsgen -save of %s: status %d %s, output %s, want 0 and an added X", filepath.Base(source), status,
				messages, said)
		}
		for line := range strings.Lines(said) {
			if source == save || !strings.HasPrefix(line, "+ ") {
				t.Errorf("cmsgen -save of %s: output %s, want only additions from grown.json", filepath.Base(source), line)
			}
		}
	}
	if err := typecheck(t, []byte(content(t, out))); err != nil {
		t.Error(err)
	}
	// Without the file the names are others, so the test has rivals.
	status, said, _ = ran(t, "-from", grown, "-package", "x", "-out", out, "-check")
	if status != statusChanged || !strings.Contains(said, "~ ") {
		t.Errorf("cmsgen -check without pinned names: status %d, output %s, want %d and a changed name", status, said,
			statusChanged)
	}
}

func TestGivenNameReplacesAPinnedOne(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	save := filepath.Join(folder, "saved.json")
	old, _ := rivals()
	from := written(t, folder, "site.json", old)
	for _, route := range []string{"shop/v1/all/things=Product", "shop/v1/all/things"} {
		status, said, messages := ran(t, "-from", from, "-route", route, "-save", save, "-package", "x")
		if status != 0 || !strings.Contains(said, "type Product struct {") {
			t.Errorf("cmsgen -route %s: status %d %s, output %s, want 0 and the type Product", route, status, messages, said)
		}
	}
}

func TestInvalidPinnedNamesAreIgnored(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	old, _ := rivals()
	names := `{"names": ["thing /shop/v1/all/things", "Order; /shop/v1/all/orders", "Gone /a/v1/gone", "", "x"], `
	from := written(t, folder, "site.json", names+old[1:])
	status, said, messages := ran(t, "-from", from, "-package", "x")
	if status != 0 || !strings.Contains(said, "type Thing struct {") {
		t.Errorf("cmsgen of invalid names: status %d %s, output %s, want 0 and the type Thing", status, messages, said)
	} else if !strings.Contains(said, "type Order struct {") {
		t.Errorf("cmsgen of invalid names: output %s, want the type Order", said)
	}
}

func TestSaveFileThatIsNoDescriptionIsKept(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	old, _ := rivals()
	from, save := written(t, folder, "site.json", old), written(t, folder, "own.json", "[]")
	status, _, messages := ran(t, "-from", from, "-save", save, "-package", "x")
	if status != statusFailed || !strings.Contains(messages, save) {
		t.Errorf("cmsgen -save to a file of another kind: status %d %s, want %d and the name of the file", status, messages,
			statusFailed)
	} else if content(t, save) != "[]" {
		t.Errorf("cmsgen -save changed a file of another kind to %s, want []", content(t, save))
	}
	if err := os.Remove(save); err != nil {
		t.Fatal(err)
	}
	if status, _, messages := ran(t, "-from", from, "-save", save, "-package", "x"); status != 0 {
		t.Errorf("cmsgen -save to a new file: status %d %s, want 0", status, messages)
	}
}

// TestFurtherTypeOfTheSiteIsNoChange has a plugin that registers a type: WordPress adds it
// to the values of arguments of other routes.
func TestFurtherTypeOfTheSiteIsNoChange(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "x.go")
	for i, values := range []string{`"post", "page"`, `"post", "page", "book"`} {
		member := `"subtype": {"type": "string", "enum": [` + values + `]},
			"only": {"type": "array", "items": {"type": "string", "enum": [` + values + `, "any"]}}`
		from := written(t, folder, "d.json", things(member, "", member))
		args := []string{"-from", from, "-package", "x", "-out", out}
		if i > 0 {
			args = append(args, "-check")
		}
		if status, said, messages := ran(t, args...); status != 0 || said != "" {
			t.Errorf("cmsgen of the types %s: status %d %s, output %s, want 0 and no change", values, status, messages, said)
		}
	}
}
