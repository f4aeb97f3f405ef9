// Package fontstest serves a font catalogue from memory, for tests and for programs that are to run
// without a network. It is to the font catalogue what net/http/httptest is to a web server.
//
// A server listens on a loopback port of its own and answers the catalogue's one operation,
// POST {base}/api/fonts/list:
//
//	catalogue := fontstest.NewServer()
//	defer catalogue.Close()
//
//	client, err := fonts.New(catalogue.URL)
//
// It holds a few hundred real open typefaces, described as the name tables of their font files describe
// them; [Typefaces] returns their records, and README.md beside this file says where each value comes
// from. [WithFonts] serves other records instead. [Server.Requests] tells what arrived, so that a test
// can assert what a client sent:
//
//	catalogue := fontstest.NewServer(fontstest.WithFonts([]map[string]any{{"id": "a", "name": "A"}}))
//	...
//	sent := catalogue.Requests()[0].Body
//
// # What the specification leaves open
//
// The specification of the catalogue does not say how filters match, how the list is ordered, where page
// numbers begin, how large a page may be, what a page past the end holds, or what a failure looks like.
// In two places it contradicts itself: the types of code and message, and of fontSubfamily. A real
// catalogue settles all of that in its own way, so a client has to live with every reading, and the options
// of this package are those readings. Without options the server chooses, and these choices are its own,
// not the specification's:
//
//   - Pages are numbered from 1. A page past the end is empty, a page before the first is refused.
//     Any size from 1 up is granted.
//   - The list is ordered by name, then by id, byte by byte, and records equal in both keep the order they
//     were given in.
//   - A record has to pass all filters that are not empty. Case does not matter. tags is a single tag and
//     matches a record that has this tag among its own, whole; category matches the whole category;
//     keyword matches a part of name, fontFamily, designer or description.
//   - The tags and languages of the built-in records are separated by commas, their dates are RFC 3339 in UTC.
//   - What cannot be answered gets the HTTP status of its kind and an envelope with that code, a message and
//     null for data: 400 for a body that is not as specified (pageData, its page and its size are required),
//     404 for another path, 405 for another method, 413 for a body above 1 MiB.
//   - Unknown members of the request are ignored, and null for a filter is no filter.
//
// # What it does not imitate
//
// There is no authentication, no rate limit, no latency and no fault; [WithMiddleware] puts such things in
// front of the list. Font files are not served. The catalogue does not change while it is served. The
// package keeps nothing between servers, reads no environment and logs nothing.
package fontstest
