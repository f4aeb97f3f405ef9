package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

var (
	madeUpPlugins = flag.String("plugins", "testdata/plugins", "the `folder` of the made-up plugins")
	kept          = flag.String("keep", "", "a `folder` for the code of made-up plugins and the messages")
)

// plugin is a made-up plugin: its routes below made/v1, and its responses by method and path.
type plugin struct {
	Routes    json.RawMessage
	Responses map[string]json.RawMessage
	// Later has responses that differ from those of the samples.
	Later map[string]json.RawMessage
	// Values are the arguments of calls, as Go, by the name of the parameter or of the type.
	Values map[string]string
	// With are values of the flag -with.
	With []string
}

// pluginSite serves several plugins, each under its name.
type pluginSite struct {
	*httptest.Server
	all   map[string]*plugin
	mu    sync.Mutex
	later bool
}

func newPluginSite(t *testing.T, all map[string]*plugin) *pluginSite {
	t.Helper()
	s := &pluginSite{all: all}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *pluginSite) serve(w http.ResponseWriter, r *http.Request) {
	name, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	one := s.all[name]
	path = strings.TrimPrefix(path, "wp-json/")
	w.Header().Set("Content-Type", "application/json")
	switch {
	case one == nil || path == "":
		if one != nil && strings.Contains(r.URL.Path, "wp-json") {
			fmt.Fprintf(w, `{"home": "http://%s", "url": "http://%[1]s", "namespaces": ["made/v1"]}`, r.Host)
		}
	case path == "made/v1":
		fmt.Fprintf(w, `{"routes": %s}`, one.Routes)
	case r.Method == http.MethodOptions:
		fmt.Fprint(w, "{}")
	default:
		s.respond(w, r, one, strings.TrimPrefix(path, "made/v1/"))
	}
}

func (s *pluginSite) respond(w http.ResponseWriter, r *http.Request, one *plugin, path string) {
	s.mu.Lock()
	later := s.later
	s.mu.Unlock()
	var answer json.RawMessage
	keys := []string{r.Method + " " + path + "?" + r.URL.RawQuery, r.Method + " " + path}
	for _, key := range keys {
		if later && answer == nil {
			answer = one.Later[key]
		}
	}
	for _, key := range keys {
		if answer == nil {
			answer = one.Responses[key]
		}
	}
	var page string
	var status int
	switch {
	case answer == nil:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"code": "made_missing", "message": "No", "data": {"status": 404}}`)
	case json.Unmarshal(answer, &page) == nil && strings.HasPrefix(page, "<"):
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page)
	case json.Unmarshal(answer, &status) == nil && status >= 400 && status < 600:
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"code": "made_refused", "message": "No", "data": {"status": %d}}`, status)
	default:
		_, _ = w.Write(answer)
	}
}

// TestMadeUpPluginsLoseNothing generates code for the plugins of testdata/plugins, and compares what each call
// returns with what the site sent. The code is run twice: with the responses of the samples, and with later ones.
// The flag -plugins names a folder with other plugins.
func TestMadeUpPluginsLoseNothing(t *testing.T) {
	t.Parallel()
	folder := *madeUpPlugins
	files, err := filepath.Glob(folder + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("plugins: %q, %v; want some", files, err)
	}
	all := map[string]*plugin{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		one := &plugin{}
		if err := json.Unmarshal(data, one); err != nil {
			t.Fatalf("decoding %s: %v, want no error", file, err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".json")] = one
	}
	operations, asJSON := readBack(t, all)
	t.Logf("operations that return JSON: %v of %v", asJSON, operations)
	for method, n := range asJSON {
		if 4*n > operations[method] {
			t.Errorf("operations with %s that return JSON: %d of %d, want at most a quarter", method, n, operations[method])
		}
	}
}

// readBack generates code for plugins and runs it, with the responses of the samples and with later ones. The test
// fails for each call that fails or that loses a value. readBack returns the number of operations by method, all of
// them and the ones that return JSON.
func readBack(t *testing.T, all map[string]*plugin) (operations, asJSON map[string]int) {
	t.Helper()
	site := newPluginSite(t, all)
	program := map[string][]byte{}
	imports, body := "", ""
	operations, asJSON = map[string]int{}, map[string]int{}
	for _, name := range sortedKeys(all) {
		args := []string{"-site", site.URL + "/" + name, "-prefix", "wp", "-namespace", "made/v1", "-package", name,
			"-sample", "20"}
		for _, with := range all[name].With {
			args = append(args, "-with", with)
		}
		status, source, messages := ran(t, args...)
		if status != 0 && status != statusPartly {
			t.Fatalf("cmsgen of %s: status %d, %s; want 0", name, status, messages)
		}
		if *kept != "" {
			_ = os.WriteFile(filepath.Join(*kept, name+".go"), []byte(source), 0o600)
			_ = os.WriteFile(filepath.Join(*kept, name+".txt"), []byte(messages), 0o600)
		}
		program[name+"/"+name+".go"] = []byte(source)
		calls, skipped := callsOf(t, name, source, all[name].Values, false)
		if len(skipped) > 0 {
			t.Errorf("calls of %s that the test cannot make: %q, want values for their arguments", name, skipped)
		}
		imports += fmt.Sprintf("\t%q\n", "museum/"+name)
		body += fmt.Sprintf("\t{\n\t\tr := newReader(%q)\n%s\t}\n", name, calls)
		for key, kind := range offers(t, []byte(source)) {
			method, _, _ := strings.Cut(key, " ")
			if operations[method]++; kind == 1 {
				asJSON[method]++
			}
		}
	}
	command := comparing(t, program, imports, body)
	for _, later := range []bool{false, true} {
		site.mu.Lock()
		site.later = later
		site.mu.Unlock()
		out := command("FONTCMS_SITE=" + site.URL)
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "call ") {
				t.Errorf("calls with later responses %v: %s; want no such line", later, strings.TrimSpace(line))
			}
		}
		t.Logf("later responses %v: %d calls", later, strings.Count(out, "call "))
	}
	return operations, asJSON
}

// comparing builds a program that makes the calls in body, and prints where their results differ from the responses.
// files are its other packages.
func comparing(t *testing.T, files map[string][]byte, imports, body string) func(env ...string) string {
	t.Helper()
	files["calls.go"] = []byte("package main\n\nimport (\n\t\"context\"\n\t\"encoding/json\"\n\n" +
		"\t\"github.com/fontcms/fontcms-go/cms\"\n\n" + imports + ")\n\nvar _ = json.Valid\n\n" +
		"func pointer[T any](v T) *T { return &v }\n\nvar _ = cms.Line\n\n" +
		"func calls(ctx context.Context) {\n" + body + "}\n")
	main, err := os.ReadFile("testdata/roundtrip/main.go")
	if err != nil {
		t.Fatal(err)
	}
	files["main.go"] = main
	return built(t, files)
}

// callsOf returns Go code that calls each method of generated code, and the methods for which a value is missing.
// With onlyReads it calls no method that writes.
func callsOf(
	t *testing.T, name, source string, values map[string]string, onlyReads bool,
) (code string, skipped []string) {
	t.Helper()
	loaded, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "generated.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: imported(loaded)}
	pkg, err := config.Check(name, set, []*ast.File{file}, nil)
	if err != nil {
		t.Fatalf("type check of the code for %s: %v, want no error\n%s", name, err, source)
	}
	w := &caller{pkg: pkg, name: name, values: values, source: source, onlyReads: onlyReads}
	for _, one := range pkg.Scope().Names() {
		if f, ok := pkg.Scope().Lookup(one).(*types.Func); ok && strings.HasPrefix(one, "New") {
			w.constructor(f)
		}
	}
	return w.code.String(), w.skipped
}

type caller struct {
	pkg          *types.Package
	name, source string
	values       map[string]string
	code         strings.Builder
	skipped      []string
	onlyReads    bool
}

// writes reports that a method sends another request than a GET.
func (w *caller) writes(of, method string) bool {
	_, code, _ := strings.Cut(w.source, "\nfunc (s *"+of+") "+method+"(")
	code, _, _ = strings.Cut(code, "\n}\n")
	return !strings.Contains(code, "http.MethodGet")
}

// arguments are values for the parameters of a function, from the one at first on.
func (w *caller) arguments(of string, signature *types.Signature, first int) (string, bool) {
	var all []string
	for i := first; i < signature.Params().Len(); i++ {
		p := signature.Params().At(i)
		if signature.Variadic() && i == signature.Params().Len()-1 {
			break
		}
		typ := types.Unalias(p.Type())
		if pointer, ok := typ.(*types.Pointer); ok {
			named, ok := types.Unalias(pointer.Elem()).(*types.Named)
			if !ok {
				return "", false
			}
			method, _, _ := types.LookupFieldOrMethod(typ, true, w.pkg, "Check")
			create, _, _ := types.LookupFieldOrMethod(typ, true, w.pkg, "CheckCreate")
			value, given := w.values[of]
			switch {
			case given:
				all = append(all, fmt.Sprintf("&%s.%s{%s}", w.name, named.Obj().Name(), value))
			case method != nil || create != nil:
				w.skipped = append(w.skipped, of+" "+named.Obj().Name())
				return "", false
			case named.Obj().Pkg() != w.pkg:
				all = append(all, "nil")
			default:
				all = append(all, fmt.Sprintf("&%s.%s{}", w.name, named.Obj().Name()))
			}
			continue
		}
		value, given := w.values[p.Name()]
		if basic, ok := typ.(*types.Basic); !given && ok && basic.Info()&types.IsInteger != 0 {
			value, given = "1", true
		}
		if !given {
			w.skipped = append(w.skipped, of+" "+p.Name())
			return "", false
		}
		all = append(all, value)
	}
	return strings.Join(all, ", "), true
}

func (w *caller) constructor(f *types.Func) {
	signature := f.Type().(*types.Signature)
	pointer, ok := types.Unalias(signature.Results().At(0).Type()).(*types.Pointer)
	if !ok {
		return
	}
	named := types.Unalias(pointer.Elem()).(*types.Named)
	args, ok := w.arguments(f.Name(), signature, 1)
	if !ok {
		return
	}
	if args != "" {
		args = ", " + args
	}
	service := fmt.Sprintf("%s.%s(r.site%s)", w.name, f.Name(), args)
	if named.Obj().Pkg() != w.pkg {
		w.ofSDK(f.Name(), service, named)
		return
	}
	for i := range named.NumMethods() {
		m := named.Method(i)
		if !m.Exported() || w.onlyReads && w.writes(named.Obj().Name(), m.Name()) {
			continue
		}
		args, ok := w.arguments(named.Obj().Name()+"."+m.Name(), m.Type().(*types.Signature), 1)
		if !ok {
			continue
		}
		if args != "" {
			args = ", " + args
		}
		fmt.Fprintf(&w.code, "\t\t{\n\t\t\tv, err := %s.%s(ctx%s)\n\t\t\tr.check(%q, v, err)\n\t\t}\n", service,
			m.Name(), args, named.Obj().Name()+"."+m.Name())
	}
}

func (w *caller) ofSDK(name, service string, named *types.Named) {
	switch named.Obj().Name() {
	case "Collection", "Content":
		fmt.Fprintf(&w.code, "\t\t{\n\t\t\tc := %s\n\t\t\tpage, err := c.List(ctx, nil)\n\t\t\tif err != nil {\n"+
			"\t\t\t\tr.check(%q, nil, err)\n\t\t\t} else {\n\t\t\t\tr.check(%[2]q, page.Items, nil)\n"+
			"\t\t\t\tfor i := range page.Items {\n\t\t\t\t\tv, err := c.Get(ctx, int64(page.Items[i].ID))\n"+
			"\t\t\t\t\tr.check(%[3]q, v, err)\n\t\t\t\t}\n\t\t\t}\n\t\t}\n", service, name+".List", name+".Get")
	case "Catalog":
		key := regexp.MustCompile(`func ` + name + `\(.*\n\treturn .*, "([\w-]+)"\)`).FindStringSubmatch(w.source)
		if key == nil {
			w.skipped = append(w.skipped, name)
			return
		}
		fmt.Fprintf(&w.code, "\t\t{\n\t\t\tc := %s\n\t\t\tall, err := c.List(ctx, nil)\n"+
			"\t\t\tr.check(%q, keyed(r, all, %q), err)\n"+
			"\t\t\tfor _, name := range names(all, %[3]q) {\n\t\t\t\tv, err := c.Get(ctx, name)\n"+
			"\t\t\t\tr.check(%q, v, err)\n\t\t\t}\n\t\t}\n",
			service, name+".List", key[1], name+".Get")
	case "Document":
		fmt.Fprintf(&w.code, "\t\t{\n\t\t\tv, err := %s.Get(ctx)\n\t\t\tr.check(%q, v, err)\n\t\t}\n", service, name+".Get")
	}
}
