package paging

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// failing is a source of nine pages whose third one ends its goroutine.
func failing(ahead int, adapt bool, end func()) Source[int] {
	source := numbers(1, ahead, 9, 9)
	source.Adapt = adapt
	fetch := source.Fetch
	source.Fetch = func(ctx context.Context, number int) (int, error) {
		time.Sleep(time.Millisecond)
		if number == 3 {
			end()
		}
		return fetch(ctx, number)
	}
	return source
}

func misstep() { panic(errMisstep) }

var errMisstep = errors.New("a misstep")

func TestPanicOfAPageFetchedAheadReachesTheConsumer(t *testing.T) {
	t.Parallel()
	for _, adapt := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) { // which fails if a goroutine is left
			pages := 0
			value := func() (value any) {
				defer func() { value = recover() }()
				for range Walk(t.Context(), failing(4, adapt, misstep)) {
					pages++
				}
				return nil
			}()
			e, ok := value.(*relay.PanicError)
			if !ok || pages != 2 {
				t.Fatalf("%d pages, then %v", pages, value)
			}
			if !errors.Is(e, errMisstep) || e.Value != any(errMisstep) || !strings.Contains(string(e.Stack), "paging.misstep") || !strings.Contains(e.Error(), "a misstep") || !strings.Contains(e.Error(), "paging.misstep") {
				t.Errorf("%v: %v", adapt, e)
			}
		})
	}
}

func TestPanicIsWrappedOnce(t *testing.T) {
	t.Parallel()
	inner := &relay.PanicError{Value: "inner", Stack: []byte("stack")}
	defer func() {
		if value := recover(); value != any(inner) {
			t.Errorf("%v", value)
		}
		if inner.Unwrap() != nil {
			t.Error("a text is no error")
		}
	}()
	for range Walk(t.Context(), failing(4, false, func() { panic(inner) })) {
	}
}

func TestPanicOfAPlainWalkStaysAsItIs(t *testing.T) {
	t.Parallel()
	defer func() {
		if value := recover(); value != any(errMisstep) {
			t.Errorf("%v", value)
		}
	}()
	for range Walk(t.Context(), failing(0, false, misstep)) {
	}
}

func TestPanicOfAnUnneededPageIsIgnored(t *testing.T) {
	t.Parallel()
	for range Walk(t.Context(), failing(4, false, misstep)) {
		break
	}
}

func TestGoexitOfAPageReachesTheConsumer(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int{0, 4} {
		synctest.Test(t, func(t *testing.T) {
			var pages atomic.Int32
			var after atomic.Bool
			done := make(chan struct{})
			go func() {
				defer close(done)
				for range Walk(t.Context(), failing(ahead, ahead > 0, runtime.Goexit)) {
					pages.Add(1)
				}
				after.Store(true)
			}()
			select {
			case <-done:
			case <-time.After(time.Hour):
				t.Fatal("the walk hangs")
			}
			if pages.Load() != 2 || after.Load() {
				t.Errorf("%d ahead: %d pages, went on: %v", ahead, pages.Load(), after.Load())
			}
		})
	}
}
