package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackageCommentNamesEveryConstructor reads the code of each stored description.
func TestPackageCommentNamesEveryConstructor(t *testing.T) {
	t.Parallel()
	for _, file := range describedFiles() {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source, err := madeOf(t, data)
			if err != nil {
				t.Fatal(err)
			}
			code, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range code.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "New") {
					continue
				}
				if !strings.Contains(code.Doc.Text(), "\t"+f.Name.Name+"(site") {
					t.Errorf("the package comment has no %s(site…), want every constructor:\n%s", f.Name.Name, code.Doc.Text())
				}
			}
		})
	}
}

// TestPackageCommentBeginsWithWritableRecords has a list that is only read, and things.
func TestPackageCommentBeginsWithWritableRecords(t *testing.T) {
	t.Parallel()
	const paged = `{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}}`
	schema := func(title string) string {
		return `"schema": {"title": "` + title + `", "type": "object", "properties": {"id": {"type": "integer"}}}`
	}
	source := made(t, `{"routes": {
		"/a/v1/logs": {"endpoints": [`+paged+`], `+schema("log")+`},
		"/a/v1/logs/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}], `+schema("log")+`},
		"/a/v1/boxes/(?P<box>\\w+)/things": {"endpoints": [`+paged+`, {"methods": ["POST"]}], `+schema("thing")+`},
		"/a/v1/boxes/(?P<box>\\w+)/things/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]},
			{"methods": ["DELETE"], "args": {"reason": {"type": "string", "required": true}}}], `+schema("thing")+`}
	}}`)
	_, list, _ := strings.Cut(source, "of all pages.\n")
	list, _, _ = strings.Cut(list, "package made")
	want := "//\n//\tNewThings(site, box)\n" +
		"//\t\ta/v1/boxes/{box}/things: Create, List, All, Get, and the function DeleteThing\n" +
		"//\tNewLogs(site)\n//\t\ta/v1/logs: List, All, Get\n"
	if list != want {
		t.Errorf("list of constructors in the package comment:\n%s; want\n%s", list, want)
	}
}

// TestPackageCommentKeepsTheConstructorsOfARouteTogether has the main records of a namespace, and a route whose
// deletion of all records has a type of its own.
func TestPackageCommentKeepsTheConstructorsOfARouteTogether(t *testing.T) {
	t.Parallel()
	const paged = `{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}}`
	route := func(list, title, more string) string {
		schema := `"schema": {"title": "` + title + `", "type": "object", "properties": {"id": {"type": "integer"}}}`
		return `"` + list + `": {"endpoints": [` + paged + `, {"methods": ["POST"]}` + more + `], ` + schema + `},
			"` + list + `/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}, {"methods": ["DELETE"]}, {"methods": ["PUT"]},
			{"methods": ["POST"], "args": {"copies": {"type": "integer"}}}], ` + schema + `}`
	}
	source := made(t, `{"routes": {`+route("/pods/v1/fields", "field", `, {"methods": ["DELETE"]}`)+`,
		`+route("/pods/v1/pods", "pod", "")+`}}`)
	_, list, _ := strings.Cut(source, "of all pages.\n")
	list, _, _ = strings.Cut(list, "package made")
	want := "//\n//\tNewPods(site)\n//\t\tpods/v1/pods: Create, List, All, Get, Update, Delete\n" +
		"//\tNewPodCalls(site)\n//\t\tpods/v1/pods: Update\n" +
		"//\tNewFields(site)\n//\t\tpods/v1/fields: Create, List, All, Get, Update, Delete\n" +
		"//\tNewFieldCalls(site)\n//\t\tpods/v1/fields: Update, DeleteAll\n"
	if list != want {
		t.Errorf("list of constructors in the package comment:\n%s; want\n%s", list, want)
	}
	for _, want := range []string{
		"DeleteAll deletes records of the list: DELETE pods/v1/fields. The route takes no",
		"Update sends a POST, which may do",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("comments of the code: lack %q, want it\n%s", want, source)
		}
	}
}
