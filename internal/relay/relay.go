// Package relay takes the panic of one goroutine to the goroutine that waits for it.
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
	Value any    // of the first panic
	Stack []byte // of the goroutine that panicked
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

// again raises a panic again. It is called where the panic was recovered, to keep the
// stack.
func again(value any) func() {
	e, ok := value.(*PanicError)
	if !ok {
		e = &PanicError{value, debug.Stack()}
	}
	return func() { panic(e) }
}

// outcome is what a function did: it returned a value, or exit is not nil: see [Run].
type outcome[T any] struct {
	value T
	exit  func()
}

// start calls f in a goroutine of its own.
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

// Within returns what f returns, or the cause of the context as soon as that ends. f
// then goes on in its goroutine, and its value is dropped, so f must not write to what
// others read. A panic of f is one of the caller.
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

// large is the size of a response from which on decoding it may outlast a context by
// more than a few milliseconds.
const large = 1 << 20

// Decode returns what f makes of a response of size bytes. If that is large, it is
// [Within]; a small response is decoded whatever became of the context.
func Decode[T any](ctx context.Context, size int, f func() T) (T, error) {
	if size < large {
		return f(), nil
	}
	return Within(ctx, f)
}

// Sleep waits, and returns the cause of the context if that ends before.
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
