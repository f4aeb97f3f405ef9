package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var liveNamespaces = flag.String("namespaces", "bazaar/v1,catalogue/v1,wp/v2,wp-block-editor/v1,wp-site-health/v1",
	"the `namespaces` that TestLiveReadsLoseNothing generates code for")

// TestLiveReadsLoseNothing generates code for all routes of a real site, makes each call that only reads, and
// compares what it returns with what the site sent. The site may refuse calls with a guessed id, but no Get of a
// collection or catalog for a record of its list.
func TestLiveReadsLoseNothing(t *testing.T) {
	t.Parallel()
	address := plugged(t)
	seedSpecimens(t)
	source, err := os.ReadFile("testdata/bazaar.php")
	if err != nil {
		t.Fatal(err)
	}
	bazaar := filepath.Join(os.Getenv("FONTCMS_LAB"), "wp/wp-content/mu-plugins/bazaar.php")
	if err := writeFile(bazaar, source); err != nil {
		t.Fatal(err)
	}
	args := []string{"-site", address, "-user", os.Getenv("FONTCMS_USER"), "-prefix", os.Getenv("FONTCMS_PREFIX"),
		"-package", "live", "-sample", "20"}
	for namespace := range strings.SplitSeq(*liveNamespaces, ",") {
		args = append(args, "-namespace", namespace)
	}
	var out, messages bytes.Buffer
	status := run(t.Context(), args, environment{password: os.Getenv("FONTCMS_APP_PASSWORD"), out: &out,
		messages: &messages, now: time.Now})
	if status != 0 && status != statusPartly {
		t.Fatalf("cmsgen of a real site: status %d, %s; want 0", status, messages.String())
	}
	code := out.String()
	if *kept != "" {
		_ = os.WriteFile(filepath.Join(*kept, "live.go"), []byte(code), 0o600)
		_ = os.WriteFile(filepath.Join(*kept, "live.txt"), messages.Bytes(), 0o600)
	}
	operations, asJSON := map[string]int{}, map[string]int{}
	for key, kind := range offers(t, []byte(code)) {
		method, _, _ := strings.Cut(key, " ")
		if operations[method]++; kind == 1 {
			asJSON[method]++
		}
	}
	t.Logf("operations that return JSON: %v of %v", asJSON, operations)
	calls, skipped := callsOf(t, "live", code, map[string]string{"slug": `"hello"`, "name": `"core/archives"`,
		"groupID": `"main"`, "namespace": `"core"`}, true)
	t.Logf("calls without values for their arguments: %q", skipped)
	program := comparing(t, map[string][]byte{"live/live.go": []byte(code)}, "\t\"museum/live\"\n",
		"\t{\n\t\tr := newReader(\"live\")\n"+calls+"\t}\n")
	made, refused := 0, 0
	for line := range strings.Lines(program()) {
		switch line = strings.TrimSpace(line); {
		case strings.Contains(line, " is refused: ") && !strings.Contains(line, " live New") ||
			strings.Contains(line, ".List is refused: "):
			refused++
			t.Log(line)
		case strings.HasPrefix(line, "call "):
			made++
		default:
			t.Errorf("calls that read a real site: %s; want no such line", line)
		}
	}
	t.Logf("%d calls, of which the site refuses %d", made, refused)
}
