package cms_test

import (
	"crypto/rand"
	"net/url"
	"testing"
)

// query parses a query, for a comparison that the order of arguments does not
// disturb.
func query(t testing.TB, raw string) url.Values {
	t.Helper()
	values, err := url.ParseQuery(raw)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// steady removes a relation with a random name from the arguments of a request.
func steady(arguments url.Values) url.Values {
	if len(arguments.Get("_embed")) == len(rand.Text()) {
		arguments.Del("_embed")
	}
	return arguments
}
