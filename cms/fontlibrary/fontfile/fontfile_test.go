package fontfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/fontcms/fontcms-go/cms/fontlibrary/fontfile"
)

func file(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestReadsEachKindOfFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content []byte
		want    fontfile.Info
	}{
		"ttf":        {goregular.TTF, fontfile.Info{"ttf", "Go", "400", "normal", "100%", nil}},
		"ttf italic": {gobolditalic.TTF, fontfile.Info{"ttf", "Go", "600", "italic", "100%", nil}},
		"otf":        {file(t, "CFFTest.otf"), fontfile.Info{"otf", "CFFTest", "400", "italic", "100%", nil}},
		// The file is called 100. Its table says 250.
		"woff": {file(t, "lato-latin-100-normal.woff"),
			fontfile.Info{"woff", "Lato Hairline", "250", "normal", "100%", nil}},
		"woff2": {file(t, "lato-latin-700-italic.woff2"), fontfile.Info{"woff2", "Lato", "700", "italic", "100%", nil}},
		"variable": {file(t, "inter-latin-wght-normal.woff2"), fontfile.Info{"woff2", "Inter", "100 900", "normal", "100%",
			[]fontfile.Axis{{"wght", 100, 400, 900}}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := fontfile.Read(c.content)
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("Read: %+v, error %v, want %+v", got, err, c.want)
			}
		})
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"", "wO", "GIF89a", "ttcf\x00\x01\x00\x00", "<html>", strings.Repeat("x", 100)} {
		if _, err := fontfile.Read([]byte(content)); !errors.Is(err, fontfile.ErrFormat) {
			t.Errorf("Read of %.10q: error %v, want ErrFormat", content, err)
		}
	}
}

// TestBrokenFilesAreErrors cuts each file short and changes its bytes. Read may then return
// an error or other values. It must not panic.
func TestBrokenFilesAreErrors(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"CFFTest.otf", "lato-latin-100-normal.woff", "lato-latin-700-italic.woff2"} {
		whole := file(t, name)
		for _, length := range []int{4, 12, 44, 48, 100, len(whole) / 2} {
			if _, err := fontfile.Read(whole[:length]); err == nil {
				t.Errorf("Read of the first %d bytes of %s: error nil, want one", length, name)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"CFFTest.otf", "lato-latin-100-normal.woff", "lato-latin-700-italic.woff2",
		"inter-latin-wght-normal.woff2"} {
		f.Add(file(f, name))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		info, err := fontfile.Read(content)
		if err != nil && !reflect.DeepEqual(info, fontfile.Info{}) && info.Format == "" {
			t.Errorf("Read with the error %v: %+v, want a format or nothing", err, info)
		}
	})
}
