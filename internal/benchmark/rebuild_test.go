package benchmark_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkRebuild builds one-line programs in turns, each time after a change. The
// figure of each is the CPU time of the go command, the compiler and the linker.
func BenchmarkRebuild(b *testing.B) {
	module := "github.com/fontcms/fontcms-go/"
	programs := []struct{ name, path, line string }{
		{"net/http", "net/http", `http.Get("https://docs.example.org")`},
		{"fonts", module + "fonts", `fonts.New("https://docs.example.org")`},
		{"cms", module + "cms", `cms.New("https://docs.example.org")`},
	}
	took := make([]time.Duration, len(programs))
	for i := -1; i < b.N; i++ { // the first turn compiles what is imported
		for j, p := range programs {
			source := fmt.Sprintf("package main\n\nimport (\n\t\"fmt\"\n\n\t%q\n)\n\n"+
				"func main() {\n\tfmt.Println(%s)\n\tfmt.Println(%d)\n}\n", p.path, p.line, time.Now().UnixNano())
			if cpu := rebuild(b, source); i >= 0 {
				took[j] += cpu
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for j, p := range programs {
		b.ReportMetric(took[j].Seconds()/float64(b.N), p.name+"-s")
	}
}

// rebuild builds source in place of the program in testdata/importer.
func rebuild(b *testing.B, source string) time.Duration {
	b.Helper()
	folder := b.TempDir()
	file, err := filepath.Abs("testdata/importer/main.go")
	if err != nil {
		b.Fatal(err)
	}
	changed := filepath.Join(folder, "main.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string][]byte{"main.go": []byte(source), "overlay.json": overlay} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	command := exec.CommandContext(b.Context(), "go", "build", "-o", filepath.Join(folder, "program"),
		"-overlay", filepath.Join(folder, "overlay.json"), "./testdata/importer")
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("go build: error %v, want none: %s", err, strings.TrimSpace(string(out)))
	}
	return command.ProcessState.UserTime() + command.ProcessState.SystemTime()
}
