package batch_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// unsentFixture is a fixture whose request no builder sends.
type unsentFixture struct {
	reason string
	// try is the nearest that a caller could do, which has to be refused. Nil
	// where there is nothing to try.
	try func(*batch.Builder)
	// items is how many items the batch has that gets the answer all the same; err
	// is what Do then says, and want what becomes of the items.
	items int
	err   []error
	want  []outcome
}

func unsentFixtures() map[string]unsentFixture {
	refused := []error{cms.ErrBadRequest, cms.CodeInvalidParam}
	oneNotRun := []outcome{notRun()}
	return map[string]unsentFixture{
		"batch_26_items_400": {"more than the site takes are refused", func(b *batch.Builder) {
			for range 26 {
				b.Post("cms/v2/posts", post("n"))
			}
		}, 1, refused, oneNotRun},
		"batch_bad_path": {"a path is a route below the root", func(b *batch.Builder) {
			b.Post("http:///bad", nil)
		}, 2, nil, []outcome{failed(400, cms.ErrBadRequest, cms.ErrorCode("parse_path_failed")), created(1581)}},
		"batch_bad_validation_400": {"the builder alone says what the validation is", nil, 1, refused, oneNotRun},
		"batch_body_array_instead_of_object": {"a body is an object", func(b *batch.Builder) {
			b.Post("cms/v2/posts", []int{})
		}, 1, nil, []outcome{failed(400, cms.ErrBadRequest, cms.ErrorCode("empty_content"))}},
		"batch_envelope": {"the envelope hides the status of an error", func(b *batch.Builder) {
			b.Add(cms.Request[cms.Post]{Method: http.MethodPost, Path: "cms/v2/posts", Query: url.Values{"_envelope": {"1"}}})
		}, 1, []error{cms.ErrOutcomeUnknown, cms.ErrDecode},
			[]outcome{{0, 0, []error{cms.ErrOutcomeUnknown, cms.ErrDecode}}}},
		"batch_get_method_400": {"the batch route takes no GET", func(b *batch.Builder) {
			b.Add(cms.Request[[]cms.Post]{Path: "cms/v2/posts"})
		}, 1, refused, oneNotRun},
		"batch_lowercase_method": {"methods are in capitals", func(b *batch.Builder) {
			b.Add(cms.Request[cms.Post]{Method: "post", Path: "cms/v2/posts", Body: post("lc")})
		}, 1, refused, oneNotRun},
		"batch_no_requests_400": {"an empty batch is not sent", nil, 1,
			[]error{cms.ErrBadRequest, cms.CodeMissingParam}, oneNotRun},
	}
}

func TestRequestsThatNoBuilderSendsAreRefused(t *testing.T) {
	t.Parallel()
	for name, f := range unsentFixtures() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if f.reason == "" {
				t.Error("no reason is given, want one")
			}
			if f.try == nil {
				return
			}
			r := sitetest.Start(t, replay.Load(t, name))
			b := batch.New(r.Site)
			f.try(b)
			report, err := b.Do(t.Context())
			exactly(t, err, cms.ErrInvalidArgument)
			r.Transport.Sent(0)
			if report != nil {
				t.Errorf("the report is %v, want nil", report)
			}
		})
	}
}

func TestResponsesToHandMadeRequestsAreDecoded(t *testing.T) {
	t.Parallel()
	for name, f := range unsentFixtures() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := sitetest.Start(t, replay.Load(t, name))
			r.Transport.RegisterResponder(http.MethodPost, replay.Host+r.Request.Path, r.Responder(t))
			b := batch.New(r.Site)
			for range f.items {
				b.Post("cms/v2/posts", post("x"))
			}
			report, err := b.Do(t.Context())
			exactly(t, err, f.err...)
			checkReport(t, report, "", f.want)
			r.Transport.Sent(1)
		})
	}
}

func TestEveryFixtureIsReplayedOrUnsentForAReason(t *testing.T) {
	t.Parallel()
	unsent := map[string]string{}
	for name, f := range unsentFixtures() {
		unsent[name] = f.reason
	}
	replay.Complete(t, slices.Collect(maps.Keys(fixtureCases())), unsent)
}
