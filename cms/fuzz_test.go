package cms

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
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
			t.Fatalf("ok is %v with the code %q: ok is %t, want %t", ok, envelope.Code, ok, envelope.Code != "")
		}
		e := &Error{Status: 404}
		e.setEnvelope(envelope)
		if e.Is(ErrNotFound) && (e.Code == "" || e.Code == CodeNoRoute) {
			t.Errorf(
				`Error.Is(ErrNotFound): %q is taken for gone: e.Is(ErrNotFound) && (e.Code == "" || e.Code == CodeNoRoute) is `+
					`true, want false`, body)
		}
		switch text := e.Error(); {
		case !strings.Contains(text, string(e.Code)):
			t.Errorf("%q hides the code %q or the message %q: text %q, want %q in it", text, e.Code, e.Message, text,
				string(e.Code))
		case !strings.Contains(text, e.Message):
			t.Errorf("%q hides the code %q or the message %q: text %q, want %q in it", text, e.Code, e.Message, text, e.Message)
		}
		var members map[string]jsontext.Value
		if utf8.Valid(body) && wire.Unmarshal(body, &members) == nil { // what stands there is what is read
			for name, got := range map[string]string{"code": string(e.Code), "message": e.Message} {
				var text string
				if members[name].Kind() == '"' && wire.Unmarshal(members[name], &text) == nil && text != got {
					t.Errorf(
						`%s, %q: wire.Unmarshal: members[name].Kind() == '"' && wire.Unmarshal(members[name], &text) == nil && text `+
							`!= got is true, want false`, name, got)
				}
			}
		}
		for _, raw := range append(rawOf(e.Details), rawOf(map[string]ErrorDetail{"": {Data: e.Data}})...) {
			if len(raw) > 0 && !raw.IsValid(wire.Options()) {
				t.Errorf(
					"rawOf(e.Details): %q holds what is no JSON: %q: raw.IsValid(wire.Options()) is false, want true if len(raw) > 0",
					body, raw)
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
			r := erased(literal).withDefaults()
			call, err := r.build(client.site.root, client.site.config.prefix, apply[CallOption](nil, nil))
			if err != nil {
				t.Fatal(err)
			}
			answer, _, err := r.read(t.Context(), client.site.config.prefix, call, resp, nil, false)
			v, _ := answer.(*json.RawMessage)
			if v == nil && err == nil {
				t.Fatal("neither an answer nor an error: error nil, want an error if v == nil")
			}
			writes := r.Method == http.MethodPost
			success := status >= 200 && status < 300
			if err == nil {
				switch {
				case !success:
					t.Fatalf("%d with %q was taken: %q: success is false, want true", status, body, *v)
				case *v != nil && (!jsontext.Value(*v).IsValid(wire.Options()) || !bytes.Contains(body, *v)):
					t.Fatalf(
						"%d with %q was taken: %q: *v != nil && (!jsontext.Value(*v).IsValid(wire.Options()) || !bytes.Contains(body, "+
							"*v)) is true, want false", status, body, *v)
				}
				continue
			}
			got, ok := errors.AsType[*Error](err)
			switch {
			case !ok:
				t.Fatalf("%d with %q: %#v, want a *Error", status, body, err)
			case got.Status != status:
				t.Fatalf("%d with %q: %#v: Status %d, want %d", status, body, err, got.Status, status)
			case got.Error() == "":
				t.Fatalf("%d with %q: %#v: Error() empty, want a text", status, body, err)
			case len(got.Body) > transport.MaxBody:
				t.Fatalf("%d with %q: %#v: length of Body %d, want at most MaxBody", status, body, err, len(got.Body))
			}
			unknown := errors.Is(err, ErrOutcomeUnknown)
			switch {
			case unknown && (!writes || status >= 300 && status < 500 && status != 408):
				t.Errorf(
					"%s answered %d with %q: the outcome is unknown: %v: unknown && (!writes || status >= 300 && status < 500 && "+
						"status != 408) is true, want false", r.Method, status, body, unknown)
			case !unknown && writes && (success || status == 408 || status == 502 || status == 504):
				t.Errorf(
					"%s answered %d with %q: the outcome is unknown: %v: !unknown && writes && (success || status == 408 || status "+
						"== 502 || status == 504) is true, want false", r.Method, status, body, unknown)
			}
			if errors.Is(err, ErrNotFound) && (status != 404 || got.Code == "" || got.Code == CodeNoRoute) {
				t.Errorf(
					`%d with %q is taken for gone: errors.Is(err, ErrNotFound) && (status != 404 || got.Code == "" || got.Code == `+
						`CodeNoRoute) is true, want false`, status, body)
			}
			if strings.Contains(location, "secret=") && strings.Contains(err.Error(), "secret=") &&
				!bytes.Contains(body, []byte("secret=")) && !strings.Contains(strings.SplitN(location, "?", 2)[0], "secret=") {
				t.Errorf(
					`the query of %q stands in %q: strings.Contains(location, "secret=") && strings.Contains(err.Error(), `+
						`"secret=") && !bytes.Contains(body, []byte("secret=")) && !strings.Contains(... is true, want false`, location,
					err)
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
			t.Errorf("%q: error %v, want nil only if other == nil, which is %t", s, err, other == nil)
		}
		switch {
		case err != nil && (!local.IsZero() || !gmt.IsZero()):
			t.Errorf("%q: LocalTime.Time(zone): err != nil && (!local.IsZero() || !gmt.IsZero()) is true, want false", s)
		case LocalTime(s).IsZero() && (err != nil || !local.IsZero()):
			t.Errorf("%q: LocalTime.IsZero: LocalTime(s).IsZero() && (err != nil || !local.IsZero()) is true, want false", s)
		}
		if err != nil || LocalTime(s).IsZero() {
			return
		}
		if d := gmt.Sub(local); d != 0 && d != 2*time.Hour {
			t.Errorf("%q: GMTTime.Time: d %v, want %v if d != 0", s, d, 2*time.Hour)
		}
		// What is written for a moment is read as that moment, to the second.
		switch again, err := LocalTime(local.In(zone).Format(dateLayout)).Time(zone); {
		case err != nil:
			t.Errorf("LocalTime.Time(zone): %q: %v became %v, %v, want nil", s, local, again, err)
		case !again.Equal(local.Truncate(time.Second)):
			t.Errorf("LocalTime.Time(zone): %q: %v became %v, %v: again %v, want %v", s, local, again, err, again,
				local.Truncate(time.Second))
		}
		switch again, err := GMTTime(gmt.UTC().Format(dateLayout)).Time(); {
		case err != nil:
			t.Errorf("GMTTime.Time: %q: %v became %v, %v, want nil", s, gmt, again, err)
		case !again.Equal(gmt.Truncate(time.Second)):
			t.Errorf("GMTTime.Time: %q: %v became %v, %v: again %v, want %v", s, gmt, again, err, again,
				gmt.Truncate(time.Second))
		}
	})
}

// erased returns r with its type in a field, as Do makes it.
func erased[T any](r Request[T]) request {
	out := request(r)
	out.result = reflect.TypeFor[T]()
	return out
}
