package fontstest_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

var categories = []string{"display", "handwriting", "monospace", "sans-serif", "serif", "symbol", "unclassified"}

func TestTypefacesHaveEveryField(t *testing.T) {
	t.Parallel()
	records := fontstest.Typefaces()
	if len(records) < 200 {
		t.Errorf("Typefaces: %d records, want at least 200", len(records))
	}
	ids := map[any]bool{}
	for _, record := range records {
		id := record["id"]
		if ids[id] {
			t.Errorf("Typefaces: the id %v comes twice, want it once", id)
		}
		ids[id] = true
		if len(record) != 14 {
			t.Errorf("Typefaces: %v has %d fields, want 14", id, len(record))
		}
		for _, name := range []string{"id", "name", "fontFamily", "version", "copyright", "category",
			"created_at", "updated_at"} {
			if value, _ := record[name].(string); value == "" {
				t.Errorf("Typefaces: %v has no %s, want a text", id, name)
			}
		}
		for _, name := range []string{"description", "designer", "tags", "languages"} {
			if _, ok := record[name].(string); !ok {
				t.Errorf("Typefaces: %v has the %s %v, want a text", id, name, record[name])
			}
		}
		if license, ok := record["license"]; !ok || license != nil && !strings.HasPrefix(license.(string), "http") {
			t.Errorf("Typefaces: %v has the license %v, want null or an address", id, license)
		}
		if names, _ := record["fontSubfamily"].([]any); len(names) == 0 || slices.Contains(names, any("")) {
			t.Errorf("Typefaces: %v has the fontSubfamily %v, want names", id, record["fontSubfamily"])
		}
		if !slices.Contains(categories, record["category"].(string)) {
			t.Errorf("Typefaces: %v has the category %v, want one of %q", id, record["category"], categories)
		}
		for _, name := range []string{"created_at", "updated_at"} {
			if _, err := time.Parse(time.RFC3339, record[name].(string)); err != nil {
				t.Errorf("Typefaces: %v has the %s %v: %v, want a time", id, name, record[name], err)
			}
		}
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(id.(string)) {
			t.Errorf("Typefaces: the id %q, want small letters, digits and hyphens", id)
		}
	}
	for _, category := range categories {
		if !slices.ContainsFunc(records, func(r map[string]any) bool { return r["category"] == category }) {
			t.Errorf("Typefaces: no typeface in the category %s, want one", category)
		}
	}
}

func TestTypefacesAreFreshCopies(t *testing.T) {
	t.Parallel()
	first := fontstest.Typefaces()
	want := first[0]["fontSubfamily"].([]any)[0]
	first[0]["fontSubfamily"].([]any)[0] = "changed"
	equal(t, "second copy", fontstest.Typefaces()[0]["fontSubfamily"].([]any)[0], want)
}

func TestTypefacesFileNamesASourceForEachRecord(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("typefaces.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 600_000 {
		t.Errorf("typefaces.json has %d bytes, want 600000 at most", len(data))
	}
	wanted, err := os.ReadFile("typefaces.packages")
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(wanted))
	if !slices.IsSorted(packages) {
		t.Error("typefaces.packages is not sorted, want it sorted")
	}
	var records []struct {
		ID     string
		Source struct{ Package, Version, File string }
	}
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for i, r := range records {
		used[r.Source.Package] = true
		if !slices.Contains(packages, r.Source.Package) || r.Source.Version == "" {
			t.Errorf("Typefaces: %s has the source %+v, want a listed package and a version", r.ID, r.Source)
		} else if !strings.HasPrefix(r.Source.File, "usr/share/") {
			t.Errorf("Typefaces: %s has the source %+v, want a file in usr/share", r.ID, r.Source)
		}
		if i > 0 && records[i-1].ID >= r.ID {
			t.Errorf("typefaces.json has %s after %s, want ids in order", r.ID, records[i-1].ID)
		}
	}
	equal(t, "records", len(records), len(fontstest.Typefaces()))
}

func TestTypefacesHoldPlainText(t *testing.T) {
	t.Parallel()
	for _, record := range fontstest.Typefaces() {
		for name, value := range record {
			texts, _ := value.([]any)
			if text, ok := value.(string); ok {
				texts = []any{text}
			}
			for _, text := range texts {
				text := text.(string)
				if strings.ContainsFunc(text, unicode.IsControl) || strings.Contains(text, "\uFFFD") {
					t.Errorf("Typefaces: %v has the %s %q, want plain text", record["id"], name, text)
				} else if strings.TrimSpace(text) != text {
					t.Errorf("Typefaces: %v has the %s %q, want no space around it", record["id"], name, text)
				}
			}
		}
	}
}

func BenchmarkNewHandler(b *testing.B) {
	for b.Loop() {
		fontstest.NewHandler()
	}
}
