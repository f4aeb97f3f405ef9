package transport

import (
	"fmt"
	"strings"
)

// Join returns an error that wraps all errs that are not nil. It returns nil if all are nil.
// [errors.Is] and [errors.As] find each of them, as with [errors.Join]. Its text is one line
// of at most 4 KB, which ends with the number of errors that do not fit.
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

// joined is the error of [Join].
type joined struct{ errs []error }

func (j *joined) Error() string {
	limit := MaxError
	if len(j.errs) > 1 {
		limit = MaxReason / 2
	}
	var text strings.Builder
	for i, err := range j.errs {
		line := Line(err.Error(), limit)
		if i > 0 {
			more := fmt.Sprintf("; and %d more", len(j.errs)-i)
			if text.Len()+len("; ")+len(line)+len(more) > MaxError {
				return text.String() + more
			}
			text.WriteString("; ")
		}
		if i < len(j.errs)-1 {
			line = strings.TrimSuffix(line, ".")
		}
		text.WriteString(line)
	}
	return text.String()
}

// Unwrap returns the errors.
func (j *joined) Unwrap() []error { return j.errs }
