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
		`{"code":"rest_invalid_param","message":"m","data":{"status":400,"params":{"a":"b"},"details":{"a":{"code":"c","message":"d","data":null}}},"additional_errors":[{"code":"x"}]}`,
		`{"code":404,"message":"m","data":null}`, `{"code":"a","data":{"params":["x"]}}`, `<br />` + "\n" + `{"code":"x"}`, `[]`, `{"code":{}}`, `{`, ``,
	} {
		f.Add([]byte(s))
	}
	for _, answer := range fuzzing.Answers(f, "testdata", "error_*", "auth_*") {
		f.Add(answer.Body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		envelope, ok := reply.Parse(body)
		if ok != (envelope.Code != "") {
			t.Fatalf("ok is %v with the code %q", ok, envelope.Code)
		}
		e := &Error{Status: 404}
		e.setEnvelope(envelope)
		if e.Is(ErrNotFound) && (e.Code == "" || e.Code == CodeNoRoute) {
			t.Errorf("%q is taken for gone", body)
		}
		if text := e.Error(); !strings.Contains(text, string(e.Code)) || !strings.Contains(text, e.Message) {
			t.Errorf("%q hides the code %q or the message %q", text, e.Code, e.Message)
		}
		var members map[string]jsontext.Value
		if utf8.Valid(body) && wire.Unmarshal(body, &members) == nil { // what stands there is what is read
			for name, got := range map[string]string{"code": string(e.Code), "message": e.Message} {
				var text string
				if members[name].Kind() == '"' && wire.Unmarshal(members[name], &text) == nil && text != got {
					t.Errorf("%s of %s is %q", name, body, got)
				}
			}
		}
		for _, raw := range append(rawOf(e.Details), rawOf(map[string]ErrorDetail{"": {Data: e.Data}})...) {
			if len(raw) > 0 && !raw.IsValid(wire.Options()) {
				t.Errorf("%q holds what is no JSON: %q", body, raw)
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

// FuzzAnswer takes any answer for that to a reading and to a writing.
func FuzzAnswer(f *testing.F) {
	for _, answer := range fuzzing.Answers(f, "testdata", "fault_*", "plain_*", "auth_*", "posts_get*", "posts_create_2*", "posts_delete_*") {
		f.Add(answer.Status, answer.Header.Get("Location"), answer.Header.Get("Retry-After"), answer.Body)
	}
	f.Add(503, "", "1", []byte(`{"code":"wp_die"}`))
	f.Add(302, "https://u:p@h/?secret=1#x", "", []byte(""))
	client, err := New("https://docs.example.org")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, location, retryAfter string, body []byte) {
		resp := &transport.Response{Status: status, Header: http.Header{"Location": {location}, "Retry-After": {retryAfter}}, Body: body, Attempts: 1}
		for _, literal := range []Request[json.RawMessage]{{}, {Method: http.MethodPost}} {
			r := erased(literal).withDefaults()
			call, err := r.build(client.site.root, client.site.config.prefix, apply[CallOption](nil, nil))
			if err != nil {
				t.Fatal(err)
			}
			answer, _, err := r.read(t.Context(), client.site.config.prefix, call, resp, nil, false)
			v, _ := answer.(*json.RawMessage)
			if v == nil && err == nil {
				t.Fatal("neither an answer nor an error")
			}
			writes := r.Method == http.MethodPost
			success := status >= 200 && status < 300
			if err == nil {
				if !success || *v != nil && (!jsontext.Value(*v).IsValid(wire.Options()) || !bytes.Contains(body, *v)) {
					t.Fatalf("%d with %q was taken: %q", status, body, *v)
				}
				continue
			}
			got, ok := errors.AsType[*Error](err)
			if !ok || got.Status != status || got.Error() == "" || len(got.Body) > transport.MaxBody {
				t.Fatalf("%d with %q: %#v", status, body, err)
			}
			unknown := errors.Is(err, ErrOutcomeUnknown)
			if unknown && (!writes || status >= 300 && status < 500 && status != 408) || !unknown && writes && (success || status == 408 || status == 502 || status == 504) {
				t.Errorf("%s answered %d with %q: the outcome is unknown: %v", r.Method, status, body, unknown)
			}
			if errors.Is(err, ErrNotFound) && (status != 404 || got.Code == "" || got.Code == CodeNoRoute) {
				t.Errorf("%d with %q is taken for gone", status, body)
			}
			if strings.Contains(location, "secret=") && strings.Contains(err.Error(), "secret=") && !bytes.Contains(body, []byte("secret=")) && !strings.Contains(strings.SplitN(location, "?", 2)[0], "secret=") {
				t.Errorf("the query of %q stands in %q", location, err)
			}
		}
	})
}

func FuzzDate(f *testing.F) {
	for _, s := range []string{"2026-08-28T19:00:00", "2026-08-28T19:00:00+02:00", "2026-11-21 04:53:55", "-0001-11-30T00:00:00", "0000-00-00", "", "x"} {
		f.Add(s)
	}
	zone := time.FixedZone("x", 2*60*60)
	f.Fuzz(func(t *testing.T, s string) {
		local, err := LocalTime(s).Time(zone)
		gmt, other := GMTTime(s).Time()
		if (err == nil) != (other == nil) {
			t.Errorf("%q: %v, %v", s, err, other)
		}
		if err != nil && (!local.IsZero() || !gmt.IsZero()) || LocalTime(s).IsZero() && (err != nil || !local.IsZero()) {
			t.Errorf("%q: %v, %v, %v", s, local, gmt, err)
		}
		if err != nil || LocalTime(s).IsZero() {
			return
		}
		if d := gmt.Sub(local); d != 0 && d != 2*time.Hour {
			t.Errorf("%q: %v, %v", s, local, gmt)
		}
		// What is written for a moment is read as that moment, to the second.
		if again, err := LocalTime(local.In(zone).Format(dateLayout)).Time(zone); err != nil || !again.Equal(local.Truncate(time.Second)) {
			t.Errorf("%q: %v became %v, %v", s, local, again, err)
		}
		if again, err := GMTTime(gmt.UTC().Format(dateLayout)).Time(); err != nil || !again.Equal(gmt.Truncate(time.Second)) {
			t.Errorf("%q: %v became %v, %v", s, gmt, again, err)
		}
	})
}

// erased returns r with its type in a field, as Do makes it.
func erased[T any](r Request[T]) request {
	out := request(r)
	out.answer = reflect.TypeFor[T]()
	return out
}
