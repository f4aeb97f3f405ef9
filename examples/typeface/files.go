package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/fontfile"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// maxFile is the size above which a file is refused: it is read into memory.
const maxFile = 30 << 20

// find reads the font files of a folder, in the order of their names. A file that is no
// font is named on notes and left out.
func find(dir *files.Folder, name string, notes io.Writer) (family install.Family, err error) {
	entries, err := dir.ReadDir(".")
	if err != nil {
		return family, err
	}
	family.Name = name
	for _, entry := range entries {
		path := filepath.Join(dir.Path(), entry.Name())
		// A folder of fonts has a licence and a manual, and may have the receipt.
		silent := slices.Contains([]string{".json", ".md", ".txt"}, filepath.Ext(entry.Name()))
		if silent || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if !isFont(entry.Name()) || !entry.Type().IsRegular() {
			program.Printf(notes, "note: %s, skipped: not a font file\n", path)
			continue
		}
		info, err := dir.Stat(entry.Name())
		if err != nil {
			return family, err
		}
		if info.Size() > maxFile {
			return family, fmt.Errorf("%s has %d MB, more than %d", path, info.Size()>>20, maxFile>>20)
		}
		content, err := dir.Read(entry.Name())
		if err != nil {
			return family, err
		}
		font, err := fontfile.Read(content)
		if err != nil {
			return family, fmt.Errorf("%s: %w", path, err)
		}
		if family.Name == "" {
			family.Name = font.Family
		}
		stretch := font.Stretch
		if stretch == "100%" {
			stretch = ""
		}
		family.Faces = append(family.Faces, install.Face{
			Weight: font.Weight, Style: font.Style, Stretch: stretch, File: fontlibrary.Bytes(entry.Name(), content),
		})
	}
	if len(family.Faces) == 0 {
		return family, fmt.Errorf("there is no font file in %s", dir.Path())
	}
	return family, nil
}

func isFont(name string) bool {
	return slices.Contains([]string{".woff2", ".woff", ".ttf", ".otf"}, strings.ToLower(filepath.Ext(name)))
}
