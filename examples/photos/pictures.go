package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/media"
)

// picture is a file, and what is said of it.
type picture struct {
	path   string
	slug   string // of its content
	params media.Params
}

// sidecar is the file that says what a picture shows.
type sidecar struct {
	Title   *string `yaml:"title"`
	Alt     *string `yaml:"alt"`
	Caption *string `yaml:"caption"`
}

// find returns the pictures of a folder, in the order of their names.
func find(dir string, recursive bool, alt string) (pictures []picture, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != dir && (!recursive || strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case !isPicture(entry):
			return nil
		}
		p := picture{path: path}
		if p.slug, err = library.Slug(path); err != nil {
			return err
		}
		if p.params, err = describe(path+".yaml", alt); err != nil {
			return err
		}
		pictures = append(pictures, p)
		return nil
	})
	return pictures, err
}

func isPicture(entry fs.DirEntry) bool {
	if !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".") {
		return false
	}
	switch strings.ToLower(filepath.Ext(entry.Name())) {
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".heic":
		return true
	}
	return false
}

// describe reads what is said of a picture. An unknown member is an error, since
// it would be a misspelled one.
func describe(path, alt string) (media.Params, error) {
	var params media.Params
	if alt != "" {
		params.AltText = &alt
	}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return params, nil
	}
	var said sidecar
	if err == nil {
		err = yaml.UnmarshalWithOptions(content, &said, yaml.Strict())
	}
	if err != nil {
		return params, fmt.Errorf("%s: %w", path, err)
	}
	params.Title, params.Caption = said.Title, said.Caption
	if said.Alt != nil {
		params.AltText = said.Alt
	}
	return params, nil
}
