package worker

import (
	"errors"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
)

// verdict is what an error means for the job.
type verdict struct {
	cause string        // one word
	final bool          // trying again does not help
	after time.Duration // how long the site asks to wait; 0 if it does not
}

// judge says what an error means. A status counts before the body: an HTML page with
// 503 passes, and is no sign that the site has no REST API.
func judge(err error) verdict {
	if cause, ok := isMistake(err); ok {
		return verdict{cause: cause, final: true}
	}
	if errors.Is(err, nats.ErrMaxPayload) {
		return verdict{cause: "large", final: true}
	}
	if _, refused := errors.AsType[*cms.ArgumentError](err); refused || errors.Is(err, recipe.ErrArguments) {
		return verdict{cause: "arguments", final: true}
	}
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return verdict{cause: "failed"}
	}
	switch status := e.Status; {
	case status == 0:
		return verdict{cause: "down"}
	case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
		return verdict{cause: "down", after: e.RetryAfter}
	case errors.Is(err, cms.ErrUnauthorized), errors.Is(err, cms.ErrForbidden):
		return verdict{cause: "rights", final: true}
	case errors.Is(err, cms.ErrNoRoute):
		return verdict{cause: "route", final: true}
	}
	return verdict{cause: "failed"}
}
