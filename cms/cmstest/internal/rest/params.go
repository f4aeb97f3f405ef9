package rest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// CleanLine makes a text that has no tags, no encoded octets and one space between words.
func CleanLine(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.PlainLine(text), nil
}

// Text is the schema of texts: of any, or of these.
func Text(enum ...string) Schema { return Schema{Kind: "string", Enum: enum} }

// CleanKey leaves lower letters, digits, dashes and underscores.
func CleanKey(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.ClassRunes.ReplaceAllString(strings.ToLower(text), ""), nil
}

// CleanURL makes of a text what may stand for an address.
func CleanURL(_ *Call, _ *Param, value any) (any, *Problem) {
	return php.CleanURL(php.ScalarText(value)), nil
}
