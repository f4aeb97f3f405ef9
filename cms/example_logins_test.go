package cms_test

import (
	"context"
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// A plugin for tokens, such as JWT Authentication, gives a token for a user and a password.
// CacheCredentials gets another token before this one expires, and when the site refuses it.
func ExampleCacheCredentials() {
	server := cmstest.NewServer(cmstest.WithSample(), cmstest.WithTokens(cmstest.Tokens{Life: time.Hour}))
	defer server.Close()
	ctx := context.Background()
	anonymous, err := cms.New(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	type issued struct {
		Token string `json:"token"`
	}
	source := cms.CacheCredentials(func(ctx context.Context) (cms.Credentials, error) {
		got, err := cms.Do(ctx, anonymous, cms.Request[issued]{Method: "POST", Path: "jwt-auth/v1/token",
			Secret: true, Repeat: cms.RepeatSafe, // a token that nobody uses is no harm
			Body: map[string]string{"username": "editor", "password": server.AppPassword("editor")}})
		if err != nil {
			return cms.Credentials{}, err
		}
		return cms.Credentials{Token: got.Token, Expires: time.Now().Add(time.Hour)}, nil
	})
	site, err := anonymous.With(cms.WithCredentials(source))
	if err != nil {
		fmt.Println(err)
		return
	}
	server.RevokeTokens() // the next call renews
	me, err := site.Verify(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(me.Slug)
	// Output:
	// editor
}

// oauthToken and oauthSource have the shape of those of golang.org/x/oauth2.
type (
	oauthToken struct {
		AccessToken, RefreshToken string
		Expiry                    time.Time
	}
	oauthSource interface{ Token() (*oauthToken, error) }
)

// An OAuth 2.0 server gives a refresh token, which gets further tokens. refresh is
// func(saved string) oauth2.TokenSource { return config.TokenSource(ctx, &oauth2.Token{RefreshToken: saved}) }
// with a config of golang.org/x/oauth2, which this module does not import.
func ExampleCacheCredentials_oauth2() {
	refresh := func(saved string) oauthSource { return invented{saved} }
	saved := "refresh-1" // where the program keeps it: a server may replace it each time

	source := cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
		t, err := refresh(saved).Token()
		if err != nil {
			return cms.Credentials{}, err
		}
		saved = t.RefreshToken
		return cms.Credentials{Token: t.AccessToken, Expires: t.Expiry}, nil
	})

	_, err := source.Credentials(context.Background())
	fmt.Println(saved, err)
	// Output:
	// refresh-2 <nil>
}

// invented is a server of an example.
type invented struct{ refresh string }

func (i invented) Token() (*oauthToken, error) {
	return &oauthToken{AccessToken: "access", RefreshToken: "refresh-2", Expiry: time.Now().Add(time.Hour)}, nil
}

// The keys of a WooCommerce shop are sent as a user and a password. They work over https
// and on the routes of the shop, wc/v3; on all others the caller is anonymous. Over plain
// http a shop takes only OAuth 1.0a, which this module does not have: use an application
// password instead, which works on all routes.
func ExampleWithApplicationPassword_shopKeys() {
	site, err := cms.New("https://shop.example.org", cms.WithPrefix("wp"),
		cms.WithApplicationPassword("ck_key", "cs_secret"))
	if err != nil {
		fmt.Println(err)
		return
	}
	type order struct {
		ID     int64      `json:"id"`
		Status string     `json:"status"`
		Total  cms.Number `json:"total"`
	}
	orders := cms.NewCollection[order, cms.ReadOnly, cms.PostListOptions](site, "wc/v3/orders")
	fmt.Println(orders != nil)
	// Output:
	// true
}
