package cms

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// commanding is a text that a terminal would obey, and long.
func commanding() string {
	return "\x1b[2J\x1b]0;owned\x07\u202eevil\r\nFAKE LINE" + strings.Repeat(" x", 10<<10)
}

func TestInnerErrorsArePrintable(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"refused200":  &refused200{envelope: reply.Envelope{Message: wire.Text(commanding())}},
		"sourceError": ofSource(errors.New(commanding())),
		"unreadError": &unreadError{write: errors.New(commanding()), read: errors.New(commanding())},
	} {
		if got := err.Error(); got != Line(got, 4<<10) || !strings.Contains(got, "evil FAKE") {
			t.Errorf("%s: error text %.80q of %d bytes, want one line of at most 4 KiB with %q",
				name, got, len(got), "evil FAKE")
		}
	}
}

func TestUnreadErrorHasTheHintOfTheWriteOnly(t *testing.T) {
	t.Parallel()
	write := &Error{Operation: "Posts.Ensure", Method: "POST", Path: "cms/v2/posts", Status: 502, Hint: "check the proxy"}
	read := &Error{Operation: "Posts.Ensure", Method: "GET", Path: "cms/v2/posts/7", Status: 403, Hint: "check the login"}
	err := &unreadError{write: write, read: read, operation: "cms: Posts.Ensure"}
	got := err.Error()
	if !strings.Contains(got, "check the proxy") || strings.Contains(got, "check the login") {
		t.Errorf("error of a write whose record could not be read: %s, want only the hint of the write", got)
	}
	if strings.Count(got, "Posts.Ensure") != 1 || !strings.Contains(got, "failed, too: GET cms/v2/posts/7") {
		t.Errorf("error of a write whose record could not be read: %s, want the operation once, and both requests", got)
	}
	if read.Hint == "" {
		t.Error("Error removed the hint of the error that it wraps, want it there")
	}
}

func TestEmbeddedErrorsAreOneLine(t *testing.T) {
	t.Parallel()
	one, err := json.Marshal(map[string]any{"code": commanding(), "message": commanding(),
		"data": map[string]int{"status": 404}})
	if err != nil {
		t.Fatal(err)
	}
	list := "[" + strings.Repeat(string(one)+",", 30) + string(one) + "]"
	_, err = EmbeddedAs[EmbeddedUser](Embedded{"author": json.RawMessage(list)}, "author")
	if got := fmt.Sprint(err); got != Line(got, 4<<10) || !strings.Contains(got, "more") {
		t.Errorf("EmbeddedAs: error text %.80q of %d bytes, want one line of at most 4 KiB with %q", got, len(got), "more")
	}
}

// A coupon has a code and a message of its own. Its id says that it is a record.
func TestEmbeddedRecordWithACodeIsNoError(t *testing.T) {
	t.Parallel()
	list := json.RawMessage(`[{"id":1,"code":"SUMMER","message":"Ten per cent off.","name":"Eve"}]`)
	all, err := EmbeddedAs[EmbeddedUser](Embedded{"author": list}, "author")
	if err != nil || len(all) != 1 {
		t.Fatalf("EmbeddedAs of record 1 with a code: %d records, error %v, want 1 and nil", len(all), err)
	}
	if all[0].ID != 1 {
		t.Errorf("EmbeddedAs of record 1 with a code: record %d, want 1", all[0].ID)
	}
}
