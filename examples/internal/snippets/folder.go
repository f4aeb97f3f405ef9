package snippets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// readFolder reads the files of a folder by their names. A folder that is not there
// holds none.
func readFolder(folder string) (map[string]record, error) {
	dir, err := files.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]record{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	list, err := dir.ReadDir(".")
	if err != nil {
		return nil, err
	}
	files := map[string]record{}
	var mistakes []error
	for _, entry := range list {
		name := entry.Name()
		if entry.IsDir() || !isSnippet(name) {
			continue
		}
		data, err := dir.Read(name)
		if err != nil { // left out, it would count as deleted
			mistakes = append(mistakes, fmt.Errorf("%s: %w", folder, err))
			continue
		}
		r, err := decode(data, filepath.Ext(name))
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s: %w", filepath.Join(folder, name), err))
			continue
		}
		files[name] = r
	}
	return files, errors.Join(mistakes...)
}

// isSnippet reports that a file of the folder is one of ours, by its name.
func isSnippet(name string) bool {
	_, ok := formOf(filepath.Ext(name))
	return ok && name[0] != '.' && filepath.Base(name) == name
}

// readFile reads a file of a folder.
func readFile(folder, name string) ([]byte, error) {
	dir, err := files.Open(folder)
	if err != nil {
		return nil, err
	}
	data, err := dir.Read(name)
	return data, errors.Join(err, dir.Close())
}

// sweep removes what crashes have left in a folder.
func sweep(folder string) error {
	dir, err := files.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(dir.Sweep("."), dir.Close())
}

// writeFile writes the file of a record as a whole or not at all.
func writeFile(folder, name string, r record) error {
	data, err := encode(r, filepath.Ext(name))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return files.Write(filepath.Join(folder, name), data, 0o644)
}

// fileName makes a name for the file of a snippet that is not taken.
func fileName(r record, id int64, taken func(name string) bool) string {
	const longest = 60
	var stem strings.Builder
	for _, char := range strings.ToLower(r.Name) {
		switch {
		case stem.Len() >= longest:
		case unicode.IsLetter(char) || unicode.IsDigit(char):
			stem.WriteRune(char)
		case stem.Len() > 0 && !strings.HasSuffix(stem.String(), "-"):
			stem.WriteByte('-')
		}
	}
	name := strings.Trim(stem.String(), "-")
	if name == "" || device.MatchString(name) {
		name = strings.TrimSuffix("snippet-"+name, "-")
	}
	extension := extensionOf(r.Scope)
	file := name + extension
	for n := id; taken(file); n++ {
		file = fmt.Sprintf("%s-%d%s", name, n, extension)
	}
	return file
}

// device matches the names that no file may have on some systems, whatever its
// extension.
var device = regexp.MustCompile(`^(con|prn|aux|nul|(com|lpt)\d)$`)
