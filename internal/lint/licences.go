package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// allowed reports whether programs with the MIT licence may link code with the given
// licence. MPL-2.0 is allowed, because it requires only that files under MPL-2.0 are
// published.
func allowed(licence string) bool {
	switch licence {
	case "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "Unlicense":
		return true
	}
	return false
}

// licenceFile matches the names of files that contain a licence. NOTICE files contain
// none.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense)([-._].*)?$`)

// linked has what go list prints about a package.
type linked struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// printLicences prints the modules that packages link on three operating systems, with
// their licences. It fails if a package has no licence, or a licence that is not allowed.
func printLicences(out io.Writer, patterns []string) error {
	found := map[string]map[string]bool{}
	var refused []error
	for _, system := range []string{"linux", "windows", "darwin"} {
		packages, err := linkedOn(system, patterns)
		if err != nil {
			return err
		}
		for _, one := range packages {
			if one.Standard || one.Module == nil || one.Module.Main {
				continue
			}
			licences, err := licencesOf(one.Dir, one.Module.Dir)
			if err != nil {
				refused = append(refused, fmt.Errorf("%s: %w", one.ImportPath, err))
			}
			name := one.Module.Path + " " + one.Module.Version
			if found[name] == nil {
				found[name] = map[string]bool{}
			}
			for _, licence := range licences {
				found[name][licence] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if _, err := fmt.Fprintln(out, name, strings.Join(slices.Sorted(maps.Keys(found[name])), ", ")); err != nil {
			return err
		}
	}
	return errors.Join(refused...)
}

// linkedOn returns the packages that match patterns, and all packages that they import on the
// given operating system. It leaves out packages that only tests import.
func linkedOn(system string, patterns []string) ([]linked, error) {
	var printed, failed bytes.Buffer
	list := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Dir,Standard,Module"}, patterns...)...)
	list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	list.Stdout, list.Stderr = &printed, &failed
	if err := list.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, &failed)
	}
	var packages []linked
	for decoder := json.NewDecoder(&printed); ; {
		var one linked
		switch err := decoder.Decode(&one); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, err
		}
		packages = append(packages, one)
	}
}

// licencesOf returns the licences of the files in the folder of a package and in its
// parent folders, up to the folder of the module.
func licencesOf(folder, module string) ([]string, error) {
	var licences []string
	for ; strings.HasPrefix(folder, module); folder = filepath.Dir(folder) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || filepath.Ext(entry.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			named, err := recognized(text)
			if err != nil {
				return licences, fmt.Errorf("%s: %w", filepath.Join(folder, entry.Name()), err)
			}
			licences = append(licences, named...)
		}
	}
	if len(licences) == 0 {
		return nil, errors.New("no file with a licence")
	}
	return licences, nil
}

// recognized returns the licences that a text contains. It fails if one of them is not
// allowed.
func recognized(text []byte) ([]string, error) {
	// The FreeType License is similar to BSD. It requires a sentence in the documentation.
	// The documentation of the package fontfile has this sentence.
	if bytes.Contains(text, []byte("your choice of exactly one of")) &&
		bytes.Contains(text, []byte("The FreeType License")) {
		return []string{"FTL"}, nil // the text also offers the GPL, which is not chosen
	}
	const least = 75.0 // percentage of the text that known licences must cover; pkg.go.dev has the same limit
	coverage := licensecheck.Scan(text)
	if coverage.Percent < least {
		return nil, fmt.Errorf("%.0f %% of the text are known licences, want %.0f %%", coverage.Percent, least)
	}
	var licences []string
	for _, match := range coverage.Match {
		if !allowed(match.ID) {
			return licences, fmt.Errorf("the licence %s is not allowed", match.ID)
		}
		licences = append(licences, match.ID)
	}
	return licences, nil
}
