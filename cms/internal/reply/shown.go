package reply

import (
	"bytes"
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/facts"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Reads reports whether the record in a response to a write is in the context "view". The
// write was then carried out as a read, because a site responds to a write in the context
// "edit". A proxy that turns POST into GET has this effect.
//
// Posts, pages, blocks, files, menu items, comments and custom types have raw texts only
// in "edit". contexts has the fields that tell the contexts of other records apart. Terms,
// menus, settings, plugins and templates are the same in both, so Reads is false for these.
func Reads(record []byte, contexts facts.Contexts) bool {
	if len(contexts.Always) > 0 {
		shown := shownOf(record, slices.Concat(contexts.Always, contexts.Edit))
		return has(shown, contexts.Always) && !hasAny(shown, contexts.Edit)
	}
	// Check the guid first. It decides for blocks, whose title and content are raw in both contexts.
	texts := []string{"guid", "title", "content", "excerpt", "caption", "description"}
	shown := shownOf(record, texts)
	rendered := false
	for _, name := range texts {
		text := shown[name]
		if text.raw {
			return false
		}
		rendered = rendered || text.rendered
		if rendered && name == "guid" {
			return true
		}
	}
	return rendered
}

// shownOf returns the fields of a record that are among names.
func shownOf(record []byte, names []string) map[string]forms {
	shown := map[string]forms{}
	for name, value := range members(record) {
		if slices.Contains(names, string(name)) {
			shown[string(name)] = formsOf(value)
		}
	}
	return shown
}

// forms tells whether a record holds a text in the form raw, and in the form rendered.
type forms struct{ raw, rendered bool }

func formsOf(value jsontext.Value) (f forms) {
	for name := range members(value) {
		f.raw = f.raw || string(name) == "raw"
		f.rendered = f.rendered || string(name) == "rendered"
	}
	return f
}

// members yields the names and values of a JSON object. Each value is a slice of the bytes of object,
// not a copy. For any other JSON it yields nothing. It stops at invalid JSON.
func members(object []byte) iter.Seq2[[]byte, jsontext.Value] {
	return func(yield func([]byte, jsontext.Value) bool) {
		dec, err := wire.OpenObject(object)
		if err != nil {
			return
		}
		for {
			name, err := wire.Member(dec)
			if err != nil || name == nil {
				return
			}
			name = bytes.Clone(name) // reading the value overwrites the name
			value, err := wire.Part(dec, object)
			if err != nil || !yield(name, value) {
				return
			}
		}
	}
}

func has(shown map[string]forms, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { _, ok := shown[name]; return !ok })
}

func hasAny(shown map[string]forms, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := shown[name]; return ok })
}
