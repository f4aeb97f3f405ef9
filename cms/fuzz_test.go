package cms

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

func FuzzErrorEnvelope(f *testing.F) {
	for _, s := range []string{
		`{"code":"rest_invalid_param","message":"m","data":{"status":400,"params":{"a":"b"},"details":{"a":{"code":"c",` +
			`"message":"d","data":null}}},"additional_errors":[{"code":"x"}]}`,
		`{"code":404,"message":"m","data":null}`, `{"code":"a","data":{"params":["x"]}}`, `<br />` + "\n" + `{"code":"x"}`,
		`[]`, `{"code":{}}`, `{`, ``,
	} {
		f.Add([]byte(s))
	}
	for _, answer := range fuzzing.Answers(f, "testdata", "error_*", "auth_*") {
		f.Add(answer.Body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		envelope, ok := reply.Parse(body)
		if ok != (envelope.Code != "") {
			t.Fatalf("Parse(%q): code %q, ok %t, want ok only with a code", body, envelope.Code, ok)
		}
		e := &Error{Status: 404}
		e.setEnvelope(envelope)
		if e.Is(ErrNotFound) && (e.Code == "" || e.Code == CodeNoRoute) {
			t.Errorf("error %q with code %q is ErrNotFound, want that only with a code of a record", body, e.Code)
		}
		switch text := e.Error(); {
		case !strings.Contains(text, string(e.Code)):
			t.Errorf("error text %q, want the code %q in it", text, e.Code)
		case len(e.Params) == 0 && !strings.Contains(text, e.Message):
			t.Errorf("error text %q, want the message %q in it", text, e.Message)
		}
		var members map[string]jsontext.Value
		if utf8.Valid(body) && wire.Unmarshal(body, &members) == nil { // what stands there is what is read
			for name, got := range map[string]string{"code": string(e.Code), "message": e.Message} {
				var text string
				if members[name].Kind() == '"' && wire.Unmarshal(members[name], &text) == nil && text != got {
					t.Errorf("member %s: %q, want %q", name, got, text)
				}
			}
		}
		for _, raw := range append(rawOf(e.Details), rawOf(map[string]ErrorDetail{"": {Data: e.Data}})...) {
			if len(raw) > 0 && !raw.IsValid(wire.Options()) {
				t.Errorf("error %q keeps %q, want valid JSON", body, raw)
			}
		}
	})
}

func rawOf(details map[string]ErrorDetail) (raw []jsontext.Value) {
	for _, d := range details {
		raw = append(raw, jsontext.Value(d.Data))
	}
	return raw
}

// FuzzResponse takes any answer for that to a reading and to a writing.
func FuzzResponse(f *testing.F) {
	for _, answer := range fuzzing.Answers(f, "testdata", "fault_*", "plain_*", "auth_*", "posts_get*", "posts_create_2*",
		"posts_delete_*") {
		f.Add(answer.Status, answer.Header.Get("Location"), answer.Header.Get("Retry-After"), answer.Body)
	}
	f.Add(503, "", "1", []byte(`{"code":"wp_die"}`))
	f.Add(302, "https://u:p@h/?secret=1#x", "", []byte(""))
	client, err := New("https://docs.example.org")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, location, retryAfter string, body []byte) {
		resp := &transport.Response{Status: status, Header: http.Header{"Location": {location}, "Retry-After": {retryAfter}},
			Body: body, Attempts: 1}
		for _, literal := range []Request[json.RawMessage]{{}, {Method: http.MethodPost}} {
			r := untyped(literal).withDefaults(client.site.config.prefix)
			call, err := r.build(client.site.root, apply[CallOption](nil, nil))
			if err != nil {
				t.Fatal(err)
			}
			answer, _, err := r.read(t.Context(), call, resp, nil)
			v, _ := answer.(*json.RawMessage)
			if v == nil && err == nil {
				t.Fatal("Do: neither a result nor an error, want one of them")
			}
			writes := r.Method == http.MethodPost
			success := status >= 200 && status < 300
			if err == nil {
				switch {
				case !success:
					t.Fatalf("status %d with body %q: result %q, want an error", status, body, *v)
				case *v != nil && (!jsontext.Value(*v).IsValid(wire.Options()) || !bytes.Contains(body, *v)):
					t.Fatalf("status %d with body %q: result %q, want valid JSON of the body", status, body, *v)
				}
				continue
			}
			got, ok := errors.AsType[*Error](err)
			switch {
			case !ok:
				t.Fatalf("%d with %q: %#v, want a *Error", status, body, err)
			case got.Status != status:
				t.Fatalf("status %d with body %q: error %#v, want the status", status, body, err)
			case got.Error() == "":
				t.Fatalf("%d with %q: %#v: Error() empty, want a text", status, body, err)
			case len(got.Body) > transport.MaxBody:
				t.Fatalf("%d with %q: %#v: %d bytes of body, want at most MaxBody", status, body, err, len(got.Body))
			}
			unknown := errors.Is(err, ErrOutcomeUnknown)
			switch {
			case unknown && (!writes || status >= 300 && status < 500 && status != 408):
				t.Errorf("%s with status %d and body %q: outcome unknown, want it known", r.Method, status, body)
			case !unknown && writes && (success || status == 408 || status == 502 || status == 504):
				t.Errorf("%s with status %d and body %q: outcome known, want ErrOutcomeUnknown", r.Method, status, body)
			}
			if errors.Is(err, ErrNotFound) && (status != 404 || got.Code == "" || got.Code == CodeNoRoute) {
				t.Errorf("status %d with body %q: ErrNotFound, want another error", status, body)
			}
			if strings.Contains(location, "secret=") && strings.Contains(err.Error(), "secret=") &&
				!bytes.Contains(body, []byte("secret=")) && !strings.Contains(strings.SplitN(location, "?", 2)[0], "secret=") {
				t.Errorf("error %v holds the query of %q, want it without", err, location)
			}
		}
	})
}

func FuzzDate(f *testing.F) {
	for _, s := range []string{"2026-08-28T19:00:00", "2026-08-28T19:00:00+02:00", "2026-11-21 04:53:55",
		"-0001-11-30T00:00:00", "0000-00-00", "", "x"} {
		f.Add(s)
	}
	zone := time.FixedZone("x", 2*60*60)
	f.Fuzz(func(t *testing.T, s string) {
		local, err := LocalTime(s).Time(zone)
		gmt, other := GMTTime(s).Time()
		if (err == nil) != (other == nil) {
			t.Errorf("date %q: error %v in the zone, %v in GMT, want both or neither", s, err, other)
		}
		switch {
		case err != nil && (!local.IsZero() || !gmt.IsZero()):
			t.Errorf("date %q: error %v with times %v and %v, want zero times", s, err, local, gmt)
		case LocalTime(s).IsZero() && (err != nil || !local.IsZero()):
			t.Errorf("date %q: time %v, error %v, want the zero time and nil", s, local, err)
		}
		if err != nil || LocalTime(s).IsZero() {
			return
		}
		if d := gmt.Sub(local); d != 0 && d != 2*time.Hour {
			t.Errorf("date %q: distance of both times %v, want 0 or %v", s, d, 2*time.Hour)
		}
		// What is written for a moment is read as that moment, to the second.
		switch again, err := LocalTime(local.In(zone).Format(dateLayout)).Time(zone); {
		case err != nil:
			t.Errorf("LocalTime of %v: error %v, want nil", local, err)
		case !again.Equal(local.Truncate(time.Second)):
			t.Errorf("LocalTime of %v: %v, want the same to the second", local, again)
		}
		switch again, err := GMTTime(gmt.UTC().Format(dateLayout)).Time(); {
		case err != nil:
			t.Errorf("GMTTime of %v: error %v, want nil", gmt, err)
		case !again.Equal(gmt.Truncate(time.Second)):
			t.Errorf("GMTTime of %v: %v, want the same to the second", gmt, again)
		}
	})
}
