package fonts

import (
	"context"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Attempt says which request middleware has before it: see [AttemptFrom].
type Attempt struct {
	Operation string // that was called: "fonts.List", "fonts.All"
	Number    int    // of the attempt, from 1; a redirect is no new one
}

// AttemptFrom returns the attempt that a request belongs to, for middleware that
// names a span or counts what is repeated. It takes the context of the request,
// and is false where that is none of this package.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := transport.AttemptFrom(ctx)
	return Attempt(a), ok
}
