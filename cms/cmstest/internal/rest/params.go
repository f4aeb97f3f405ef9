package rest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// CleanLine makes a text that has no tags, no encoded octets and one space between words.
func CleanLine(_ *Call, value any) (any, *Problem) {
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

// IDParam is the argument that names a record.
func IDParam() Param { return Param{Name: "id", Schema: Integer()} }

// ContextParam is the argument that says how much of a record is shown.
func ContextParam() Param {
	return Param{Name: "context", Schema: Text("view", "embed", "edit"), Def: "view", Early: true}
}

// PageParams are the arguments of lists that come in pages.
func PageParams() []Param {
	return []Param{
		{Name: "page", Schema: Schema{Kind: "integer", Min: 1}, Def: int64(1), Early: true},
		{Name: "per_page", Schema: Schema{Kind: "integer", Min: 1, Max: 100}, Def: int64(10), Early: true},
		{Name: "search", Schema: Text(), Early: true, Clean: CleanLine},
	}
}

// CleanKey leaves lower letters, digits, dashes and underscores.
func CleanKey(_ *Call, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.ClassRunes.ReplaceAllString(strings.ToLower(text), ""), nil
}

// CleanURL makes of a text what may stand for an address.
func CleanURL(_ *Call, value any) (any, *Problem) {
	return php.CleanURL(php.ScalarText(value)), nil
}

// CheckMeta takes what may stand for an object.
func CheckMeta(_ *Call, value any) *Problem {
	switch value.(type) {
	case map[string]any, php.Object, []any:
		return nil
	}
	return &Problem{Message: "meta must be an object."}
}

// CleanSlug makes a slug.
func CleanSlug(_ *Call, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.SanitizeSlug(text), nil
}
