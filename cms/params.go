package cms

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// requireWhole refuses a record that was not read whole, in the context "edit".
// always are members, each a name and its value, that a whole record has: the mark
// of a partial one does not outlive its encoding.
func requireWhole(partial bool, always [][2]string, texts ...Text) error {
	if partial {
		return transport.Because(ErrIncomplete, &ArgumentError{Argument: "_fields", Reason: "the record was read with some of its fields only"})
	}
	if !slices.ContainsFunc(texts, Text.HasRaw) {
		return transport.Because(ErrIncomplete, &ArgumentError{Argument: "context", Reason: "the record was not read in the context edit: read it with InContext(ContextEdit), or list it with Context: ContextEdit"})
	}
	var missing []string
	for _, member := range always {
		if member[1] == "" {
			missing = append(missing, member[0])
		}
	}
	if missing != nil {
		return transport.Because(ErrIncomplete, &ArgumentError{Argument: "_fields", Reason: "the record has no " + strings.Join(missing, ", ") +
			": it was read with some of its fields only, or its type has no such fields and params of its own are due"})
	}
	for _, t := range texts {
		if !t.HasRaw() {
			return transport.Because(ErrIncomplete, &ArgumentError{Argument: "context", Reason: "the record lacks one of its raw texts: read it with InContext(ContextEdit), or its type has no such text and params of its own are due"})
		}
	}
	return nil
}

// ownDate is the date of a record that has one of its own.
func ownDate(status Status, date GMTTime) Date {
	if date.IsZero() || status == StatusDraft || status == StatusPending || status == StatusAutoDraft {
		return Date{}
	}
	return date.Date()
}

// ownSlug is the slug of a record without what the site adds to it in the trash,
// and leaves there when the record comes back.
func ownSlug(status Status, slug string) *string {
	if status == StatusTrash {
		slug = strings.TrimSuffix(slug, "__trashed")
	}
	return nonZero(slug)
}

// settableStatus is the status if a record may be given it, otherwise nil.
func settableStatus(status Status) *Status {
	if !status.settable() {
		return nil
	}
	return &status
}
