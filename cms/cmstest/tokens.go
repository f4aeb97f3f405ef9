package cmstest

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Tokens is a plugin that logs users in by tokens: see [WithTokens].
type Tokens struct {
	// Life is how long a token is accepted, on the clock of the site. Default 7 days.
	Life time.Duration
	// Silent treats a request with an invalid token as anonymous: a list of published posts is then
	// returned with 200. By default the plugin refuses such a request to any route with 403
	// jwt_auth_invalid_token. Some real plugins are silent, others are not.
	Silent bool
}

const (
	tokenNamespace = "jwt-auth/v1"
	tokenLife      = 7 * 24 * time.Hour
	invalidToken   = "jwt_auth_invalid_token"
)

// WithTokens gives the site a plugin for tokens. Clients log in with the option WithToken of
// package cms. Application passwords still work.
//
// POST jwt-auth/v1/token with username and password returns a token. The password is the
// application password: see [Server.AppPassword]. By default the token is in the field "token", and
// a wrong password gets 403 "[jwt_auth] incorrect_password". With Silent it is in "data.token", and
// a wrong password gets 401 incorrect_password. Two plugins on WordPress 7.1 use these shapes.
func WithTokens(tokens Tokens) Option {
	return func(s *Server) {
		tokens.Life = cmp.Or(tokens.Life, tokenLife)
		s.tokens = &tokenLogin{Tokens: tokens, key: newTokenKey()}
	}
}

// tokenLogin signs tokens and checks them.
type tokenLogin struct {
	Tokens

	key []byte // key of the signatures
}

func newTokenKey() []byte {
	key := make([]byte, 32)
	rand.Read(key) // never fails
	return key
}

// Token returns a new token of a user, or "" if there is no such user or the site has no
// tokens.
func (s *Server) Token(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.site.FindUser(user); u != nil && s.tokens != nil {
		return s.tokens.issue(u, s.site.Clock.Now())
	}
	return ""
}

// RevokeTokens makes all tokens issued so far invalid.
func (s *Server) RevokeTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tokens != nil {
		s.tokens.key = newTokenKey()
	}
}

// issue returns a token. It contains the login, the time at which the token expires, and a
// signature of both.
func (t *tokenLogin) issue(u *site.User, now time.Time) string {
	claim := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s %d", u.Login, now.Add(t.Life).UnixNano()))
	return claim + "." + t.sign(claim)
}

func (t *tokenLogin) sign(claim string) string {
	mac := hmac.New(sha256.New, t.key)
	mac.Write([]byte(claim))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// login returns the login name of a token, and whether the token is valid.
func (t *tokenLogin) login(token string, now time.Time) (name string, valid bool) {
	claim, signature, _ := strings.Cut(token, ".")
	if !hmac.Equal([]byte(signature), []byte(t.sign(claim))) {
		return "", false
	}
	text, err := base64.RawURLEncoding.DecodeString(claim)
	at := strings.LastIndexByte(string(text), ' ')
	if err != nil || at < 0 {
		return "", false
	}
	ends, err := strconv.ParseInt(string(text[at+1:]), 10, 64)
	return string(text[:at]), err == nil && now.UnixNano() < ends
}

// authenticate finds the caller by an application password or a token. why is the error if the
// plugin refuses the token.
func (s *Server) authenticate(h http.Header) (u *site.User, p *site.AppPassword, why *rest.Error) {
	token, bearer := strings.CutPrefix(h.Get("Authorization"), "Bearer ")
	if s.tokens == nil || !bearer {
		u, p = s.user.Authenticate(h)
		return u, p, nil
	}
	name, valid := s.tokens.login(token, s.site.Clock.Now())
	if valid {
		u = s.site.FindUser(name)
	}
	if u == nil && !s.tokens.Silent {
		why = rest.NewError(http.StatusForbidden, invalidToken, "The token is invalid or has expired.")
	}
	return u, nil, why
}

// tokenRoutes returns the routes of the plugin that issues tokens, or nil without [WithTokens].
func (s *Server) tokenRoutes() []*rest.Route {
	if s.tokens == nil {
		return nil
	}
	return []*rest.Route{rest.Namespace(tokenNamespace), {
		Pattern: "/" + tokenNamespace + "/token", Namespace: tokenNamespace,
		Endpoints: []rest.Endpoint{rest.On([]string{"POST"}, nil, rest.Everyone, s.newToken)},
	}}
}

// newToken serves POST jwt-auth/v1/token.
func (s *Server) newToken(c *rest.Call) (*rest.Response, *rest.Error) {
	request := http.Request{Header: http.Header{}}
	request.SetBasicAuth(c.Text("username"), c.Text("password"))
	u, _ := s.user.Authenticate(request.Header)
	if u == nil {
		const why = "The user or the password is wrong."
		if s.tokens.Silent {
			return nil, rest.NewError(http.StatusUnauthorized, "incorrect_password", why)
		}
		return nil, rest.NewError(http.StatusForbidden, "[jwt_auth] incorrect_password", why)
	}
	token := php.Member{Name: "token", Value: s.tokens.issue(u, s.site.Clock.Now())}
	if s.tokens.Silent {
		return rest.OK(php.Object{{"success", true}, {"statusCode", http.StatusOK}, {"code", "jwt_auth_valid_credential"},
			{"message", "The credentials are valid."},
			{"data", php.Object{token, {"id", u.ID}, {"email", u.Mail}, {"nicename", u.Slug}, {"displayName", u.Name}}}})
	}
	return rest.OK(php.Object{token, {"user_email", u.Mail}, {"user_nicename", u.Slug}, {"user_display_name", u.Name}})
}
