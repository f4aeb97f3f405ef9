// Package fontfile reads what the tables of a font file say: family, weight, style and
// stretch, as the descriptors of the CSS rule @font-face.
//
//	info, err := fontfile.Read(content)
//	…
//	face := install.Face{Weight: info.Weight, Style: info.Style, Stretch: info.Stretch, File: file}
//
// It is a module of its own, because the root module would otherwise require seven further
// modules for it, one of them without a version, and one under the FreeType License:
// programs that link this package are based in part on the work of the FreeType Team. It
// imports nothing of the root module.
package fontfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	tdewolff "github.com/tdewolff/font"
)

// ErrFormat means that a content is not a font that a site accepts.
var ErrFormat = errors.New("it is not a font in the format woff2, woff, ttf or otf")

// Info is what the tables of a file say. The three descriptors are "" if the file has no
// table for them.
type Info struct {
	Format  string // "woff2", "woff", "ttf" or "otf"
	Family  string // the typographic family: "Inter"
	Weight  string // "700", or "100 900" for a variable font
	Style   string // "normal", "italic", or "oblique 0deg 10deg" for a font with an axis slnt
	Stretch string // "75%", or "75% 125%" for a font with an axis wdth
	Axes    []Axis // nil unless the font is variable
}

// Axis is an axis of a variable font.
type Axis struct {
	Tag               string // "wght"
	Min, Default, Max float64
}

// Read reads the tables of a file. A font that unpacks to more than 30 MB is an error, and
// so is a collection (.ttc).
//
// Errors: [ErrFormat]; an error of the tables.
func Read(content []byte) (info Info, err error) {
	format := formatOf(content)
	if format == "" {
		return Info{}, fmt.Errorf("fontfile: %w", ErrFormat)
	}
	defer func() { // the parsers panic if a broken file gives wrong lengths
		if broken := recover(); broken != nil {
			info, err = Info{}, fmt.Errorf("fontfile: its tables are broken: %v", broken)
		}
	}()
	sfnt, err := tdewolff.ToSFNT(content)
	if err != nil {
		return Info{}, fmt.Errorf("fontfile: %w", err)
	}
	loader, err := opentype.NewLoader(bytes.NewReader(sfnt))
	if err != nil {
		return Info{}, fmt.Errorf("fontfile: %w", err)
	}
	if err := whole(loader); err != nil {
		return Info{}, fmt.Errorf("fontfile: %w", err)
	}
	described, _ := font.Describe(loader, nil)
	info = Info{Format: format, Family: described.Family}
	if loader.HasTable(opentype.MustNewTag("OS/2")) {
		info.Weight, info.Style = number(float64(described.Aspect.Weight)), "normal"
		info.Stretch = number(float64(described.Aspect.Stretch)*100) + "%"
		if described.Aspect.Style == font.StyleItalic {
			info.Style = "italic"
		}
	}
	return info, info.vary(loader)
}

// formatOf returns the format of a file, by its first bytes.
func formatOf(content []byte) string {
	for _, one := range [...][2]string{
		{"wOF2", "woff2"}, {"wOFF", "woff"}, {"OTTO", "otf"}, {"\x00\x01\x00\x00", "ttf"}, {"true", "ttf"},
	} {
		if bytes.HasPrefix(content, []byte(one[0])) {
			return one[1]
		}
	}
	return ""
}

// whole returns an error if a table is cut short, or if the table head is missing, which
// every font has.
func whole(loader *opentype.Loader) error {
	for _, tag := range loader.Tables() {
		if _, err := loader.RawTable(tag); err != nil {
			return fmt.Errorf("table %s: %w", tag, err)
		}
	}
	if !loader.HasTable(opentype.MustNewTag("head")) {
		return errors.New("it has no table head")
	}
	return nil
}

// vary reads the axes of a variable font, and sets the fields that depend on them.
func (i *Info) vary(loader *opentype.Loader) error {
	tag := opentype.MustNewTag("fvar")
	if !loader.HasTable(tag) {
		return nil
	}
	raw, err := loader.RawTable(tag)
	if err != nil {
		return fmt.Errorf("fontfile: table fvar: %w", err)
	}
	fvar, _, err := tables.ParseFvar(raw)
	if err != nil {
		return fmt.Errorf("fontfile: table fvar: %w", err)
	}
	for _, axis := range fvar.FvarRecords.Axis {
		one := Axis{axis.Tag.String(), float64(axis.Minimum), float64(axis.Default), float64(axis.Maximum)}
		i.Axes = append(i.Axes, one)
		switch one.Tag {
		case "wght":
			i.Weight = between(one.Min, one.Max, "")
		case "wdth":
			i.Stretch = between(one.Min, one.Max, "%")
		case "slnt": // OpenType counts angles counter-clockwise, CSS counts them clockwise
			if i.Style != "italic" {
				i.Style = "oblique " + between(-one.Max, -one.Min, "deg")
			}
		}
	}
	slices.SortFunc(i.Axes, func(a, b Axis) int { return cmp.Compare(a.Tag, b.Tag) })
	return nil
}

// between returns two numbers, each with a unit. If they are equal, it returns the number
// once.
func between(low, high float64, unit string) string {
	if low == high {
		return number(low) + unit
	}
	return strings.Join([]string{number(low) + unit, number(high) + unit}, " ")
}

// number returns a number with at most one decimal place.
func number(n float64) string { return strconv.FormatFloat(math.Round(n*10)/10+0, 'f', -1, 64) }
