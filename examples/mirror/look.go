package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// look reads which types and taxonomies the site has. What cannot be read is named as not
// checked.
func (m *mirror) look(ctx context.Context) error {
	for _, one := range []struct {
		name string
		look func(context.Context) error
	}{{"types", m.types}, {"taxonomies", m.taxonomies}} {
		why, err := "", one.look(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, cms.ErrCredentialsRejected):
			return err
		case errors.Is(err, cms.ErrNoRoute): // an older site has none
		case err != nil:
			why = fmt.Sprintf("not checked: %v", err)
		}
		m.state.Uncopy(one.name, why)
	}
	return nil
}

// types asks for the types of records, and notes those that cannot be copied.
func (m *mirror) types(ctx context.Context) error {
	list, err := settings.New(m.site).Types.List(ctx, nil) // those that can be read, beside an error
	for _, t := range list {
		if archive.Apart(t.Slug, m.site.Prefix()) {
			continue
		}
		m.described(m.state.Describe(t.Slug, t.RestNamespace, t.RestBase))
	}
	if err == nil {
		m.forget("type-")
	}
	return err
}

// taxonomies is types for the kinds of terms.
func (m *mirror) taxonomies(ctx context.Context) error {
	list, err := terms.Taxonomies(m.site).List(ctx, nil)
	for _, t := range list {
		m.described(m.state.DescribeTerms(t.Slug, t.RestNamespace, t.RestBase, t.Types))
	}
	if err == nil {
		m.forget("taxonomy-")
	}
	return err
}

func (m *mirror) described(kind, why string) {
	m.listed[kind] = true
	if why != "" {
		m.state.Uncopy(kind, why)
	}
}

// forget drops what was noted of types that the site no longer has.
func (m *mirror) forget(prefix string) {
	for _, name := range slices.Collect(maps.Keys(m.state.Uncopied)) {
		if strings.HasPrefix(name, prefix) && !m.listed[name] {
			m.state.Uncopy(name, "")
		}
	}
}

// unreadable says that the site has no list of the records of a kind for this user, or
// none that can be read to its end.
func (m *mirror) unreadable(kind archive.Kind, err error) bool {
	if (kind.Raw || kind.Own) && errors.Is(err, cms.ErrNoRoute) {
		return m.listed[kind.Name]
	}
	return kind.Unreadable(err)
}
