package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// errOnlyTheme means that the styles of the active theme can be found only by reading the
// theme, which is a request that may write.
var errOnlyTheme = errors.New("only a request that may write to the site can find them, since no other theme is " +
	"installed, or the site is older than WordPress 6.3")

// errBlockTheme means that the pages of the site show no widgets.
var errBlockTheme = errors.New("the active theme is a block theme, which shows no widgets")

// activeTheme is readTheme, once in a run.
func (m *mirror) activeTheme(ctx context.Context) (*appearance.Theme, error) {
	if m.theme == nil && m.themeless == nil {
		m.theme, m.themeless = m.readTheme(ctx)
	}
	return m.theme, m.themeless
}

// readTheme reads the active theme without writing to the site. A site that shows the
// active theme makes its styles. Of an inactive theme it only looks for styles. In a
// preview of another theme the active one counts as inactive.
func (m *mirror) readTheme(ctx context.Context) (*appearance.Theme, error) {
	inactive := &appearance.ThemeListOptions{Status: []appearance.ThemeStatus{appearance.ThemeInactive}}
	others, err := appearance.New(m.site).Themes.List(ctx, inactive, cms.Fields("stylesheet"))
	if err != nil {
		return nil, err
	}
	if len(others) == 0 {
		return nil, errOnlyTheme
	}
	themes, err := cms.Do(ctx, m.reading, cms.Request[[]appearance.Theme]{Path: "cms/v2/themes", Query: url.Values{
		"status[]":                         {string(appearance.ThemeInactive)},
		m.site.Prefix() + "_theme_preview": {others[0].Stylesheet},
	}}, cms.Fields("stylesheet", "is_block_theme", "_links"))
	if err != nil {
		return nil, err
	}
	for i := range *themes {
		theme := &(*themes)[i]
		known := func(other appearance.Theme) bool { return other.Stylesheet == theme.Stylesheet }
		if theme.Stylesheet != "" && !slices.ContainsFunc(others, known) {
			m.state.Theme = theme.Stylesheet
			return theme, nil
		}
	}
	return nil, errOnlyTheme
}

// stylesID is the id of the styles of the active theme, 0 if there are none.
func (m *mirror) stylesID(ctx context.Context) (int64, error) {
	theme, err := m.activeTheme(ctx)
	if err != nil {
		if !m.mayWrite || ctx.Err() != nil {
			return 0, err
		}
		id, err := appearance.New(m.reading).Styles.ActiveID(ctx)
		if errors.Is(err, appearance.ErrNoStyles) {
			return 0, nil
		}
		return id, err
	}
	links := theme.Links.Get("cms:user-global-styles")
	if len(links) == 0 {
		return 0, nil
	}
	_, number, _ := strings.Cut(links[0].Href, "/global-styles/")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || id < 1 {
		return 0, fmt.Errorf("%.200q is no address of styles", links[0].Href)
	}
	return id, nil
}

// styles copies the styles that users have given the active theme.
func (k *kindRun) styles(ctx context.Context) error {
	id, err := k.stylesID(ctx)
	if err != nil {
		return err
	}
	read := func(ctx context.Context, id, theme string) (archive.Record, error) {
		r, err := k.one(ctx, k.kind.Route+"/"+id)
		if err == nil {
			err = named(r, id)
		}
		if err != nil {
			return nil, err
		}
		r["theme"], err = json.Marshal(theme)
		return r, err
	}
	l := &listed{sent: 1, get: func(ctx context.Context, id string, old archive.Record) (archive.Record, error) {
		return read(ctx, id, old.Text("theme"))
	}}
	if id > 0 {
		r, err := read(ctx, strconv.FormatInt(id, 10), k.mirror.state.Theme)
		if err != nil {
			return err
		}
		l.records = []archive.Record{r}
	}
	return k.keepListed(ctx, l)
}
