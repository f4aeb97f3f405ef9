// Package relay passes a panic of one goroutine to the goroutine that waits for it.
package relay

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
)

// PanicError is the value of a panic that happened in another goroutine.
type PanicError struct {
	Value any    // value of the first panic
	Stack []byte // stack of the goroutine that panicked
}

// Error returns the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("a panic in another goroutine: %v\n\n%s", e.Value, e.Stack)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Run calls f, and then ended, even if f panics or ends its goroutine. The argument
// of ended is nil if f returned. Otherwise it is a function that does the same to the
// goroutine that calls it: it panics with a [*PanicError], or calls [runtime.Goexit].
func Run(f func(), ended func(exit func())) {
	exit := runtime.Goexit
	defer func() {
		if value := recover(); value != nil {
			exit = again(value)
		}
		ended(exit)
	}()
	f()
	exit = nil
}

// again returns a function that panics with value. It must be called where the panic was
// recovered, so that it can keep the stack.
func again(value any) func() {
	e, ok := value.(*PanicError)
	if !ok {
		e = &PanicError{value, debug.Stack()}
	}
	return func() { panic(e) }
}

// outcome tells how a function ended. If the function returned, value is its result and exit is
// nil. If it panicked or ended its goroutine, exit does the same to the goroutine that calls
// exit: see [Run].
type outcome[T any] struct {
	value T
	exit  func()
}

// start calls f in a new goroutine, and sends the outcome to the channel that it returns.
func start[T any](f func() T) <-chan outcome[T] {
	done := make(chan outcome[T], 1)
	go func() {
		var o outcome[T]
		Run(func() { o.value = f() }, func(exit func()) {
			o.exit = exit
			done <- o
		})
	}()
	return done
}

// Within calls f in a new goroutine and returns its value. If the context ends first, Within
// returns its cause at once. f then continues and its value is dropped, so f must not write
// to shared memory. If f panics, the caller panics.
func Within[T any](ctx context.Context, f func() T) (value T, err error) {
	if ctx.Err() != nil {
		return value, context.Cause(ctx)
	}
	select {
	case o := <-start(f):
		if o.exit != nil {
			o.exit()
		}
		return o.value, nil
	case <-ctx.Done():
		return value, context.Cause(ctx)
	}
}

// large is a size in bytes. Decoding a larger response takes more than a few milliseconds.
const large = 1 << 20

// Decode calls f, which decodes a response of size bytes. For a large response it uses
// [Within]. A small response is decoded even if the context has ended.
func Decode[T any](ctx context.Context, size int, f func() T) (T, error) {
	if size < large {
		return f(), nil
	}
	return Within(ctx, f)
}

// Sleep waits for d. If the context ends first, it returns the cause of the context.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
