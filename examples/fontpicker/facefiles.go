package main

import (
	"errors"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

// faceFiles is a pattern for the addresses of font files. "" means that no files are loaded.
type faceFiles string

var errFaces = errors.New("-faces: not the address of font files; " +
	"write {id}, {family} and {face} for what differs, as in https://fonts.example.org/{id}/{face}.woff2")

// newFaceFiles checks a pattern. Its host must be fixed: the page loads fonts only
// from there.
func newFaceFiles(pattern string) (faceFiles, error) {
	if pattern == "" {
		return "", nil
	}
	u, err := url.Parse(pattern)
	if err != nil || webAddress(pattern) == "" || strings.ContainsAny(u.Host, "{}; ',*") || u.User != nil {
		return "", errFaces
	}
	return faceFiles(pattern), nil
}

// origin is what the policy of the page allows.
func (f faceFiles) origin() string {
	if f == "" {
		return ""
	}
	u, err := url.Parse(string(f))
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func (f faceFiles) address(font *fonts.Font, face string) string {
	return strings.NewReplacer("{id}", url.PathEscape(font.ID), "{family}", url.PathEscape(font.FontFamily),
		"{face}", url.PathEscape(face)).Replace(string(f))
}
