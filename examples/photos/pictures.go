package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/media"
)

// picture is a file, and what is said of it.
type picture struct {
	path   string // for messages
	file   media.File
	slug   string // of its content
	params media.Params
}

// sidecar is the file that says what a picture shows.
type sidecar struct {
	Title   *string `yaml:"title"`
	Alt     *string `yaml:"alt"`
	Caption *string `yaml:"caption"`
}

// find returns the pictures of a folder, in the order of their names. It names on out
// the links and other files that it leaves out.
func find(dir *files.Folder, recursive bool, alt string, out io.Writer) (pictures []picture, err error) {
	skipped := 0
	err = fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		path := filepath.Join(dir.Path(), filepath.FromSlash(name))
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (!recursive || strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case entry.Type() == fs.ModeSymlink:
			if info, err := dir.Stat(name); isPicture(name) || recursive && (err != nil || info.IsDir()) {
				program.Printf(out, "%s, skipped: a symbolic link\n", path)
			}
			return nil
		case !entry.Type().IsRegular() || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") || describes(name):
			return nil
		case !isPicture(name):
			skipped++
			program.Printf(out, "%s, skipped: not a picture\n", path)
			return nil
		}
		p := picture{path: path}
		if p.file, err = dir.Upload(name); err != nil {
			return err
		}
		if ending := filepath.Ext(p.file.Name); strings.EqualFold(ending, ".jfif") {
			p.file.Name = strings.TrimSuffix(p.file.Name, ending) + ".jpg"
		}
		if p.slug, err = p.file.ContentSlug(); err != nil {
			return err
		}
		if p.params, err = describe(dir, name+".yaml", alt); err != nil {
			return err
		}
		pictures = append(pictures, p)
		return nil
	})
	if skipped > 0 {
		program.Printf(out, "%d files are skipped: the types of pictures are %s\n", skipped, types)
	}
	return pictures, err
}

// types lists the endings of pictures. A stock WordPress takes all of them except .jfif,
// so a JPEG file with that ending is uploaded as .jpg.
const types = ".jpg .jpeg .jpe .jfif .png .gif .webp .avif .heic .heif .bmp .tif .tiff"

func isPicture(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return !strings.HasPrefix(path.Base(name), ".") && ending != "" && slices.Contains(strings.Fields(types), ending)
}

// describes reports whether a file is the description of a picture.
func describes(name string) bool {
	return strings.HasSuffix(name, ".yaml") && isPicture(strings.TrimSuffix(name, ".yaml"))
}

// describe reads what is said of a picture. An unknown member is an error, since
// it would be a misspelled one.
func describe(dir *files.Folder, name, alt string) (media.Params, error) {
	var params media.Params
	if alt != "" {
		params.AltText = &alt
	}
	content, err := dir.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return params, nil
	}
	var said sidecar
	if err == nil {
		err = files.UnmarshalYAML(content, &said)
	}
	if err != nil {
		return params, fmt.Errorf("%s: %w", name, err)
	}
	params.Title, params.Caption = said.Title, said.Caption
	if said.Alt != nil {
		params.AltText = said.Alt
	}
	return params, nil
}
