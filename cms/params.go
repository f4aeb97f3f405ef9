package cms

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// requireWhole refuses a record that was not read whole in the context "edit". always
// lists fields, each a name and its value, that a whole record has: the mark of a
// partial record is lost when it is encoded.
func requireWhole(partial bool, always [][2]string, texts ...Text) error {
	if partial {
		return transport.Because(ErrIncomplete,
			&ArgumentError{Argument: "_fields", Reason: "only some fields of the record were read"})
	}
	if !slices.ContainsFunc(texts, Text.HasRaw) {
		return transport.Because(ErrIncomplete,
			&ArgumentError{Argument: "context",
				Reason: "the record was not read in the context edit: read it with InContext(ContextEdit), or list it with " +
					"Context: ContextEdit"})
	}
	var missing []string
	for _, member := range always {
		if member[1] == "" {
			missing = append(missing, member[0])
		}
	}
	if missing != nil {
		return transport.Because(ErrIncomplete,
			&ArgumentError{Argument: "_fields", Reason: "the record has no " + strings.Join(missing, ", ") +
				": only some of its fields were read, or its type has no such fields and needs params of its own"})
	}
	for _, t := range texts {
		if !t.HasRaw() {
			return transport.Because(ErrIncomplete,
				&ArgumentError{Argument: "context",
					Reason: "the record lacks one of its raw texts: read it with InContext(ContextEdit), or its type has no such " +
						"text and needs params of its own"})
		}
	}
	return nil
}

// ownDate returns the date of a record that has a date of its own.
func ownDate(status Status, date GMTTime) Date {
	if date.IsZero() || status == StatusDraft || status == StatusPending || status == StatusAutoDraft {
		return Date{}
	}
	return date.Date()
}

// ownSlug returns the slug of a record without the suffix that the site adds in the
// trash, and keeps when the record is restored.
func ownSlug(status Status, slug string) *string {
	if status == StatusTrash {
		slug = strings.TrimSuffix(slug, "__trashed")
	}
	return nonZero(slug)
}

// settableStatus returns the status if it can be set, otherwise nil.
func settableStatus(status Status) *Status {
	if !status.settable() {
		return nil
	}
	return &status
}
