package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
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
// the links that it leaves out.
func find(dir *files.Folder, recursive bool, alt string, out io.Writer) (pictures []picture, err error) {
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
		case !entry.Type().IsRegular() || !isPicture(name):
			return nil
		}
		p := picture{path: path}
		if p.file, err = dir.Upload(name); err != nil {
			return err
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
	return pictures, err
}

func isPicture(name string) bool {
	if strings.HasPrefix(path.Base(name), ".") {
		return false
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".heic":
		return true
	}
	return false
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
