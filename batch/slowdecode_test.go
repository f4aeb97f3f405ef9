package batch_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

var errStopped = errors.New("stopped")

// begun is closed, and then waited upon, when the test decodes a stalling.
var begun, release = make(chan struct{}), make(chan struct{})

type stalling struct{}

func (*stalling) UnmarshalJSON([]byte) error {
	close(begun)
	<-release
	return nil
}

// TestContextEndsABatchThatDecodesALargeResponse keeps what was decoded before, and says of
// the rest that it may have run.
func TestContextEndsABatchThatDecodesALargeResponse(t *testing.T) {
	t.Parallel()
	t.Cleanup(func() { close(release) })
	s := newStub(t, always(207, answers(item(200, `{"id":1}`), item(200, `"`+strings.Repeat("x", 2<<20)+`"`),
		item(200, `{"id":3}`))))
	site := client(t, s)
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-begun
		cancel(errStopped)
	}()
	var kept cms.Post
	report, err := batch.New(site).
		Add(site.Posts.UpdateRequest(1, post("a"))).
		Add(cms.Request[stalling]{Method: http.MethodPost, Path: "shop/v1/a", Repeat: cms.RepeatUnsent}).
		Add(site.Posts.UpdateRequest(3, post("c")).Into(&kept)).
		Do(ctx)
	if err != nil {
		t.Fatal(err)
	}
	first, stalled, third := report.Results[0], report.Results[1], report.Results[2]
	switch {
	case first.Err != nil:
		t.Errorf("Builder.Do: first.Err %v, want nil", first.Err)
	case third.Err != nil:
		t.Errorf("Builder.Do: third.Err %v, want nil", third.Err)
	case kept.ID != 3:
		t.Errorf("Request.Into: kept.ID %d, want 3", kept.ID)
	}
	switch {
	case !errors.Is(stalled.Err, errStopped) || !errors.Is(stalled.Err, cms.ErrOutcomeUnknown):
		t.Errorf("Builder.Do: error %v of the stalled item, want %v and ErrOutcomeUnknown", stalled.Err, errStopped)
	case stalled.Status != http.StatusOK:
		t.Errorf("Builder.Do: stalled.Status %d, want StatusOK", stalled.Status)
	}
}
