package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s contentPlane) writeParams(r *content.Resource, update bool) []rest.Param {
	var params []rest.Param
	if update {
		params = append(params, rest.IDParam())
	}
	add := func(name string, s rest.Schema) {
		params = append(params, rest.Param{Name: name, Schema: s, Early: true})
	}
	date := rest.Schema{Kind: "string", Format: "date-time", Nullable: true}
	add("date", date)
	add("date_gmt", date)
	params = append(params, rest.Param{Name: "slug", Schema: rest.Text(), Early: true, Clean: rest.CleanSlug})
	params = append(params, rest.Param{Name: "status", Schema: rest.Text(content.WriteStatuses...), Early: true,
		Check: s.checkStatus})
	add("password", rest.Text())
	if r.Tree {
		add("parent", rest.Integer())
	}
	object := rest.Schema{Kind: "object"}
	params = append(params, rest.Param{Name: "title", Schema: object, Raw: true},
		rest.Param{Name: "content", Schema: object, Raw: true})
	if r.Article {
		add("author", rest.Integer())
	}
	if !r.TextOnly {
		params = append(params, rest.Param{Name: "excerpt", Schema: object, Raw: true})
	}
	if r.Article {
		add("featured_media", rest.Integer())
		add("comment_status", rest.Text("open", "closed"))
		add("ping_status", rest.Text("open", "closed"))
	}
	if r.Tree {
		add("menu_order", rest.Integer())
	}
	if r.Formats {
		add("format", rest.Text(content.Formats...))
	}
	if !r.TextOnly {
		params = append(params, rest.Param{Name: "meta", Schema: object, Early: true, Check: rest.CheckMeta, Raw: true})
	}
	if r.Sticky {
		add("sticky", rest.Boolean())
	}
	params = append(params, rest.Param{Name: "template", Schema: rest.Text(), Early: true, Check: s.checkTemplate})
	for _, tax := range r.Taxonomies {
		add(tax.Base, rest.List(rest.Integer()))
	}
	return params
}
