package batch_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
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
		}, 1, []error{cms.ErrOutcomeUnknown, cms.ErrDecode}, []outcome{{0, 0, []error{cms.ErrOutcomeUnknown, cms.ErrDecode}}}},
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
				t.Error("no reason is given")
			}
			if f.try == nil {
				return
			}
			mock := newTransport(t)
			b := batch.New(replaySite(t, mock, fixture(t, name))).AllowAnyRoute()
			f.try(b)
			report, err := b.Do(t.Context())
			exactly(t, err, cms.ErrInvalidArgument)
			if n := mock.GetTotalCallCount(); n != 0 || report != nil {
				t.Errorf("%d requests were sent; the report is %v", n, report)
			}
		})
	}
}

func TestAnswersToRequestsThatNoBuilderSendsAreUnderstood(t *testing.T) {
	t.Parallel()
	for name, f := range unsentFixtures() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := fixture(t, name)
			mock := newTransport(t)
			mock.RegisterResponder(http.MethodPost, replayHost+rec.Request.Path, httpmock.ResponderFromResponse(rec.response()))
			b := batch.New(replaySite(t, mock, rec))
			for range f.items {
				b.Post("cms/v2/posts", post("x"))
			}
			report, err := b.Do(t.Context())
			exactly(t, err, f.err...)
			checkReport(t, report, "", f.want)
			if n := mock.GetTotalCallCount(); n != 1 {
				t.Errorf("%d requests were sent, not one", n)
			}
		})
	}
}

func TestEveryFixtureIsReplayedOrUnsentForAReason(t *testing.T) {
	t.Parallel()
	replayed, unsent := fixtureCases(), unsentFixtures()
	files, err := filepath.Glob(filepath.Join("testdata", "*"+recordingEnd))
	if err != nil || len(files) != len(replayed)+len(unsent) {
		t.Errorf("%d files, %d replayed, %d unsent: %v", len(files), len(replayed), len(unsent), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), recordingEnd)
		_, isReplayed := replayed[name]
		_, isUnsent := unsent[name]
		if isReplayed == isUnsent {
			t.Errorf("%s: replayed %v, listed as unsent %v", name, isReplayed, isUnsent)
		}
	}
}
