package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s menuPlane) menuItemParams(update bool) []rest.Param {
	var params []rest.Param
	if update {
		params = append(params, rest.IDParam())
	}
	add := func(p rest.Param, def any) {
		p.Early, p.Empties = true, true
		if !update {
			p.Def = def
		}
		params = append(params, p)
	}
	plain := func(name string, s rest.Schema, def any) { add(rest.Param{Name: name, Schema: s}, def) }
	add(rest.Param{Name: "title", Schema: rest.Schema{Kind: "string|object"}, Check: checkMenuTitle, Raw: true}, nil)
	plain("type", rest.Text("taxonomy", "post_type", "post_type_archive", "custom"), "custom")
	add(rest.Param{Name: "status", Schema: rest.Text(content.WriteStatuses...), Check: s.content.checkStatus}, "publish")
	plain("parent", rest.Schema{Kind: "integer", Floor: true}, int64(0))
	add(rest.Param{Name: "attr_title", Schema: rest.Text(), Clean: rest.CleanLine}, nil)
	add(rest.Param{Name: "classes", Schema: rest.List(rest.Text()), Clean: cleanClasses}, nil)
	add(rest.Param{Name: "description", Schema: rest.Text(), Clean: rest.CleanLine}, nil)
	plain("menu_order", rest.Schema{Kind: "integer", Min: 1}, int64(1))
	add(rest.Param{Name: "object", Schema: rest.Text(), Clean: rest.CleanKey}, nil)
	plain("object_id", rest.Schema{Kind: "integer", Floor: true}, int64(0))
	plain("target", rest.Text("_blank", ""), nil)
	add(rest.Param{Name: "url", Schema: rest.Schema{Kind: "string", Format: "uri"}, Check: checkURL, Clean: rest.CleanURL},
		nil)
	add(rest.Param{Name: "xfn", Schema: rest.List(rest.Text()), Clean: cleanClasses}, nil)
	plain("menus", rest.Integer(), nil)
	add(rest.Param{Name: "meta", Schema: rest.Schema{Kind: "object"}, Check: rest.CheckMeta, Raw: true}, nil)
	return params
}

func checkMenuTitle(_ *rest.Call, value any) *rest.Problem {
	switch value.(type) {
	case string, map[string]any, php.Object, []any:
		return nil
	}
	return rest.InvalidType("title", "string,object")
}

// cleanClasses leaves in names of classes what may stand in them.
func cleanClasses(_ *rest.Call, value any) (any, *rest.Problem) {
	list, _ := php.ToList(value)
	out := []any{}
	for _, e := range list {
		word, _ := e.(string)
		out = append(out, php.ClassRunes.ReplaceAllString(php.Octet.ReplaceAllString(word, ""), ""))
	}
	return out, nil
}

// checkURL lets an address pass if something is left of it when it is cleaned.
func checkURL(_ *rest.Call, value any) *rest.Problem {
	address := php.ScalarText(value)
	if address != "" && php.CleanURL(address) == "" {
		return &rest.Problem{Code: "rest_invalid_url", Message: "url is not an address."}
	}
	return nil
}
