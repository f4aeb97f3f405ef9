package cms

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Line makes a text of a site fit for a terminal or a log: valid UTF-8 on one line,
// of at most limit bytes. What is cut ends with the sign … after those bytes.
//
// Titles, names and messages may hold what a terminal obeys. Line breaks, spaces,
// control characters and marks that turn the direction of the text become one space.
// Characters that nobody sees, such as zero-width ones, are left out. HTML stays as
// it is. The errors of this module print the texts of a site this way.
//
//	fmt.Println(cms.Line(post.Title.Rendered, 80))
func Line(text string, limit int) string { return transport.Line(text, limit) }

// Join returns an error that wraps all of errs that are not nil, and nil if there is
// none. It is as that of [errors.Join] to [errors.Is] and [errors.As]. Its text is one
// line of at most 4 KB: of errors that do not fit, it says how many there are.
func Join(errs ...error) error {
	kept := make([]error, 0, len(errs))
	for _, err := range errs {
		if err != nil {
			kept = append(kept, err)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return &joined{kept}
}

// joined is several errors.
type joined struct{ errs []error }

func (j *joined) Error() string {
	limit := transport.MaxError
	if len(j.errs) > 1 {
		limit = transport.MaxReason / 2
	}
	var text strings.Builder
	for i, err := range j.errs {
		line := transport.Line(err.Error(), limit)
		more := fmt.Sprintf("; and %d more", len(j.errs)-i)
		if i > 0 && text.Len()+len("; ")+len(line)+len(more) > transport.MaxError {
			return text.String() + more
		}
		if i > 0 {
			text.WriteString("; ")
		}
		text.WriteString(line)
	}
	return text.String()
}

// Unwrap returns the errors.
func (j *joined) Unwrap() []error { return j.errs }
