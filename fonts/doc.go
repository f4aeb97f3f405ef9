// Package fonts reads a font catalogue: an online service that lists fonts by page,
// tag, category and keyword. Use it to let people choose a font, or to copy the list.
// Such a service has one operation, POST {base}/api/fonts/list.
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
// Servers differ in where page numbers begin, how large a page may be, what follows the
// last page, and how the list is ordered. A walk works with all of them:
//   - Page numbers may begin at 0 or 1. The client requests page 0 once to find out;
//     [WithFirstPage] saves that request.
//   - The server may ignore or limit the page size, or ignore the page number.
//   - Past the last page the server may repeat it or respond with an error.
//
// A walk ends when it has read as many fonts as the total. If the last page is full, it
// reads one more page, in case the total is too low. Without a total it ends at an
// empty page, or at a page that comes twice.
//
// A walk that reads fewer fonts than the total returns [ErrIncomplete] with both
// numbers. The comment of [Client.Pages] lists the cases in which a walk may miss
// fonts.
//
// # Records
//
// A [Font] has the known fields. Other fields are in [Font.Extra]. The field
// fontSubfamily may be a string or an array: [Subfamily] reads both. The formats of
// dates, and the separators of tags and languages, differ: see [Date] and
// [Font.TagList].
//
// # CSS
//
// [Font.CSS] returns the CSS declarations for a font. [Font.Faces] returns its faces,
// one for each sub-family. [ParseStyle] derives weight, slant and width from the name
// of a sub-family: "Semi Bold Italic" is 600, italic. [Font.Match] finds the face that
// a browser would use for a weight, slant and width.
//
// The program examples/howto/css of this module writes a style sheet.
//
// # Without the server
//
// Package [github.com/fontcms/fontcms-go/fonts/snapshot] copies the catalogue into a
// file, searches it, compares two copies, and groups the fonts by licence.
//
// # Three common mistakes
//
// The server applies the filters, and servers differ in what they match. A keyword may
// be searched in the name or in all fields. A tag may match as a whole or in part. Use
// a snapshot for searches that must be exact.
//
// The record has no weight. It has the names of its sub-families, such as "Demi" or
// "Book". These stand for a weight only by convention. [ParseStyle] reports when it
// does not know a name. [Font.Match] returns the nearest face that exists.
//
// A font whose license is null or absent is not a free font.
//
// # Errors and retries
//
// A call with an invalid argument sends nothing and returns an [*ArgumentError]. Any
// other failed call returns an [*Error]. An HTTP status outside 2xx is an error. So is
// a response whose field code is not 200. Test an error with errors.Is against
// [ErrNotFound], [ErrRateLimited], [ErrNotJSON], the other sentinels, and the errors of
// the context.
//
// The list is a POST that only reads. So it is retried on connection errors, 408, 429,
// 500, 502, 503 and 504, and on 520 to 524, 527 and 530 of Cloudflare: see [Retry].
//
// # Authentication
//
// The client sends no credentials. If a catalogue requires them, use [WithHeader] or
// [WithMiddleware].
//
// # Tests
//
// Package fontstest has a catalogue in memory.
package fonts
