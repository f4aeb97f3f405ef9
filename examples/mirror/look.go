package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// look reads which types and taxonomies the site has, and whether it has records that
// are not copied. What cannot be read is named as not checked.
func (m *mirror) look(ctx context.Context) error {
	for _, one := range []struct {
		name string
		look func(context.Context) (why string, err error)
	}{
		{"types", m.types},
		{"taxonomies", m.taxonomies},
		{"templates", m.templates("cms/v2/templates")},
		{"template-parts", m.templates("cms/v2/template-parts")},
		{"global-styles", m.styles},
		{"font-families", m.families},
		{"widgets", m.widgets},
	} {
		why, err := one.look(ctx)
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
func (m *mirror) types(ctx context.Context) (string, error) {
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
	return "", err
}

// taxonomies is types for the kinds of terms.
func (m *mirror) taxonomies(ctx context.Context) (string, error) {
	list, err := terms.Taxonomies(m.site).List(ctx, nil)
	for _, t := range list {
		m.described(m.state.DescribeTerms(t.Slug, t.RestNamespace, t.RestBase, t.Types))
	}
	if err == nil {
		m.forget("taxonomy-")
	}
	return "", err
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

// templates looks for templates at a route, or parts of some, that are no files of the
// theme.
func (m *mirror) templates(route string) func(context.Context) (string, error) {
	type template struct {
		ID     string `json:"id"`
		Source string `json:"source"`
		RowID  int64  `json:"wp_id"`
	}
	return func(ctx context.Context) (string, error) {
		list, err := cms.Do(ctx, m.site, cms.Request[[]template]{Path: route}, cms.Fields("id", "source", "wp_id"))
		if err != nil {
			return "", err
		}
		var own []string
		for _, t := range *list {
			if t.RowID != 0 || t.Source == "custom" {
				own = append(own, t.ID)
			}
		}
		return uncopied(own), nil
	}
}

// uncopied says what there is, "" for nothing. Of many names it gives the first ones.
func uncopied(names []string) string {
	if len(names) == 0 {
		return ""
	}
	const most = 10
	more := ""
	if len(names) > most {
		more = ", …"
	}
	return fmt.Sprintf("not copied, and the site has %d of its own: %s%s", len(names),
		strings.Join(names[:min(len(names), most)], ", "), more)
}

// styles looks for styles that users have given the active theme. Only the link of the
// theme tells where they are.
func (m *mirror) styles(ctx context.Context) (string, error) {
	themes, err := appearance.New(m.site).Themes.List(ctx, nil, cms.Fields("stylesheet", "status", "_links"))
	if err != nil {
		return "", err
	}
	for _, theme := range themes {
		if theme.Status != appearance.ThemeActive {
			continue
		}
		for _, link := range theme.Links.Get("cms:user-global-styles") {
			_, id, ok := strings.Cut(link.Href, "/global-styles/")
			if !ok || strings.Trim(id, "0123456789") != "" {
				return "", fmt.Errorf("%.200q is no address of styles", link.Href)
			}
			styles, err := cms.Do(ctx, m.site, cms.Request[archive.Record]{Path: "cms/v2/global-styles/" + id},
				cms.Fields("id", "settings", "styles"))
			if err != nil {
				return "", err
			}
			for _, member := range []string{"settings", "styles"} {
				if !slices.Contains([]string{"", "{}", "[]", "null"}, string((*styles)[member])) {
					return "not copied, and the site has some of its own", nil
				}
			}
		}
	}
	return "", nil
}

// families looks for fonts that are installed on the site.
func (m *mirror) families(ctx context.Context) (string, error) {
	n, err := cms.NewCollection[archive.Record, struct{}, struct{}](m.site, "cms/v2/font-families").Count(ctx, nil)
	if err != nil || n == 0 {
		return "", err
	}
	return fmt.Sprintf("not copied, nor are their files, and the site has %d", n), nil
}

// widgets looks for widgets in the sidebars of the theme.
func (m *mirror) widgets(ctx context.Context) (string, error) {
	type sidebar struct {
		ID      string         `json:"id"`
		Status  string         `json:"status"`
		Widgets cms.StringList `json:"widgets"`
	}
	list, err := cms.Do(ctx, m.site, cms.Request[[]sidebar]{Path: "cms/v2/sidebars"},
		cms.Fields("id", "status", "widgets"))
	if err != nil {
		return "", err
	}
	var shown []string
	for _, s := range *list {
		if s.Status != "inactive" {
			shown = append(shown, s.Widgets...)
		}
	}
	return uncopied(shown), nil
}
