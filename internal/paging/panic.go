package paging

import (
	"fmt"
	"runtime/debug"
)

// PanicError is what a walk panics with when a page that was fetched ahead has
// panicked, in a goroutine that its consumer does not see.
type PanicError struct {
	Value any    // of the first panic
	Stack []byte // of the goroutine that panicked
}

// Error returns the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("a page that was fetched ahead panicked: %v\n\n%s", e.Value, e.Stack)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// panics repeats a panic. It is called where that was recovered, for the stack.
func panics(value any) func() {
	e, ok := value.(*PanicError)
	if !ok {
		e = &PanicError{value, debug.Stack()}
	}
	return func() { panic(e) }
}
