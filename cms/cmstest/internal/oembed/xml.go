package oembed

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// WantsXML reports whether the response to a call is XML. This includes error responses.
func WantsXML(c *rest.Call) bool {
	return c.Method == "GET" && !c.Head && c.Path() == "/"+namespace+"/embed" && c.Text("format") == "xml"
}

// XML returns the body of a response as XML, or nil if the body is empty.
func XML(body any) []byte {
	value, err := php.ParseOrdered(php.AppendJSON(nil, body))
	if err != nil {
		panic(fmt.Sprintf("cmstest: the body of an embed: %v", err)) // cannot happen: the server encoded it
	}
	members, ok := value.(php.Object)
	if !ok || len(members) == 0 {
		return nil
	}
	var out strings.Builder
	out.WriteString("<?xml version=\"1.0\"?>\n")
	element(&out, "oembed", members)
	out.WriteString("\n")
	return []byte(out.String())
}

// element writes a value as an element. The elements of a list have the name oembed, as in
// WordPress.
func element(out *strings.Builder, name string, value any) {
	var inner strings.Builder
	switch v := value.(type) {
	case php.Object:
		for _, m := range v {
			element(&inner, m.Name, m.Value)
		}
	case []any:
		for _, e := range v {
			element(&inner, "oembed", e)
		}
	case bool:
		if v {
			inner.WriteString("1")
		}
	case nil:
	default:
		text(&inner, fmt.Sprint(v))
	}
	if inner.Len() == 0 {
		fmt.Fprintf(out, "<%s/>", name)
		return
	}
	fmt.Fprintf(out, "<%[1]s>%[2]s</%[1]s>", name, inner.String())
}

var entity = regexp.MustCompile(`&(#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]\w*);`)

// text writes a text in ASCII. It decodes HTML entities. It keeps named entities that XML does not
// have, such as &nbsp;. They are invalid in XML, but WordPress keeps them, too.
func text(out *strings.Builder, value string) {
	at := 0
	for _, span := range entity.FindAllStringIndex(value, -1) {
		escape(out, value[at:span[0]])
		found := value[span[0]:span[1]]
		at = span[1]
		switch read := html.UnescapeString(found); {
		case read != found && found[1] != '#' && !strings.ContainsAny(read, `&<>"`):
			out.WriteString(found)
		default:
			escape(out, read)
		}
	}
	escape(out, value[at:])
}

func escape(out *strings.Builder, value string) {
	for _, r := range value {
		switch {
		case r == '&':
			out.WriteString("&amp;")
		case r == '<':
			out.WriteString("&lt;")
		case r == '>':
			out.WriteString("&gt;")
		case r > 126:
			fmt.Fprintf(out, "&#x%X;", r)
		default:
			out.WriteRune(r)
		}
	}
}
