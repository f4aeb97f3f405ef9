// Package fonts reads a font catalogue: an online service that lists fonts by page,
// tag, category and keyword. Its specification has one operation, POST
// {base}/api/fonts/list.
//
//	catalogue, err := fonts.New("https://fonts.example.org")
//	if err != nil {
//		return err
//	}
//	for font, err := range catalogue.All(ctx, &fonts.ListOptions{Category: "sans-serif"}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(font.Name, font.CSS()) // font-family: "Inter", sans-serif; font-weight: 600
//	}
//
// # Reading the list
//
// [Client.All] walks the fonts, [Client.Pages] the pages. [Client.List] reads one page,
// [Client.Count] the number of fonts. A walk fetches a page when it is needed, or ahead
// with [Prefetch]. [Resume] continues an earlier walk.
//
// The specification does not define where page numbers begin, how large a page may be,
// what follows the last page and how the list is ordered. A walk works with servers that
// differ in all of this:
//   - Page numbers may begin at 0 or 1. The client requests page 0 once to find out;
//     [WithFirstPage] saves that request.
//   - The server may ignore or limit the page size, or ignore the page number.
//   - Past the last page the server may repeat it or respond with an error.
//
// A walk ends when the total is reached. After a full page it reads one more, in case
// the total is too low. Without a total it ends at an empty page, or at a page that comes twice.
//
// A walk that reads fewer fonts than the total returns [ErrIncomplete] with both
// numbers. [Client.Pages] lists the cases in which a walk misses fonts that move during
// the walk.
//
// # Records
//
// A [Font] has the fields of the specification; other fields are in [Font.Extra]. The
// specification declares fontSubfamily as a string and shows it as an array, so
// [Subfamily] reads both. It defines neither a date format nor the separator of tags and
// languages: see [Date] and [Font.TagList].
//
// # CSS
//
// [Font.CSS] returns the declarations that select a font, [Font.Faces] its sub-families.
// [ParseStyle] derives weight, slant and width from the name of a sub-family: "Semi Bold
// Italic" is 600, italic. [Font.Match] finds the face that a browser would use for a
// weight, slant and width.
//
// # Without the server
//
// Package [github.com/fontcms/fontcms-go/fonts/snapshot] copies the catalogue into a
// file, searches it, compares two copies, and groups the fonts by licence.
//
// # Three common mistakes
//
// The server applies the filters, and the specification does not define what they match.
// A keyword may be searched in the name or everywhere, a tag may match as a whole or in
// part. Use a snapshot for searches that must be exact.
//
// The record has no weight. It has zero or more names of faces, and "Demi" or "Book" is
// a weight only by convention. [ParseStyle] reports when it does not know a name.
// [Font.Match] returns the nearest face that exists.
//
// A font whose license is null or absent is not a free font.
//
// # Errors and retries
//
// Calls return an [*ArgumentError] for what they refuse to send, otherwise an [*Error].
// An HTTP status outside 2xx is an error, and so is an envelope whose code is not 200.
// Test it with errors.Is against [ErrNotFound], [ErrRateLimited], [ErrNotJSON], the
// other sentinels, and the errors of the context.
//
// The list is a POST that only reads. So it is retried on connection errors, 408, 429,
// 500, 502, 503 and 504: see [Retry].
//
// # Authentication
//
// Authentication is not in the specification. If a catalogue requires it, use
// [WithHeader] or [WithMiddleware].
//
// # Tests
//
// Package fontstest has a catalogue in memory.
package fonts
