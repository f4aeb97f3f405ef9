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
		t.Errorf("%d records", len(records))
	}
	ids := map[any]bool{}
	for _, record := range records {
		id := record["id"]
		if ids[id] {
			t.Errorf("%v is there twice", id)
		}
		ids[id] = true
		if len(record) != 14 {
			t.Errorf("%v: %d fields", id, len(record))
		}
		for _, name := range []string{"id", "name", "fontFamily", "version", "copyright", "category",
			"created_at", "updated_at"} {
			if value, _ := record[name].(string); value == "" {
				t.Errorf("%v: no %s", id, name)
			}
		}
		for _, name := range []string{"description", "designer", "tags", "languages"} {
			if _, ok := record[name].(string); !ok {
				t.Errorf("%v: %s is %v", id, name, record[name])
			}
		}
		if license, ok := record["license"]; !ok || license != nil && !strings.HasPrefix(license.(string), "http") {
			t.Errorf("%v: license is %v", id, license)
		}
		if names, _ := record["fontSubfamily"].([]any); len(names) == 0 || slices.Contains(names, any("")) {
			t.Errorf("%v: fontSubfamily is %v", id, record["fontSubfamily"])
		}
		if !slices.Contains(categories, record["category"].(string)) {
			t.Errorf("%v: category is %v", id, record["category"])
		}
		for _, name := range []string{"created_at", "updated_at"} {
			if _, err := time.Parse(time.RFC3339, record[name].(string)); err != nil {
				t.Errorf("%v: %v", id, err)
			}
		}
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(id.(string)) {
			t.Errorf("id %q", id)
		}
	}
	for _, category := range categories {
		if !slices.ContainsFunc(records, func(r map[string]any) bool { return r["category"] == category }) {
			t.Errorf("no typeface in category %s", category)
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
		t.Errorf("typefaces.json has %d bytes", len(data))
	}
	wanted, err := os.ReadFile("typefaces.packages")
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(wanted))
	if !slices.IsSorted(packages) {
		t.Error("typefaces.packages is not sorted")
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
		if !slices.Contains(packages, r.Source.Package) || r.Source.Version == "" ||
			!strings.HasPrefix(r.Source.File, "usr/share/") {
			t.Errorf("%s: source is %+v", r.ID, r.Source)
		}
		if i > 0 && records[i-1].ID >= r.ID {
			t.Errorf("%s comes after %s", r.ID, records[i-1].ID)
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
				if strings.ContainsFunc(text, unicode.IsControl) || strings.Contains(text, "\uFFFD") ||
					strings.TrimSpace(text) != text {
					t.Errorf("%v: %s is %q", record["id"], name, text)
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
