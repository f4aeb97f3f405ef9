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
				t.Fatalf("panic %v after %d pages, want a *relay.PanicError after 2", value, pages)
			}
			switch {
			case !errors.Is(e, errMisstep):
				t.Errorf("walk: recovered %v, want an error that wraps %v", e, errMisstep)
			case e.Value != any(errMisstep):
				t.Errorf("walk: recovered the value %v, want %v", e.Value, errMisstep)
			case !strings.Contains(string(e.Stack), "paging.misstep"):
				t.Errorf("walk: recovered an error whose stack is without %q, want it", "paging.misstep")
			case !strings.Contains(e.Error(), "a misstep"):
				t.Errorf("walk: recovered %v, want %q in it", e, "a misstep")
			case !strings.Contains(e.Error(), "paging.misstep"):
				t.Errorf("walk: recovered %v, want %q in it", e, "paging.misstep")
			}
		})
	}
}

func TestPanicIsWrappedOnce(t *testing.T) {
	t.Parallel()
	inner := &relay.PanicError{Value: "inner", Stack: []byte("stack")}
	defer func() {
		if value := recover(); value != any(inner) {
			t.Errorf("walk: recovered %v, want %v", value, inner)
		}
		if inner.Unwrap() != nil {
			t.Errorf("panic of a text unwraps to %v, want nil", inner.Unwrap())
		}
	}()
	for range Walk(t.Context(), failing(4, false, func() { panic(inner) })) {
	}
}

func TestPanicOfAPlainWalkStaysAsItIs(t *testing.T) {
	t.Parallel()
	defer func() {
		if value := recover(); value != any(errMisstep) {
			t.Errorf("walk: recovered %v, want %v", value, errMisstep)
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
				t.Fatal("the walk does not return within an hour, want the panic")
			}
			switch {
			case pages.Load() != 2:
				t.Errorf("%d ahead: %d pages, want 2", ahead, pages.Load())
			case after.Load():
				t.Errorf("%d ahead: loop went on after Goexit, want it ended", ahead)
			}
		})
	}
}
