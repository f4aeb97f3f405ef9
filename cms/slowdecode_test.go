package cms_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// slow is a record whose decoding takes until release is closed. It says on begun that it has begun.
type slow struct{}

var begun, release = make(chan struct{}), make(chan struct{})

func (*slow) UnmarshalJSON([]byte) error {
	close(begun)
	<-release
	return nil
}

func TestContextEndsACallThatDecodesALargeResponse(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	t.Cleanup(func() { close(release) })
	id := server.Insert("posts", map[string]any{"content": strings.Repeat("x", 2<<20)})
	boom := errors.New("boom")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-begun
		cancel(boom)
	}()
	record, err := cms.Do(ctx, dial(t, server.URL), cms.Request[slow]{Path: fmt.Sprintf("cms/v2/posts/%d", id)})
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("cms.Do: error %v, want a *cms.Error", err)
	case !errors.Is(err, boom):
		t.Errorf("cms.Do: error %v, want %v", err, boom)
	case e.Status != 200:
		t.Errorf("cms.Do: Status %d, want 200", e.Status)
	case record != nil:
		t.Errorf("cms.Do: %+v, want nil", record)
	}
}
