package cms_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestCredentialsOfEachKindAreSentAndOthersRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		credentials           cms.Credentials
		header, cookie, nonce string
	}{
		"token":            {cms.Credentials{Token: "a.b.c"}, "Bearer a.b.c", "", ""},
		"session":          {cms.Credentials{Cookie: "a=b", Nonce: "0123456789"}, "", "a=b", "0123456789"},
		"user":             {cms.Credentials{User: "u", Password: "p"}, "Basic dTpw", "", ""},
		"token and user":   {cms.Credentials{Token: "a", User: "u", Password: "p"}, "", "", ""},
		"token and nonce":  {cms.Credentials{Token: "a", Nonce: "n"}, "", "", ""},
		"Bearer in it":     {cms.Credentials{Token: "Bearer a"}, "", "", ""},
		"a line break":     {cms.Credentials{Token: "a\nb"}, "", "", ""},
		"cookie, no nonce": {cms.Credentials{Cookie: "a=b"}, "", "", ""},
		"nothing":          {cms.Credentials{}, "", "", ""},
	} {
		var got http.Header
		base := &http.Client{Transport: stub.Carrier(func(r *http.Request) (*http.Response, error) {
			got = r.Header
			body := io.NopCloser(strings.NewReader(`{"id":7}`))
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r, Body: body}, nil
		})}
		client, err := cms.New("https://site.example", cms.WithCredentials(test.credentials), cms.WithHTTPClient(base))
		if refused := test.header == "" && test.cookie == ""; refused || err != nil {
			if !refused || !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("New with %s: error %v, want ErrInvalidArgument: %t", name, err, refused)
			}
			continue
		}
		_, err = client.Posts.Get(t.Context(), 7)
		sent := [...]string{got.Get("Authorization"), got.Get("Cookie"), got.Get("X-WP-Nonce")}
		if want := [...]string{test.header, test.cookie, test.nonce}; err != nil || sent != want {
			t.Errorf("Get with %s: sent %q and error %v, want %q", name, sent, err, want)
		}
	}
	if _, err := cms.New("https://site.example", cms.WithToken("Bearer a")); !refuses(err, "token") {
		t.Errorf("New with the token %q: error %v, want the argument %q refused", "Bearer a", err, "token")
	}
}

func TestHeadersOfALoginNameTheirOption(t *testing.T) {
	t.Parallel()
	for header, option := range map[string]string{
		"Authorization": "WithToken", "authorization": "WithCredentials", "Cookie": "WithCredentials",
		"Proxy-Authorization": "WithProxyCredentials", "X-WP-Nonce": "",
	} {
		_, err := cms.New("https://site.example", cms.WithHeader(header, "Bearer a"))
		if refused := option != ""; refused != (err != nil) || refused && !strings.Contains(err.Error(), option) {
			t.Errorf("WithHeader(%q): error %v, want one that names %q", header, err, option)
		}
	}
}

func TestCredentialsThatAreRefusedNameTheirPart(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		credentials cms.Credentials
		argument    string // "" if they are accepted
	}{
		"a token of the first and the last character": {cms.Credentials{Token: "!~"}, ""},
		"a token with a space":                        {cms.Credentials{Token: "a b"}, "token"},
		"a token with a delete character":             {cms.Credentials{Token: "a\x7f"}, "token"},
		"a token beyond ASCII":                        {cms.Credentials{Token: "aé"}, "token"},
		"a token with BEARER":                         {cms.Credentials{Token: "BEARER a"}, "token"},
		"a token and a user":                          {cms.Credentials{Token: "a", User: "u"}, "credentials"},
		"a token and a password":                      {cms.Credentials{Token: "a", Password: "p"}, "credentials"},
		"a token and a cookie":                        {cms.Credentials{Token: "a", Cookie: "a=b"}, "credentials"},
		"a user and a nonce":                          {cms.Credentials{User: "u", Nonce: "n"}, "credentials"},
		"a password and a cookie":                     {cms.Credentials{Password: "p", Cookie: "a=b"}, "credentials"},
		"a cookie with a line break":                  {cms.Credentials{Cookie: "a\nb", Nonce: "n"}, "cookie"},
		"a nonce with a line break":                   {cms.Credentials{Cookie: "a=b", Nonce: "a\nb"}, "cookie"},
		"a nonce, no cookie":                          {cms.Credentials{Nonce: "n"}, "cookie"},
		"a password, no user":                         {cms.Credentials{Password: "p"}, "user"},
		"a blank user":                                {cms.Credentials{User: " ", Password: "p"}, "user"},
		"a user with a colon":                         {cms.Credentials{User: "u:v", Password: "p"}, "user"},
		"a user with a line break":                    {cms.Credentials{User: "u\nv", Password: "p"}, "user"},
		"a user, no password":                         {cms.Credentials{User: "u"}, "password"},
		"a blank password":                            {cms.Credentials{User: "u", Password: " "}, "password"},
		"a password with a line break":                {cms.Credentials{User: "u", Password: "p\nq"}, "password"},
		"a password with blanks around it":            {cms.Credentials{User: "u", Password: " p q\n"}, ""},
	} {
		_, err := cms.New("https://site.example", cms.WithCredentials(test.credentials))
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case test.argument == "" && err != nil:
			t.Errorf("New with %s: error %v, want none", name, err)
		case test.argument != "" && !ok:
			t.Errorf("New with %s: error %v, want an *ArgumentError", name, err)
		case test.argument != "" && refused.Argument != test.argument:
			t.Errorf("New with %s: the argument %q is refused, want %q", name, refused.Argument, test.argument)
		}
	}
}
