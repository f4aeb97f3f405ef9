package resilience

import (
	"slices"
	"testing"
)

// faults are all faults.
func faults() []faultRow {
	return slices.Concat(network(), redirects(), statuses(), contents(), lies())
}

// demanded are the rows and columns that there have to be.
func demanded() (rows, faults []string) {
	return []string{
			"read", "list", "walk", "update by POST", "update by PUT", "update by PATCH", "trash", "delete", "create",
			"upload of a form", "upload of a file", "upload of a reader", "media edit", "deactivate", "update that activates",
			"batch", "font list",
		}, []string{
			"connection refused", "no such host", "reset before the request was read", "reset in the middle of the request",
			"reset after the request", "stalled headers", "stalled body", "cut body", "Content-Length too long",
			"Content-Length too short", "gzip bomb", "10 GiB answer", "endless redirect", "redirect to another host",
			"redirect to another port", "redirect to another scheme", "redirect to another method, 302",
			"redirect to another method, 303", "301 on a write", "401 without reason",
			"403 from a firewall in HTML", "408", "425",
			"429 without Retry-After", "429 with Retry-After in seconds", "429 with Retry-After as a date",
			"429 with Retry-After absurd", "500 that is an answer", "500 that is an outage", "502", "503 maintenance",
			"503 of a proxy", "504", "520 of Cloudflare", "525 of Cloudflare", "530 of Cloudflare", "500 with the right body",
			"200 in HTML", "200 empty", "200 [] from a broken database", "200 null", "array for object",
			"object for array", "a PHP warning before", "an HTML comment after", "BOM", "invalid UTF-8", "duplicate keys",
			"deep nesting", "number out of range",
			"307 to another record", "307 loop between two addresses", "ignored arguments", "too many elements",
		}
}

// complete checks that every row and column is there, once, and says what it
// has to say.
func complete(t *testing.T, rows []*operation, faults []faultRow) {
	t.Helper()
	var names []string
	for _, o := range rows {
		names = append(names, o.name)
		if o.policy == unstatedPolicy || o.good == nil {
			t.Errorf("Row of %s lacks its policy or its response, want both", o.name)
		} else if o.call == nil || o.wrong == (wrong{}) {
			t.Errorf("Row of %s lacks its call or its invalid responses, want both", o.name)
		}
		if o.policy == deleting && (o.gone.status == 0 || o.nothingLeft == nil) {
			t.Errorf("Row of %s lacks the response to a second delete, want it", o.name)
		}
	}
	wantRows, wantFaults := demanded()
	missing(t, wantRows, names)
	var stated []string
	for _, c := range faults {
		stated = append(stated, c.name)
		if (c.does == nil) == (c.dial == nil) {
			t.Errorf("Fault %q acts on no request or in two ways, want one", c.name)
		}
		fates := []fate{c.fate}
		if c.reading != nil {
			fates = append(fates, *c.reading)
		}
		for name, f := range c.except {
			fates = append(fates, f)
			if !slices.Contains(names, name) {
				t.Errorf("Fault %q has an exception for %q, want the name of an operation", c.name, name)
			}
		}
		for _, f := range fates {
			if f.again == unsaid || (f.again == fine) != (f.gets == nil) {
				t.Errorf("Fault %q does not state its retries or its error: %+v, want both", c.name, f)
			}
		}
	}
	missing(t, wantFaults, stated)
}

// missing checks that all of want are in got, and that got holds none twice.
func missing(t *testing.T, want, got []string) {
	t.Helper()
	for _, name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("Row %q is missing, want it", name)
		}
	}
	slices.Sort(got)
	if n := len(slices.Compact(slices.Clone(got))); n != len(got) {
		t.Errorf("Names of the rows: one is twice in %q, want each once", got)
	}
}
