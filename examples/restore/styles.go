package main

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// errOwnStyles says that somebody has changed the styles of the site.
var errOwnStyles = errors.New("the site has styles of its own, and keeps them")

// styles gives the theme the styles of the old site, if nobody has changed those of this one.
func (r *restore) styles(ctx context.Context, names []string) error {
	look := appearance.New(r.site)
	active, err := r.activeTheme(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		var wanted struct {
			Theme    string          `json:"theme"`
			Settings appearance.Tree `json:"settings"`
			Styles   appearance.Tree `json:"styles"`
		}
		if err := r.from.Read(archive.GlobalStyles, name, &wanted); err != nil {
			return err
		}
		if active != wanted.Theme {
			r.leaveLook(archive.GlobalStyles, name, "the site does not use the theme "+wanted.Theme)
			continue
		}
		if empty(wanted.Settings) && empty(wanted.Styles) {
			continue
		}
		id, err := look.Styles.ActiveID(ctx)
		if err != nil {
			return err
		}
		settings, styles := r.tree(wanted.Settings), r.tree(wanted.Styles)
		_, err = look.Styles.Edit(ctx, id, func(s *appearance.GlobalStyles) error {
			switch {
			case equal(s.Settings, settings) && equal(s.Styles, styles):
				return nil
			case !empty(s.Settings) || !empty(s.Styles):
				return errOwnStyles
			}
			s.Settings, s.Styles = settings, styles
			r.looksDone[archive.GlobalStyles] = 1
			return nil
		})
		lost, isLost := errors.AsType[*appearance.LostError](err)
		switch {
		case errors.Is(err, errOwnStyles):
			r.leaveLook(archive.GlobalStyles, name, errOwnStyles.Error())
		case isLost:
			r.leaveLook(archive.GlobalStyles, name, "of some values "+lost.Error())
		case err != nil:
			r.looksDone[archive.GlobalStyles] = 0
			if err := r.failLook(archive.GlobalStyles, name, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// activeTheme is the name of the active theme of the site, "" if the site does not tell.
func (r *restore) activeTheme(ctx context.Context) (string, error) {
	active, err := appearance.New(r.site).Themes.List(ctx, &appearance.ThemeListOptions{
		Status: []appearance.ThemeStatus{appearance.ThemeActive}}, cms.Fields("stylesheet"))
	if err != nil || len(active) != 1 {
		return "", err
	}
	return active[0].Stylesheet, nil
}

// tree changes the addresses and the pictures in a tree.
func (r *restore) tree(t appearance.Tree) appearance.Tree {
	text := string(t)
	if empty(t) {
		return appearance.Tree("{}")
	}
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return t
	}
	changed, err := json.Marshal(r.readdressed(value))
	if err != nil {
		return t
	}
	return appearance.Tree(changed)
}

// readdressed changes the addresses in the texts of a value, and the ids of background
// pictures.
func (r *restore) readdressed(value any) any {
	switch v := value.(type) {
	case string:
		if to, ok := r.faceFiles[v]; ok {
			return to
		}
		return r.content.Addresses(v)
	case []any:
		for i := range v {
			v[i] = r.readdressed(v[i])
		}
	case map[string]any:
		for name := range v {
			picture, _ := v[name].(map[string]any)
			if id, ok := picture["id"].(float64); ok && name == "backgroundImage" {
				picture["id"] = r.journal.id(archive.Media, int64(id))
			}
			v[name] = r.readdressed(v[name])
		}
	}
	return value
}

// empty reports whether a tree has no members.
func empty(t appearance.Tree) bool {
	var members map[string]json.RawMessage
	return len(t) == 0 || json.Unmarshal(t, &members) != nil || len(members) == 0
}

// equal compares trees without the order of their members.
func equal(a, b appearance.Tree) bool {
	if empty(a) && empty(b) {
		return true
	}
	var one, other any
	return json.Unmarshal(a, &one) == nil && json.Unmarshal(b, &other) == nil && reflect.DeepEqual(one, other)
}
