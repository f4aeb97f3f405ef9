package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// exchange is a request to the plugin bazaar.php and what a real site answered.
type exchange struct {
	Request, Body string
	Status        int
	Response      json.RawMessage
}

// runs vets and runs a program with generated code, in a module of its own.
func runs(t *testing.T, program, generated []byte, env ...string) {
	t.Helper()
	built(t, map[string][]byte{"main.go": program, "shop/shop.go": generated})(env...)
}

// built vets and builds a program in a module of its own. The function that it returns runs the program and returns
// what it prints.
func built(t *testing.T, files map[string][]byte) func(env ...string) string {
	t.Helper()
	folder := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	module := strings.Replace(string(read(filepath.Join(root, "go.mod"))), "module github.com/fontcms/fontcms-go\n",
		"module museum\n", 1) +
		"\nrequire github.com/fontcms/fontcms-go v0.0.0\n\nreplace github.com/fontcms/fontcms-go => " + root + "\n"
	all := map[string][]byte{"go.mod": []byte(module), "go.sum": read(filepath.Join(root, "go.sum"))}
	maps.Copy(all, files)
	for name, data := range all {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(env []string, name string, args ...string) string {
		command := exec.CommandContext(t.Context(), name, args...)
		command.Dir = folder
		command.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath"), env...)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: error %v, want nil\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run(nil, "go", "vet", "./...")
	run(nil, "go", "build", "-o", "program", ".")
	return func(env ...string) string { return run(env, filepath.Join(folder, "program")) }
}

// TestShapesOfAPluginAreReadAndWritten runs the program of testdata/bazaar with what a real site answered.
func TestShapesOfAPluginAreReadAndWritten(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/bazaar/exchanges.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []exchange
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	generated, err := os.ReadFile("testdata/bazaar.golden")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		sent := [2]string{r.Method + " " + r.URL.RequestURI(), string(body)}
		if len(all) == 0 || sent != [2]string{all[0].Request, all[0].Body} {
			t.Errorf("The program sent %s with the body %s, want the next recorded request", sent[0], sent[1])
			w.WriteHeader(http.StatusTeapot)
			return
		}
		next := all[0]
		all = all[1:]
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(next.Status)
		if next.Status != http.StatusNoContent {
			_, _ = w.Write(next.Response)
		}
	}))
	defer site.Close()
	program, err := os.ReadFile("testdata/bazaar/main.go")
	if err != nil {
		t.Fatal(err)
	}
	runs(t, program, generated, "FONTCMS_SITE="+site.URL, "FONTCMS_PREFIX=wp", "FONTCMS_USER=admin",
		"FONTCMS_APP_PASSWORD=secret")
	if len(all) > 0 {
		t.Errorf("The program left out %d recorded requests, the first %s, want all sent", len(all), all[0].Request)
	}
}

// TestLiveShapesOfAPluginAreReadAndWritten generates code for the plugin on a real site, and runs the program there.
// With
// -update it records the description, and what the site answers.
func TestLiveShapesOfAPluginAreReadAndWritten(t *testing.T) {
	t.Parallel()
	address := plugged(t)
	source, err := os.ReadFile("testdata/bazaar.php")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeFile(filepath.Join(os.Getenv("FONTCMS_LAB"), "wp/wp-content/mu-plugins/bazaar.php"),
		source); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	out, save := filepath.Join(folder, "shop.go"), filepath.Join(folder, "bazaar.json")
	asked(t, address, "-namespace", "bazaar/v1", "-sample", "100", "-package", "bazaar", "-out", out, "-save", save)
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var all []exchange
	proxy := httputil.NewSingleHostReverseProxy(target)
	recorder := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body, r.Host = io.NopCloser(bytes.NewReader(body)), target.Host
		r.Header.Del("Accept-Encoding")
		kept := httptest.NewRecorder()
		proxy.ServeHTTP(kept, r)
		mu.Lock()
		all = append(all, exchange{r.Method + " " + r.URL.RequestURI(), string(body), kept.Code, kept.Body.Bytes()})
		mu.Unlock()
		for name, values := range kept.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(kept.Code)
		_, _ = w.Write(kept.Body.Bytes())
	}))
	defer recorder.Close()
	generated, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("testdata/bazaar/main.go")
	if err != nil {
		t.Fatal(err)
	}
	runs(t, program, generated, "FONTCMS_SITE="+recorder.URL)
	if !*update {
		return
	}
	for i := range all {
		if len(all[i].Response) == 0 {
			all[i].Response = json.RawMessage("null")
		}
	}
	saved, err := indented(all)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/bazaar/exchanges.json", saved, 0o600); err != nil {
		t.Fatal(err)
	}
	description, err := os.ReadFile(save)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/bazaar.json", description, 0o600); err != nil {
		t.Fatal(err)
	}
}
