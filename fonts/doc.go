// Package fonts reads a font catalogue: an online service with one operation,
// POST {base}/api/fonts/list, that lists fonts by page, tag, category and keyword.
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
// [Client.All] walks the fonts, [Client.Pages] the pages, [Client.List] reads
// one page, [Client.Count] asks how many there are. Walks are lazy, fetch
// ahead with [Prefetch], and go on later where they were left with [Resume].
//
// The specification leaves open where page numbers begin, how large a page may
// be, what follows the last page and how the list is ordered. A walk works with
// servers that differ in this. It finds out whether pages count from 0 or from 1,
// by asking for page 0 once in the life of a client; [WithFirstPage] saves that. It
// reads servers that ignore or cap the size, repeat the last page, refuse pages that
// do not exist, or ignore the page number. It ends when the total that the server
// states is reached. After a full page it asks for one more, in case the total is too
// low. Without a total it ends at an empty page, or at a page that comes again.
//
// A walk that reads less than the server states returns [ErrIncomplete], with how
// many fonts of how many it has read. [Client.Pages] says what a walk promises, and
// in which cases it misses fonts that move while it runs.
//
// # Records
//
// A [Font] has the fields of the specification, and [Font.Extra] what the
// server sends besides. The specification declares fontSubfamily as a string
// and shows it as an array, so [Subfamily] reads both. It names neither a date
// format nor the separator of tags and languages: [Date] and [Font.TagList] say
// what they recognise.
//
// # CSS
//
// [Font.CSS] writes the declarations that select a font, [Font.Faces] those of
// each of its sub-families, and [ParseStyle] reads weight, slant and width out
// of the name of a sub-family: "Semi Bold Italic" is 600, italic. [Font.Match]
// finds the face that a browser would take for a wanted weight, slant and width.
//
// # Without the server
//
// Package [github.com/fontcms/fontcms-go/fonts/snapshot] copies the catalogue into a
// file, searches it, compares two copies, and groups the fonts by licence.
//
// # Three things people get wrong
//
// A filter is the server's, and the specification does not say what it matches: a
// keyword may be looked for in the name or everywhere, a tag whole or in part. What
// has to be certain is searched in a snapshot.
//
// The weight is not in the record. There is a name of a face, or several, or none,
// and "Demi" or "Book" is a weight by custom alone: [ParseStyle] says when it does not
// know, and a face that is not there is not made by asking for it: [Font.Match].
//
// A font of which the licence is null, or missing, is not a free font.
//
// # Errors and repetition
//
// A call that fails returns an [*Error], for an HTTP status outside 2xx as well
// as for an envelope whose code is not 200, and an [*ArgumentError] if it was
// refused before anything was sent. errors.Is finds [ErrNotFound],
// [ErrRateLimited], [ErrNotJSON] and the other sentinels, and the errors of the
// context. The list is a POST that only reads, so it is repeated after
// connection errors, 408, 429, 500, 502, 503 and 504: see [Retry].
//
// Authentication is not in the specification. A catalogue that wants some gets
// it from [WithHeader] or [WithMiddleware].
//
// Package fontstest has a catalogue in memory for tests.
package fonts
