package cmstest

import (
	"regexp"
	"strings"
)

func menuItemParams(update bool) []param {
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
	add(param{name: "status", schema: text(writeStatuses...), check: checkStatus}, "publish")
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
	case string, map[string]any, object, []any:
		return nil
	}
	return invalidType("title", "string,object")
}

// looseTag is a tag, or the beginning of what is none.
var looseTag = regexp.MustCompile(`<[^<>]*>?`)

var escapedText = strings.NewReplacer("<", "&lt;", `"`, "&quot;", "'", "&#039;")

var octet = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

// cleanLine makes a text that has no tags, no encoded octets and one space between words.
func cleanLine(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	return plainLine(text), nil
}

func plainLine(text string) string {
	text = looseTag.ReplaceAllStringFunc(text, func(found string) string {
		if strings.HasSuffix(found, ">") {
			return found
		}
		return escapedText.Replace(found)
	})
	text = stripTags(scriptForm.ReplaceAllString(text, ""))
	return strings.Join(fields(octet.ReplaceAllString(text, "")), " ")
}

// cleanClasses leaves in names of classes what may stand in them.
func cleanClasses(_ *call, value any) (any, *problem) {
	list, _ := toList(value)
	out := []any{}
	for _, e := range list {
		word, _ := e.(string)
		out = append(out, classRunes.ReplaceAllString(octet.ReplaceAllString(word, ""), ""))
	}
	return out, nil
}

var classRunes = regexp.MustCompile(`[^A-Za-z0-9_-]`)

func cleanKey(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	return classRunes.ReplaceAllString(strings.ToLower(text), ""), nil
}

// checkURL lets an address pass if something is left of it when it is cleaned.
func checkURL(_ *call, value any) *problem {
	address := scalarText(value)
	if address != "" && cleanURL(address) == "" {
		return &problem{"rest_invalid_url", "url is not an address.", nil}
	}
	return nil
}

func cleanURLParam(_ *call, value any) (any, *problem) { return cleanURL(scalarText(value)), nil }

var (
	urlRunes = regexp.MustCompile(`[^A-Za-z0-9\-~+_.?#=!&;,/:%@$|*'()\[\]\x{80}-\x{10ffff}]`)
	scheme   = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*):`)
	phpFile  = regexp.MustCompile(`(?i)^[a-z0-9-]+?\.php`)
)

// cleanURL drops what cannot stand in an address, puts http before a host without a scheme, and refuses (as "") the schemes that
// run something.
func cleanURL(address string) string {
	address = strings.ReplaceAll(strings.TrimLeft(address, " \t\n\r\v\f"), " ", "%20")
	address = urlRunes.ReplaceAllString(address, "")
	if address == "" {
		return ""
	}
	if m := scheme.FindStringSubmatch(address); m != nil {
		name := strings.ToLower(m[1])
		for _, known := range strings.Fields("http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn") {
			if name == known {
				return name + address[len(m[1]):]
			}
		}
		return ""
	}
	if strings.ContainsAny(address[:1], "/#?") || phpFile.MatchString(address) {
		return address
	}
	return "http://" + address
}

// scalarText reads a number as the text that it is written with.
func scalarText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int64, float64, bool:
		return strings.Trim(string(appendJSON(nil, v)), `"`)
	}
	return ""
}
