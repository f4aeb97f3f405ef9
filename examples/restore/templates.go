package main

import (
	"context"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// template is a template or a template part of the folder or of the site.
type template struct {
	id, theme, slug             string
	title, content, description string
	area                        appearance.Area // of a part
	row                         bool            // it is not only a file
}

func ofTemplate(t *appearance.Template) template {
	return template{id: t.ID, theme: t.Theme, slug: t.Slug, title: t.Title.Raw, content: t.Content.Raw,
		description: t.Description, row: t.RowID != 0 || t.Source == "custom"}
}

func ofPart(p *appearance.Part) template {
	return template{id: p.ID, theme: p.Theme, slug: p.Slug, title: p.Title.Raw, content: p.Content.Raw,
		description: p.Description, area: p.Area, row: p.RowID != 0 || p.Source == "custom"}
}

func (r *restore) templates(ctx context.Context, names []string) error {
	all := appearance.New(r.site).Templates
	list, err := all.List(ctx, &appearance.TemplateListOptions{Context: cms.ContextEdit})
	if err != nil {
		return err
	}
	var site []template
	for i := range list {
		site = append(site, ofTemplate(&list[i]))
	}
	return r.restoreTemplates(ctx, archive.Templates, names, site, func(name string) (template, error) {
		var t appearance.Template
		err := r.from.Read(archive.Templates, name, &t)
		return ofTemplate(&t), err
	}, func(t template, isNew bool) (template, error) {
		params := &appearance.TemplateParams{Title: &t.title, Content: &t.content, Description: &t.description}
		var now *appearance.Template
		if isNew {
			params.Slug, params.Theme = &t.slug, &t.theme
			now, err = all.Create(ctx, params)
		} else {
			now, err = all.Update(ctx, t.id, params)
		}
		if err != nil {
			return t, err
		}
		return ofTemplate(now), nil
	})
}

func (r *restore) parts(ctx context.Context, names []string) error {
	all := appearance.New(r.site).Parts
	list, err := all.List(ctx, &appearance.PartListOptions{Context: cms.ContextEdit})
	if err != nil {
		return err
	}
	var site []template
	for i := range list {
		site = append(site, ofPart(&list[i]))
	}
	return r.restoreTemplates(ctx, archive.TemplateParts, names, site, func(name string) (template, error) {
		var p appearance.Part
		err := r.from.Read(archive.TemplateParts, name, &p)
		return ofPart(&p), err
	}, func(t template, isNew bool) (template, error) {
		params := &appearance.PartParams{Title: &t.title, Content: &t.content, Description: &t.description, Area: &t.area}
		var now *appearance.Part
		if isNew {
			params.Slug, params.Theme = &t.slug, &t.theme
			now, err = all.Create(ctx, params)
		} else {
			now, err = all.Update(ctx, t.id, params)
		}
		if err != nil {
			return t, err
		}
		return ofPart(now), nil
	})
}

// restoreTemplates writes what is only a file on the site, or is not there. A row of the site
// stays. site are those of its active theme.
func (r *restore) restoreTemplates(ctx context.Context, kind string, names []string, site []template,
	read func(name string) (template, error), write func(t template, isNew bool) (template, error)) error {
	active, err := r.activeTheme(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		wanted, err := read(name)
		if err != nil {
			return err
		}
		wanted.content = r.content.Content(wanted.content)
		i := slices.IndexFunc(site, func(t template) bool { return t.id == wanted.id })
		switch {
		case !wanted.row:
			continue // the theme brings it
		case active != wanted.theme:
			r.leaveLook(kind, name, "the site does not use the theme "+wanted.theme)
			continue
		case i >= 0 && site[i].same(wanted):
			continue
		case i >= 0 && site[i].row:
			r.leaveLook(kind, name, "the site has another one, and keeps it")
			continue
		}
		now, err := write(wanted, i < 0)
		if err != nil {
			if err := r.failLook(kind, name, err); err != nil {
				return err
			}
			continue
		}
		if now.id != wanted.id {
			r.leaveLook(kind, name, "the site gives it the name "+now.id)
		}
		r.looksDone[kind]++
	}
	return nil
}

// same reports whether a template of the site is what a restore would write.
func (t template) same(wanted template) bool {
	return t.content == wanted.content && t.title == wanted.title && t.area == wanted.area &&
		t.description == wanted.description
}
