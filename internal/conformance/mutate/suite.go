package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// apply is the file with the mistake in it.
func (m mutation) apply() ([]byte, error) {
	source, err := os.ReadFile(filepath.Join("cms/cmstest", m.file))
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(source, []byte(m.old)); n != 1 {
		return nil, fmt.Errorf("%q does not apply: the text stands %d times in %s", m.name, n, m.file)
	}
	return bytes.Replace(source, []byte(m.old), []byte(m.new), 1), nil
}

// suite is the compiled scenarios.
type suite struct{ binary string }

func compileSuite(folder string) (*suite, error) {
	s := &suite{filepath.Join(folder, "suite")}
	out, err := exec.Command("go", "test", "-c", "-vet=off", "-o", s.binary, "./internal/conformance").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("the suite does not compile: %w\n%s", err, out)
	}
	return s, nil
}

// try runs the scenarios of some collections, or all, against cmstest with a mistake in it, or as it is.
func (s *suite) try(folder string, m *mutation, collections string) (outcome, error) {
	server, err := compileServer(folder, m)
	if err != nil {
		return nil, err
	}
	pattern := "^TestMemory$"
	if collections != "" {
		pattern += "/^(" + collections + ")$"
	}
	cmd := exec.Command(s.binary, "-test.run="+pattern, "-test.v", "-test.timeout=2m")
	cmd.Dir = "internal/conformance"
	cmd.Env = append(os.Environ(), "FONTCMS_MUTANT="+server)
	out, _ := cmd.CombinedOutput() // it ends with an error when a scenario fails
	results := outcome{}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		for prefix, result := range map[string]string{"=== RUN": "fail", "--- PASS:": "pass", "--- FAIL:": "fail", "--- SKIP:": "skip"} {
			rest, found := strings.CutPrefix(line, prefix)
			name, isScenario := strings.CutPrefix(strings.TrimSpace(rest), "TestMemory/")
			if !found || !isScenario {
				continue
			}
			if i := strings.LastIndex(name, " ("); i > 0 {
				name = name[:i]
			}
			if strings.Count(name, "/") >= 3 {
				results[name] = result // a scenario that does not come to its end keeps "fail"
			}
		}
	}
	if len(results) == 0 { // the server did not even fill the site
		if m == nil {
			return nil, fmt.Errorf("no scenario ran:\n%s", out)
		}
		results["(the site cannot be filled)"] = "fail"
	}
	return results, nil
}

// compileServer compiles the program mutant with a mistake in cmstest. It is not optimised, which would take longer.
func compileServer(folder string, m *mutation) (string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	server := filepath.Join(folder, "mutant")
	args := []string{"build", "-gcflags=github.com/fontcms/fontcms-go/...=-N -l", "-ldflags=-s -w", "-o", server}
	if m != nil {
		overlay, err := m.overlay(folder)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay="+overlay)
	}
	if out, err := exec.Command("go", append(args, "./internal/conformance/mutate/mutant")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s", bytes.TrimSpace(out))
	}
	return server, nil
}

// overlay writes what tells the compiler to read the changed file in place of the real one.
func (m *mutation) overlay(folder string) (string, error) {
	changed, err := m.apply()
	if err != nil {
		return "", err
	}
	source, err := filepath.Abs(filepath.Join("cms/cmstest", m.file))
	if err != nil {
		return "", err
	}
	file, overlay := filepath.Join(folder, m.file), filepath.Join(folder, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{source: file}})
	if err != nil {
		return "", err
	}
	for name, content := range map[string][]byte{file: changed, overlay: replace} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return "", err
		}
	}
	return overlay, nil
}
