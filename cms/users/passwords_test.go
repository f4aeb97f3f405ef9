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
	made   = `{"uuid":"` + uuid +
		`","app_id":"","name":"ci","created":"2026-08-28T17:00:00","last_used":null,"last_ip":null,"password":"` + secret +
		`"}`
	listed = `{"uuid":"` + uuid +
		`","app_id":"","name":"ci","created":"2026-08-28T17:00:00","last_used":null,"last_ip":null}`
)

func TestNewPasswordIsShownOnlyByReveal(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusCreated, made))
	password, err := users.New(site).Passwords(5).Create(t.Context(), &users.PasswordParams{Name: new("ci")})
	switch {
	case err != nil:
		t.Fatalf("PasswordCatalog.Create: error %v, want nil", err)
	case password.Secret.Reveal() != secret:
		t.Fatalf("Secret.Reveal: %q, want %q", password.Secret.Reveal(), secret)
	case password.UUID != uuid || password.LastUsed != "":
		t.Fatalf("PasswordCatalog.Create: UUID %q, LastUsed %q, want %q and an empty string", password.UUID,
			password.LastUsed, uuid)
	}
	if got := tap.Asked()[0]; got != `POST /cms-json/cms/v2/users/5/application-passwords {"name":"ci"}` {
		t.Errorf("first request %q, want %q", got, `POST /cms-json/cms/v2/users/5/application-passwords {"name":"ci"}`)
	}
	type holder struct {
		Public  *users.Password
		private users.Password
		bare    users.Secret
	}
	values := []any{password, *password, password.Secret, &password.Secret, []users.Password{*password},
		map[string]any{"a": password.Secret}, holder{password, *password, password.Secret},
		fmt.Errorf("made %v", password.Secret)}
	var out bytes.Buffer
	verbs := []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%10v", "%U"}
	for _, verb := range verbs {
		if got := fmt.Sprintf(verb, password.Secret); got != "[redacted]" && verb != "%#v" {
			t.Errorf("Secret is printed with %s as %q, want [redacted]", verb, got)
		}
	}
	for _, marshal := range []func(any) ([]byte, error){stdjson.Marshal, cms.Marshal} {
		if data, err := marshal(password.Secret); err != nil || string(data) != `"[redacted]"` {
			t.Errorf("Secret in JSON: %s, error %v, want %q", data, err, `"[redacted]"`)
		}
	}
	for _, value := range values {
		for _, verb := range verbs {
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
			t.Errorf("password is printed as %q, want no %q in it", printed, form)
		}
	}
	if !strings.Contains(printed, `"password":"[redacted]"`) || !strings.Contains(printed, "users.Secret([redacted])") {
		t.Errorf("slog.NewTextHandler: printed %q, want %q in it and %q in it", printed, `"password":"[redacted]"`,
			"users.Secret([redacted])")
	}
	var again users.Password
	data, err := cms.Marshal(password)
	switch err := errors.Join(err, cms.Unmarshal(data, &again)); {
	case err != nil:
		t.Errorf("%v: cms.Marshal(password): error %v, want nil", again, err)
	case !again.Secret.IsZero():
		t.Error("password written and read again: a secret, want none")
	case again.UUID != uuid:
		t.Errorf("cms.Unmarshal: again.UUID %q, want %q", again.UUID, uuid)
	}
	switch data, err := cms.Marshal(&users.Password{UUID: uuid}); {
	case err != nil:
		t.Errorf("%s: cms.Marshal: error %v, want nil", data, err)
	case strings.Contains(string(data), `"password"`):
		t.Errorf("cms.Marshal: data %q, want no %q in it", string(data), `"password"`)
	}
}

func TestCreateOfAPasswordDoesNotLoseIt(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusCreated, made))
	switch password, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")},
		cms.Fields("name")); {
	case err != nil:
		t.Errorf("MyPasswords.Create: error %v, want nil", err)
	case password.Secret.IsZero():
		t.Error("MyPasswords.Create: no secret, want one")
	}
	if got := tap.Asked()[0]; !strings.Contains(got, "password") ||
		!strings.HasPrefix(got, "POST /cms-json/cms/v2/users/me/application-passwords?_fields=") {
		t.Errorf("first request %q, want %q in it and the prefix %q", got, "password",
			"POST /cms-json/cms/v2/users/me/application-passwords?_fields=")
	}
	_, site = sitetest.NewTap(t, replay.Answer(http.StatusCreated, listed))
	switch password, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")}); {
	case !errors.Is(err, cms.ErrDecode):
		t.Errorf("MyPasswords.Create: error %v, want ErrDecode", err)
	case password == nil:
		t.Error("MyPasswords.Create: password nil, want a value")
	case password.UUID != uuid:
		t.Errorf("MyPasswords.Create: UUID %q, want %q", password.UUID, uuid)
	case strings.Contains(err.Error(), uuid):
		t.Errorf("MyPasswords.Create: error %v, want nothing of the response in it", err)
	}
	renamed := strings.Replace(made, `"password"`, `"secret"`, 1)
	_, site = sitetest.NewTap(t, replay.Answer(http.StatusCreated, renamed))
	password, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")})
	if !errors.Is(err, cms.ErrDecode) || password == nil {
		t.Fatalf("Create with the password under another name: %+v, error %v, want ErrDecode and the record", password, err)
	}
	if password.Extra != nil {
		t.Errorf("Create with the password under another name: Extra has %d members, want nil", len(password.Extra))
	}
	_, site = sitetest.NewTap(t, replay.Answer(http.StatusForbidden, `{"code":"rest_forbidden","message":"No."}`))
	_, err = users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")})
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || !strings.Contains(e.Hint, "Error.Body is empty") {
		t.Fatalf("Create that is refused: error %v, want an Error whose hint says that its body is withheld", err)
	}
	if e.Body != nil {
		t.Errorf("Create that is refused: Body %s, want none", e.Body)
	}
	tap, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost})
	switch _, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")}); {
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("MyPasswords.Create: error %v, want ErrOutcomeUnknown", err)
	case len(tap.Asked()) != 1:
		t.Errorf("requests sent: %d, want 1", len(tap.Asked()))
	}
	_, site = sitetest.NewTap(t, replay.Answer(http.StatusBadGateway, "<html>"))
	_, err = users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")})
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("Create of unknown outcome: error %v, want an Error", err)
	case !strings.HasPrefix(e.Hint, "the site may have carried out"):
		t.Errorf("Create of unknown outcome: hint %q, want it to begin with what may have happened", e.Hint)
	case !strings.HasSuffix(e.Hint, "; Error.Body is empty, because this response may hold a secret"):
		t.Errorf("Create of unknown outcome: hint %q, want it to end with why the body is empty", e.Hint)
	}
}

func TestPasswordsAreListedAndRevoked(t *testing.T) {
	t.Parallel()
	foreign := strings.Replace(listed, "0f3a", "ffff", 1)
	tap, site := sitetest.NewTap(t,
		ok(`[`+listed+`]`), ok(listed), ok(listed), ok(`{"deleted":true,"previous":`+listed+`}`), ok(foreign),
		ok(listed), ok(`{"deleted":true,"count":3}`), ok(`{"deleted":true,"count":0}`), ok(`{}`),
		failed(http.StatusNotImplemented, "application_passwords_disabled"))
	ctx, all := t.Context(), users.New(site).Passwords(15)
	switch list, err := all.List(ctx, &users.PasswordListOptions{Context: cms.ContextEdit}); {
	case err != nil:
		t.Errorf("PasswordCatalog.List: error %v, want nil", err)
	case len(list) != 1:
		t.Errorf("PasswordCatalog.List: %d passwords, want 1", len(list))
	case list[0].UUID != uuid:
		t.Errorf("PasswordCatalog.List: list[0].UUID %q, want %q", list[0].UUID, uuid)
	}
	switch one, err := all.Get(ctx, uuid); {
	case err != nil:
		t.Errorf("PasswordCatalog.Get(uuid): error %v, want nil", err)
	case one.Name != "ci":
		t.Errorf("PasswordCatalog.Get(uuid): Name %q, want %q", one.Name, "ci")
	}
	switch one, err := all.Update(ctx, uuid, &users.PasswordParams{Name: new("ci")}); {
	case err != nil:
		t.Errorf("PasswordCatalog.Update: error %v, want nil", err)
	case one.Name != "ci":
		t.Errorf("PasswordCatalog.Update: Name %q, want %q", one.Name, "ci")
	}
	switch deleted, err := all.Delete(ctx, uuid); {
	case err != nil:
		t.Errorf("PasswordCatalog.Delete(uuid): error %v, want nil", err)
	case deleted.Previous.Name != "ci":
		t.Errorf("PasswordCatalog.Delete(uuid): Previous.Name %q, want %q", deleted.Previous.Name, "ci")
	}
	if _, err := all.Get(ctx, uuid); !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("PasswordCatalog.Get(uuid): error %v, want ErrForeignRecord", err)
	}
	switch one, err := users.New(site).MyPasswords.Introspect(ctx); {
	case err != nil:
		t.Errorf("MyPasswords.Introspect: error %v, want nil", err)
	case one.UUID != uuid:
		t.Errorf("MyPasswords.Introspect: UUID %q, want %q", one.UUID, uuid)
	}
	for _, want := range []int{3, 0} {
		if n, err := all.RevokeAll(ctx); err != nil || n != want {
			t.Errorf("PasswordCatalog.RevokeAll: error %v, n %d, want nil and %d", err, n, want)
		}
	}
	if _, err := all.RevokeAll(ctx); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("PasswordCatalog.RevokeAll: error %v, want ErrDecode", err)
	}
	if _, err := all.List(ctx, nil); !errors.Is(err, users.CodePasswordsDisabled) {
		t.Errorf("PasswordCatalog.List: error %v, want CodePasswordsDisabled", err)
	}
	const path = "/cms-json/cms/v2/users/15/application-passwords"
	for i, want := range []string{
		"GET " + path + "?context=edit", "GET " + path + "/" + uuid, "POST " + path + "/" + uuid + ` {"name":"ci"}`,
		"DELETE " + path + "/" + uuid + "?force=true", "GET " + path + "/" + uuid,
		"GET /cms-json/cms/v2/users/me/application-passwords/introspect", "DELETE " + path, "DELETE " + path,
		"DELETE " + path, "GET " + path,
	} {
		if got := tap.Asked()[i]; got != want {
			t.Errorf("request %d: %s, want %s", i, got, want)
		}
	}
	tap, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost})
	switch _, err := users.New(site).Passwords(15).RevokeAll(ctx); {
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Passwords.RevokeAll: error %v, want ErrOutcomeUnknown; requests %q", err, tap.Asked())
	case len(tap.Asked()) != 1:
		t.Errorf("Passwords.RevokeAll: requests %q, want 1", tap.Asked())
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
	switch {
	case none.Reveal() != "":
		t.Errorf("Secret.Reveal: %q, want an empty string", none.Reveal())
	case !none.IsZero():
		t.Errorf("zero Secret: IsZero false, want true; it reveals %q", none.Reveal())
	case none.String() != "":
		t.Errorf("%q: none.String() %q, want an empty string", none.Reveal(), none.String())
	case fmt.Sprintf("%v|%#v", none, none) != "|users.Secret()":
		t.Errorf(`%q: fmt.Sprintf("%%v|%%#v", none, none) %q, want %q`, none.Reveal(), fmt.Sprintf("%v|%#v", none, none),
			"|users.Secret()")
	}
	for text, want := range map[string]string{`"open"`: "open", `""`: "", `"[redacted]"`: ""} {
		switch err := read.UnmarshalJSON([]byte(text)); {
		case err != nil:
			t.Errorf("Secret.UnmarshalJSON(%s): error %v, want nil", text, err)
		case read.Reveal() != want:
			t.Errorf("%s: Secret.Reveal: %q, want %q", text, read.Reveal(), want)
		case read.IsZero() != (want == ""):
			t.Errorf("Secret of %s: IsZero %t, want %t", text, read.IsZero(), want == "")
		}
		if want != "" && (fmt.Sprintf("%v|%#v|%s", read, read,
			read.LogValue()) != "[redacted]|users.Secret([redacted])|[redacted]") {
			t.Errorf("Secret of %s is printed as %q, want only [redacted]", text,
				fmt.Sprintf("%v|%#v|%s", read, read, read.LogValue()))
		}
	}
	for _, text := range []string{`5`, `{}`, `"open`} {
		if err := read.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("Secret.UnmarshalJSON(%s): error nil, want an error", text)
		}
	}
}

func TestIntrospectNeedsTheUUIDOfThePassword(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `[]`, `{"name":"ci"}`, `{"uuid":"","name":"ci"}`, `{"uuid":null}`} {
		for _, options := range [][]cms.CallOption{nil, {cms.Fields("name")}} {
			_, site := sitetest.NewTap(t, ok(body))
			if used, err := users.New(site).MyPasswords.Introspect(t.Context(), options...); !errors.Is(err, cms.ErrDecode) ||
				used != nil {
				t.Errorf("%s: MyPasswords.Introspect(options): error %v, used %+v, want ErrDecode and nil", body, err, used)
			}
		}
	}
	tap, site := sitetest.NewTap(t, ok(listed), failed(http.StatusNotFound, "rest_no_authenticated_app_password"),
		failed(http.StatusNotFound, "rest_no_route"))
	switch used, err := users.New(site).MyPasswords.Introspect(t.Context(), cms.Fields("name")); {
	case err != nil:
		t.Errorf("MyPasswords.Introspect: error %v, want nil", err)
	case used.UUID != uuid:
		t.Errorf("MyPasswords.Introspect: used.UUID %q, want %q", used.UUID, uuid)
	case !strings.HasSuffix(tap.Asked()[0], "?_fields=name%2Cuuid"):
		t.Errorf("%v: first request %q, want the suffix %q", used, tap.Asked()[0], "?_fields=name%2Cuuid")
	}
	if _, err := users.New(site).MyPasswords.Introspect(t.Context()); !errors.Is(err, users.CodeNoPasswordUsed) ||
		!errors.Is(err, cms.ErrNotFound) {
		t.Errorf("MyPasswords.Introspect: error %v, want CodeNoPasswordUsed and ErrNotFound", err)
	}
	switch _, err := users.New(site).MyPasswords.Introspect(t.Context()); {
	case errors.Is(err, users.CodeNoPasswordUsed):
		t.Errorf("MyPasswords.Introspect: error %v, want an error other than CodeNoPasswordUsed", err)
	case !errors.Is(err, cms.ErrNoRoute):
		t.Errorf("MyPasswords.Introspect: error %v, want ErrNoRoute", err)
	}
}

func TestEmptyUUIDNeverRevokesTheWholeCatalog(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", ".", "..", "/", "x/..", "?", "%2e%2e"} {
		tap, site := sitetest.NewTap(t)
		switch _, err := users.New(site).Passwords(5).Delete(t.Context(), name); {
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("%q: PasswordCatalog.Delete(name): error %v, want ErrInvalidArgument", name, err)
		case len(tap.Asked()) != 0:
			t.Errorf("%q: Tap.Asked: %q, want an empty list", name, tap.Asked())
		}
	}
}
