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

// Integer is the schema of whole numbers.
func Integer() Schema { return Schema{Kind: "integer"} }

// Text is the schema of texts: of any, or of these.
func Text(enum ...string) Schema { return Schema{Kind: "string", Enum: enum} }

// List is the schema of lists.
func List(items Schema) Schema { return Schema{Kind: "array", Items: &items} }

// Boolean is the schema of true and false.
func Boolean() Schema { return Schema{Kind: "boolean"} }

// DateTime is the schema of dates with a time.
func DateTime() Schema { return Schema{Kind: "string", Format: "date-time"} }

// CleanKey leaves lower letters, digits, dashes and underscores.
func CleanKey(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.ClassRunes.ReplaceAllString(strings.ToLower(text), ""), nil
}

// CleanURL makes of a text what may stand for an address.
func CleanURL(_ *Call, _ *Param, value any) (any, *Problem) {
	return php.CleanURL(php.ScalarText(value)), nil
}
