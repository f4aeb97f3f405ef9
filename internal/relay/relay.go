// Package relay takes the panic of one goroutine to the goroutine that waits for it.
package relay

import (
	"fmt"
	"runtime"
	"runtime/debug"
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
