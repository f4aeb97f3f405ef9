// Package fontstest serves a font catalogue from memory, for tests and for programs
// that run without a network. Use its server like those of [net/http/httptest].
//
// A server listens on a loopback port and serves the one operation of the catalogue,
// POST {base}/api/fonts/list:
//
//	catalogue := fontstest.NewServer()
//	defer catalogue.Close()
//
//	client, err := fonts.New(catalogue.URL)
//
// It has a few hundred real open typefaces, with the values of the name tables of their
// font files. [Typefaces] returns their records; README.md in this folder lists the
// source of each value. [WithFonts] serves other records. [Server.Requests] returns what
// arrived, so that a test can assert what a client sent:
//
//	catalogue := fontstest.NewServer(fontstest.WithFonts([]map[string]any{{"id": "a", "name": "A"}}))
//	...
//	sent := catalogue.Requests()[0].Body
//
// # What the options choose
//
// Catalogues differ in how filters match, how the list is ordered, where page numbers
// begin, and how large a page may be. They also differ in pages past the end, in
// failures, and in the types of code, message and fontSubfamily. The options of this
// package select a variant. The defaults are:
//
//   - Pages are numbered from 1. A page past the end is empty, a page before the first
//     is rejected. Any size from 1 is accepted.
//   - The list is ordered by name, then by id, byte by byte. Records equal in both keep
//     their order.
//   - A record must match all filters that are not empty. Case is ignored. tags is a
//     single tag, which must be among the tags of the record. category is the whole
//     category. keyword is a part of name, fontFamily, designer or description.
//   - Tags and languages of the built-in records are separated by commas. Their dates
//     are RFC 3339 in UTC.
//   - Error responses have an HTTP status, and a JSON object with that code, a message
//     and null for data: 400 for an invalid body (pageData, its page and its size are
//     required), 404 for another path, 405 for another method, 413 for a body above 1
//     MiB.
//   - Unknown fields of the request are ignored. A filter that is null is ignored too.
//
// # What it does not imitate
//
// There is no authentication and no rate limit, and the server adds no latency and no
// faults. Add them with [WithMiddleware]. Font files are not served. The catalogue does
// not change. The package has no global state, does not read the environment and does
// not log.
package fontstest
