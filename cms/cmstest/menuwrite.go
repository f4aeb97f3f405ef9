package cmstest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (s menuPlane) menuItemParams(update bool) []param {
	var params []param
	if update {
		params = append(params, idParam())
	}
	add := func(p param, def any) {
		p.early, p.empties = true, true
		if !update {
			p.def = def
		}
		params = append(params, p)
	}
	plain := func(name string, s schema, def any) { add(param{name: name, schema: s}, def) }
	add(param{name: "title", schema: schema{kind: "string|object"}, check: checkMenuTitle, raw: true}, nil)
	plain("type", text("taxonomy", "post_type", "post_type_archive", "custom"), "custom")
	add(param{name: "status", schema: text(writeStatuses...), check: s.content.checkStatus}, "publish")
	plain("parent", schema{kind: "integer", floor: true}, int64(0))
	add(param{name: "attr_title", schema: text(), clean: cleanLine}, nil)
	add(param{name: "classes", schema: list(text()), clean: cleanClasses}, nil)
	add(param{name: "description", schema: text(), clean: cleanLine}, nil)
	plain("menu_order", schema{kind: "integer", min: 1}, int64(1))
	add(param{name: "object", schema: text(), clean: cleanKey}, nil)
	plain("object_id", schema{kind: "integer", floor: true}, int64(0))
	plain("target", text("_blank", ""), nil)
	add(param{name: "url", schema: schema{kind: "string", format: "uri"}, check: checkURL, clean: cleanURLParam}, nil)
	add(param{name: "xfn", schema: list(text()), clean: cleanClasses}, nil)
	plain("menus", integer(), nil)
	add(param{name: "meta", schema: schema{kind: "object"}, check: checkMeta, raw: true}, nil)
	return params
}

func checkMenuTitle(_ *call, value any) *problem {
	switch value.(type) {
	case string, map[string]any, php.Object, []any:
		return nil
	}
	return invalidType("title", "string,object")
}

// cleanLine makes a text that has no tags, no encoded octets and one space between words.
func cleanLine(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	return php.PlainLine(text), nil
}

// cleanClasses leaves in names of classes what may stand in them.
func cleanClasses(_ *call, value any) (any, *problem) {
	list, _ := php.ToList(value)
	out := []any{}
	for _, e := range list {
		word, _ := e.(string)
		out = append(out, php.ClassRunes.ReplaceAllString(php.Octet.ReplaceAllString(word, ""), ""))
	}
	return out, nil
}

func cleanKey(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	return php.ClassRunes.ReplaceAllString(strings.ToLower(text), ""), nil
}

// checkURL lets an address pass if something is left of it when it is cleaned.
func checkURL(_ *call, value any) *problem {
	address := php.ScalarText(value)
	if address != "" && php.CleanURL(address) == "" {
		return &problem{"rest_invalid_url", "url is not an address.", nil}
	}
	return nil
}

func cleanURLParam(_ *call, value any) (any, *problem) {
	return php.CleanURL(php.ScalarText(value)), nil
}
