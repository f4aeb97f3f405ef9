package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Ask writes a question to standard error, and returns the line that is typed, without
// spaces around it. Errors: [io.EOF] if the input has ended; that of ctx if Ctrl-C ends
// it first.
func (e Environment) Ask(ctx context.Context, question string) (string, error) {
	if _, err := io.WriteString(e.Err, question); err != nil {
		return "", err
	}
	line, err := await(ctx, func() (string, error) { return readLine(e.In) })
	if err != nil {
		Println(e.Err) // the question stands on a line of its own
	}
	return strings.TrimSpace(line), err
}

// Password prompts for the application password of a user unless there is one.
func Password(ctx context.Context, user, password string, out io.Writer) (string, error) {
	if password != "" {
		return password, nil
	}
	terminal := int(os.Stdin.Fd())
	before, err := term.GetState(terminal)
	if err != nil {
		return "", errors.New("no password: set FONTCMS_APP_PASSWORD, or run this on a terminal")
	}
	Printf(out, "application password of %s: ", user)
	typed, err := await(ctx, func() (string, error) {
		typed, err := term.ReadPassword(terminal)
		return string(typed), err
	})
	if ctx.Err() != nil {
		_ = term.Restore(terminal, before) // ReadPassword still waits, and shows nothing that is typed
	}
	fmt.Fprintln(out)
	return typed, err
}

// await returns what read returns, or the error of ctx if that ends first. A read from a
// terminal cannot be stopped, so it is left to wait: the program ends.
func await(ctx context.Context, read func() (string, error)) (string, error) {
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := read()
		done <- result{text, err}
	}()
	select {
	case got := <-done:
		return got.text, got.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// readLine reads up to the end of a line, and nothing after it. A last line may lack its
// end.
func readLine(in io.Reader) (string, error) {
	var line strings.Builder
	for b := make([]byte, 1); ; {
		n, err := in.Read(b)
		switch {
		case n == 1 && b[0] == '\n':
			return line.String(), nil
		case n == 1:
			line.WriteByte(b[0])
		case errors.Is(err, io.EOF) && line.Len() > 0:
			return line.String(), nil
		case err != nil:
			return "", err
		}
	}
}
