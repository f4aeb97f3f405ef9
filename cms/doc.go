// Package cms is a client of the content interface of a documentation site:
// posts, pages and custom types, its index, and any other route by name. The
// interface is that of WordPress under another prefix, so that with
// [WithPrefix]("wp") the same client speaks to any WordPress site.
//
//	site, err := cms.New("https://docs.example.org",
//		cms.WithApplicationPassword("editor", password))
//	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Release notes")})
//	for post, err := range site.Posts.All(ctx, nil) { … }
//
// [New] takes the address of a site. The package connect makes a client from the
// address of any of its pages, and finds out why calls fail. A [Collection] has the
// verbs: Get, List, Pages, All, Count, GetMany, Create, Update, Delete. Posts, pages
// and blocks are a [Content], which has Trash, Ensure, UpdateIfUnchanged, Revisions
// and Autosaves besides.
// Options of a client begin with With; the others are options of a call, and one
// that makes no sense on a call does not compile there.
//
// # Other packages
//
// Posts, pages, menu items and blocks are fields of the client. Each other area of a
// site is a package that opens with New:
//
//	media.New(site)         the media library
//	comments.New(site)      comments, and what a moderator does
//	users.New(site)         users, the caller, application passwords
//	terms.Categories(site)  categories; also terms.Tags, terms.New, terms.Taxonomies
//	menus.New(site)         menus, their locations, navigations of block themes
//	settings.New(site)      settings; the types and statuses of records
//	appearance.New(site)    themes and templates
//	plugins.New(site)       plugins
//	search.New(site)        a search over all kinds of records
//	health.New(site)        tests of the site's health
//	snippets.New(site)      code snippets; so do oembed, analytics, archiver, blockvisibility
//	batch.New(site)         up to 25 requests in one round trip
//
// The package describe reads what a site says of its routes.
//
// # Three things people get wrong
//
// A site takes wrong credentials for none. Reads then succeed as for anyone,
// with less in them, and writes fail with [ErrUnauthorized]. [Client.Verify]
// asks the site who we are, [WithVerifiedLogin] does so by itself.
//
// What is not read is not empty. A record read without the context "edit" has
// no raw texts, and one read with [Fields] has only those; neither becomes
// params. In params nil leaves a field alone, and a pointer to the zero value, or
// an empty slice, clears it. The _gmt fields are in Greenwich mean time, the
// others on the clock of the site, and none of them says so: hence [GMTTime] and
// [LocalTime]. What is written is a [Date], by cms.At(t).
//
// "Not found" has to be said by the interface. [ErrNotFound] is an answer of the
// interface about a record; an unknown route is [ErrNoRoute], and a web page in
// place of an answer is [ErrNotREST], whatever its status. Only the first means
// that something is gone.
//
// Records are written to files and read back with [Marshal] and [Unmarshal]. Before
// Go 1.27 encoding/json loses what plugins add: see [Extra].
//
// # What is sent again
//
// Reads, updates, [Content.Trash] and [Collection.Delete] are repeated on
// connection errors, 408, 429, 500, 502, 503 and 504. A 500 that carries an error
// of the interface's own is an answer and is not repeated. A create is repeated
// only on what proves that nothing was done: a failed dial, 429, and the site's
// own maintenance answer. If its fate stays open, the error is
// [ErrOutcomeUnknown].
//
// A call is sent four times at most, after random waits below 500 ms, 1 s and
// 2 s, or the Retry-After of the answer, up to a minute. A wait that would
// outlast the deadline of the context is not begun: the last answer is returned
// at once. [WithRetry], [Attempts] and [Timeout] change this. There is no timeout
// over all unless the context has one. The header of an answer is waited for a
// minute, but for that of an upload, unless [WithHTTPClient] brings a transport
// of its own; each further piece of a body is waited for a minute.
//
// # Errors
//
// Calls return an [*ArgumentError] for what they refuse to send, and otherwise
// an [*Error], which holds the status, code, messages and body of the last
// answer. Test them by errors.Is with the sentinels or an [ErrorCode]. Errors of
// the network and of the context are found by errors.Is and errors.As too.
//
// Redirects are followed for reads within the origin of the site. No write follows a
// redirect, whatever its status: it would change another record. What is not
// followed is [ErrRedirected], and Error.Hint names the address to give to [New].
package cms
