package oembed

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// XML is nil for an answer of no fields, which the site cannot write.
func XML(body any) []byte {
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
		inner.WriteString(php.XMLText(fmt.Sprint(v)))
	}
	if inner.Len() == 0 {
		fmt.Fprintf(out, "<%s/>", name)
		return
	}
	fmt.Fprintf(out, "<%s>%s</%s>", name, inner.String(), name)
}
