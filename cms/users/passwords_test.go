package users_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	uuid   = "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11"
	secret = "abcd EFGH ijkl MNOP qrst UVWX"
	made   = `{"uuid":"` + uuid + `","app_id":"","name":"ci","created":"2026-08-28T17:00:00","last_used":null,"last_ip":null,"password":"` + secret + `"}`
	listed = `{"uuid":"` + uuid + `","app_id":"","name":"ci","created":"2026-08-28T17:00:00","last_used":null,"last_ip":null}`
)

func TestNewPasswordIsShownOnlyByReveal(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusCreated, made))
	password, err := users.New(site).Passwords(5).Create(t.Context(), &users.PasswordParams{Name: new("ci")})
	if err != nil || password.Secret.Reveal() != secret || password.UUID != uuid || password.LastUsed != "" {
		t.Fatalf("%v", err)
	}
	if got := tap.Asked()[0]; got != `POST /cms-json/cms/v2/users/5/application-passwords {"name":"ci"}` {
		t.Errorf("%s", got)
	}
	type holder struct {
		Public  *users.Password
		private users.Password
		bare    users.Secret
	}
	values := []any{password, *password, password.Secret, &password.Secret, []users.Password{*password}, map[string]any{"a": password.Secret}, holder{password, *password, password.Secret}, fmt.Errorf("made %v", password.Secret)}
	var out bytes.Buffer
	for _, value := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%10v", "%U"} {
			fmt.Fprintf(&out, verb+"\n", value)
		}
		for _, marshal := range []func(any) ([]byte, error){stdjson.Marshal, cms.Marshal} {
			data, _ := marshal(value) // an error has no JSON form
			out.Write(data)
		}
		slog.New(slog.NewJSONHandler(&out, nil)).Info("m", "v", value)
		slog.New(slog.NewTextHandler(&out, nil)).Info("m", "v", value)
	}
	printed := out.String()
	for _, form := range []string{secret, fmt.Sprintf("%x", secret), fmt.Sprintf("%X", secret), "abcd", "UVWX"} {
		if strings.Contains(printed, form) {
			t.Errorf("it is printed as %s", form)
		}
	}
	if !strings.Contains(printed, `"password":"[redacted]"`) || !strings.Contains(printed, "users.Secret([redacted])") {
		t.Error(printed)
	}
	var again users.Password
	data, err := cms.Marshal(password)
	if err := errors.Join(err, cms.Unmarshal(data, &again)); err != nil || !again.Secret.IsZero() || again.UUID != uuid {
		t.Errorf("%v, %v", again, err)
	}
	if data, err := cms.Marshal(&users.Password{UUID: uuid}); err != nil || strings.Contains(string(data), `"password"`) {
		t.Errorf("%s, %v", data, err)
	}
}

func TestACreateOfAPasswordDoesNotLoseIt(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusCreated, made))
	if password, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")}, cms.Fields("name")); err != nil || password.Secret.IsZero() {
		t.Errorf("%v, %v", password, err)
	}
	if got := tap.Asked()[0]; !strings.Contains(got, "password") || !strings.HasPrefix(got, "POST /cms-json/cms/v2/users/me/application-passwords?_fields=") {
		t.Errorf("%s", got)
	}
	_, site = sitetest.NewTap(t, replay.Answer(http.StatusCreated, listed))
	if password, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")}); !errors.Is(err, cms.ErrDecode) || password == nil || password.UUID != uuid {
		t.Errorf("%v, %v", password, err)
	}
	tap, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost})
	if _, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")}); !errors.Is(err, cms.ErrOutcomeUnknown) || len(tap.Asked()) != 1 {
		t.Errorf("%v, %q", err, tap.Asked())
	}
}

func TestPasswordsAreListedAndRevoked(t *testing.T) {
	t.Parallel()
	foreign := strings.Replace(listed, "0f3a", "ffff", 1)
	tap, site := sitetest.NewTap(t,
		ok(`[`+listed+`]`), ok(listed), ok(listed), ok(`{"deleted":true,"previous":`+listed+`}`), ok(foreign),
		ok(listed), ok(`{"deleted":true,"count":3}`), ok(`{"deleted":true,"count":0}`), ok(`{}`), failed(http.StatusNotImplemented, "application_passwords_disabled"))
	ctx, all := t.Context(), users.New(site).Passwords(5)
	if list, err := all.List(ctx, &users.PasswordListOptions{Context: cms.ContextEdit}); err != nil || len(list) != 1 || list[0].UUID != uuid {
		t.Errorf("%v, %v", list, err)
	}
	if one, err := all.Get(ctx, uuid); err != nil || one.Name != "ci" {
		t.Errorf("%v, %v", one, err)
	}
	if one, err := all.Update(ctx, uuid, &users.PasswordParams{Name: new("ci")}); err != nil || one.Name != "ci" {
		t.Errorf("%v, %v", one, err)
	}
	if deleted, err := all.Delete(ctx, uuid); err != nil || deleted.Previous.Name != "ci" {
		t.Errorf("%v, %v", deleted, err)
	}
	if _, err := all.Get(ctx, uuid); !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("%v", err)
	}
	if one, err := users.New(site).MyPasswords.Introspect(ctx); err != nil || one.UUID != uuid {
		t.Errorf("%v, %v", one, err)
	}
	for _, want := range []int{3, 0} {
		if n, err := all.RevokeAll(ctx); err != nil || n != want {
			t.Errorf("%d, %v", n, err)
		}
	}
	if _, err := all.RevokeAll(ctx); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("%v", err)
	}
	if _, err := all.List(ctx, nil); !errors.Is(err, users.CodePasswordsDisabled) {
		t.Errorf("%v", err)
	}
	const path = "/cms-json/cms/v2/users/5/application-passwords"
	for i, want := range []string{
		"GET " + path + "?context=edit", "GET " + path + "/" + uuid, "POST " + path + "/" + uuid + ` {"name":"ci"}`, "DELETE " + path + "/" + uuid + "?force=true", "GET " + path + "/" + uuid,
		"GET /cms-json/cms/v2/users/me/application-passwords/introspect", "DELETE " + path, "DELETE " + path, "DELETE " + path, "GET " + path,
	} {
		if got := tap.Asked()[i]; got != want {
			t.Errorf("%d: %s, not %s", i, got, want)
		}
	}
	tap, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost})
	if _, err := users.New(site).Passwords(5).RevokeAll(ctx); !errors.Is(err, cms.ErrOutcomeUnknown) || len(tap.Asked()) != 1 {
		t.Errorf("a second request would count 0: %v, %q", err, tap.Asked())
	}
}

func TestPasswordsAreRefusedBeforeTheyAreSent(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	ctx, all := t.Context(), users.New(site).Passwords(5)
	_, err := users.New(site).Passwords(0).List(ctx, nil)
	tap.Refused(err, "path")
	_, err = users.New(site).Passwords(-1).RevokeAll(ctx)
	tap.Refused(err, "path")
	_, err = all.Delete(ctx, "") // it would be all of them
	tap.Refused(err, "uuid")
	_, err = all.Create(ctx, &users.PasswordParams{Name: new(" ")})
	tap.Refused(err, "name")
	_, err = all.Update(ctx, uuid, &users.PasswordParams{AppID: new("")}) // as it is read
	tap.Refused(err, "app_id")
	request := all.UpdateRequest(uuid, &users.PasswordParams{Name: new("ci")})
	request.Query = url.Values{"user_id": {"9"}}
	_, err = cms.Do(ctx, site, request)
	tap.Refused(err, "user_id")
}

func TestZeroSecretIsEmpty(t *testing.T) {
	t.Parallel()
	var none, read users.Secret
	if none.Reveal() != "" || !none.IsZero() || none.String() != "" || fmt.Sprintf("%v|%#v", none, none) != "|users.Secret()" {
		t.Errorf("%q, %v, %#v", none.Reveal(), none, none)
	}
	for text, want := range map[string]string{`"open"`: "open", `""`: "", `"[redacted]"`: ""} {
		if err := read.UnmarshalJSON([]byte(text)); err != nil || read.Reveal() != want || read.IsZero() != (want == "") {
			t.Errorf("%s: %q, %v", text, read.Reveal(), err)
		}
		if want != "" && (fmt.Sprintf("%v|%#v|%s", read, read, read.LogValue()) != "[redacted]|users.Secret([redacted])|[redacted]") {
			t.Errorf("%v, %#v, %s", read, read, read.LogValue())
		}
	}
	for _, text := range []string{`5`, `{}`, `"open`} {
		if err := read.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is a password: %q", text, read.Reveal())
		}
	}
}

func TestIntrospectNeedsTheUUIDOfThePassword(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `[]`, `{"name":"ci"}`, `{"uuid":"","name":"ci"}`, `{"uuid":null}`} {
		for _, options := range [][]cms.CallOption{nil, {cms.Fields("name")}} {
			_, site := sitetest.NewTap(t, ok(body))
			if used, err := users.New(site).MyPasswords.Introspect(t.Context(), options...); !errors.Is(err, cms.ErrDecode) || used != nil {
				t.Errorf("%s: %v, %v", body, used, err)
			}
		}
	}
	tap, site := sitetest.NewTap(t, ok(listed), failed(http.StatusNotFound, "rest_no_authenticated_app_password"), failed(http.StatusNotFound, "rest_no_route"))
	if used, err := users.New(site).MyPasswords.Introspect(t.Context(), cms.Fields("name")); err != nil || used.UUID != uuid || !strings.HasSuffix(tap.Asked()[0], "?_fields=name%2Cuuid") {
		t.Errorf("%v, %v, %q", used, err, tap.Asked())
	}
	if _, err := users.New(site).MyPasswords.Introspect(t.Context()); !errors.Is(err, users.CodeNoPasswordUsed) || !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if _, err := users.New(site).MyPasswords.Introspect(t.Context()); errors.Is(err, users.CodeNoPasswordUsed) || !errors.Is(err, cms.ErrNoRoute) {
		t.Errorf("%v", err)
	}
}

func TestAnEmptyUUIDNeverRevokesTheWholeCatalog(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", ".", "..", "/", "x/..", "?", "%2e%2e"} {
		tap, site := sitetest.NewTap(t)
		if _, err := users.New(site).Passwords(5).Delete(t.Context(), name); !errors.Is(err, cms.ErrInvalidArgument) || len(tap.Asked()) != 0 {
			t.Errorf("%q: %v, %q", name, err, tap.Asked())
		}
	}
}
