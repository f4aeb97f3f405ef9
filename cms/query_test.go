package cms_test

import (
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
