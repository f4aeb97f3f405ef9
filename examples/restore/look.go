package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// looks returns the kinds of what a site looks like that are restored in this run.
func (r *restore) looks() (kinds []string) {
	for _, kind := range archive.LookKinds() {
		if r.source.Kinds[kind.Name] != nil && !r.without[kind.Name] {
			kinds = append(kinds, kind.Name)
		}
	}
	return kinds
}

// isLook reports whether a kind is one of what a site looks like.
func isLook(kind string) bool {
	return slices.ContainsFunc(archive.LookKinds(), func(k archive.Kind) bool { return k.Name == kind })
}

// chooseLooks reads the kinds that -without names.
func (r *restore) chooseLooks(list string) error {
	r.without = map[string]bool{}
	var names []string
	with := map[string]string{archive.Sidebars: archive.Widgets, archive.FontFaces: archive.FontFamilies}
	for _, kind := range archive.LookKinds() {
		if with[kind.Name] == "" {
			names = append(names, kind.Name)
		}
	}
	for name := range strings.FieldsFuncSeq(list, func(c rune) bool { return c == ',' || c == ' ' }) {
		if !slices.Contains(names, name) {
			return program.Mistake("-without names %.40q, which is not one of %s", name, strings.Join(names, ", "))
		}
		r.without[name] = true
	}
	for kind, other := range with {
		r.without[kind] = r.without[other]
	}
	return nil
}

// readable are the names of the records of a kind that can be read.
func (r *restore) readable(kind string) ([]string, error) {
	names, err := r.from.Names(kind)
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(r.lacks, func(l archive.Lack) bool {
			return l.Unreadable && l.Kind == kind && l.Name == name
		})
	}), err
}

// appearance restores what the site looks like, without widgets. What the site has of it
// stays. It needs no journal: each record is compared with that of the site.
func (r *restore) appearance(ctx context.Context) error {
	return r.restoreLooks(ctx, map[string]func(context.Context, []string) error{
		archive.FontFamilies: r.families, archive.FontFaces: r.faces, archive.GlobalStyles: r.styles,
		archive.TemplateParts: r.parts, archive.Templates: r.templates,
	})
}

// widgetsOfSidebars restores the widgets with their sidebars. A site renders each widget
// that it creates, and makes a navigation if that of the widget is not published.
func (r *restore) widgetsOfSidebars(ctx context.Context) error {
	return r.restoreLooks(ctx, map[string]func(context.Context, []string) error{archive.Sidebars: r.sidebars})
}

// restoreLooks takes the steps for the kinds that are restored in this run.
func (r *restore) restoreLooks(ctx context.Context, steps map[string]func(context.Context, []string) error) error {
	for _, kind := range r.looks() {
		step := steps[kind]
		if step == nil {
			continue
		}
		names, err := r.readable(kind)
		if err == nil && len(names) > 0 {
			err = step(ctx, names)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	return nil
}

// leaveLook says what is left out of the site in this run.
func (r *restore) leaveLook(kind, name, why string) {
	r.leftOut++
	program.Printf(r.notes, "%s/%s: left out, since %s\n", kind, name, why)
}

// failLook says what the site has refused. Another error ends the run.
func (r *restore) failLook(kind, name string, err error) error {
	if !refused(err) {
		return err
	}
	r.failed++
	program.Printf(r.notes, "%s/%s: %v\n", kind, name, err)
	return nil
}

// printLooks says what was restored of each kind, and returns the sum.
func (r *restore) printLooks(dry, stopped bool) (total int, err error) {
	for _, kind := range r.looks() {
		if kind == archive.Sidebars {
			continue // they come with the theme
		}
		all, err := r.from.Names(kind)
		if err != nil {
			return 0, err
		}
		restored := r.looksDone[kind]
		if dry {
			left, err := r.readable(kind)
			if err != nil {
				return 0, err
			}
			restored = len(left)
		}
		if len(all) == 0 || stopped && restored == 0 {
			continue
		}
		total += restored
		program.Printf(r.out, "%-20s %5d in the folder, %d restored\n", kind+":", len(all), restored)
	}
	return total, nil
}
