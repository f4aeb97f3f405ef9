package cmstest

import (
	"fmt"
	"html"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// wantsXML says whether the answer is to be written as XML: on one route alone, errors and envelopes included.
func (s oembedPlane) wantsXML(c *rest.Call) bool {
	return c.Route != nil && c.Route.Pattern == "/"+oembedNamespace+"/embed" && c.Method == "GET" &&
		c.Get("format") == "xml"
}

// oembedXML is nil for an answer of no fields, which the site cannot write.
func oembedXML(body any) []byte {
	if members, _ := body.(php.Object); len(members) == 0 {
		return nil
	}
	var out strings.Builder
	out.WriteString("<?xml version=\"1.0\"?>\n")
	writeElement(&out, "oembed", body)
	out.WriteString("\n")
	return []byte(out.String())
}

// writeElement writes objects as elements in elements. The elements of a list have no name but that of the document.
func writeElement(out *strings.Builder, name string, value any) {
	var inner strings.Builder
	switch v := value.(type) {
	case php.Object:
		for _, m := range v {
			writeElement(&inner, m.Name, m.Value)
		}
	case []string:
		for _, e := range v {
			writeElement(&inner, "oembed", e)
		}
	default:
		inner.WriteString(xmlText(fmt.Sprint(v)))
	}
	if inner.Len() == 0 {
		fmt.Fprintf(out, "<%s/>", name)
		return
	}
	fmt.Fprintf(out, "<%s>%s</%s>", name, inner.String(), name)
}

// xmlText writes HTML as text: its entities are resolved first, and what is not ASCII is written by number.
func xmlText(s string) string {
	var out strings.Builder
	for _, r := range html.UnescapeString(s) {
		switch {
		case r == '&':
			out.WriteString("&amp;")
		case r == '<':
			out.WriteString("&lt;")
		case r == '>':
			out.WriteString("&gt;")
		case r > 0x7e:
			fmt.Fprintf(&out, "&#x%X;", r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
