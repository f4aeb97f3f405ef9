// Package cms is a client for the REST API of a WordPress site: posts, pages, custom
// types, the index of the site, and any other route by name. A site of the specification
// has the same API under another prefix: use [WithPrefix]("wp") for a WordPress.
//
//	site, err := cms.New("https://docs.example.org", cms.WithPrefix("wp"),
//		cms.WithApplicationPassword("editor", password))
//	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Release notes")})
//	for post, err := range site.Posts.All(ctx, nil) { … }
//
// [New] takes the address of a site. The package connect makes a client from the
// address of any of its pages, and explains why calls fail.
//
// A [Collection] has the verbs Get, BySlug, List, Pages, All, Count, GetMany, Create,
// Update and Delete. Posts, pages and blocks are a [Content], which has Trash, Ensure,
// UpdateIfUnchanged, Revisions and Autosaves besides.
//
// Options of a client begin with With. All others are options of a call. An option that
// makes no sense for a call does not compile there.
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
// WordPress silently treats invalid credentials as anonymous. Reads then succeed, but
// show only what is public, and writes fail with [ErrUnauthorized]. [Client.Verify] asks
// the site who we are. [WithVerifiedLogin] does so before the first call.
//
// A field that was not read is zero. That does not mean that it is empty on the site. A
// record that was read without the context "edit" has no raw texts, and one that was read
// with [Fields] has only those fields. Params refuses both. In params nil leaves a field
// alone. A pointer to the zero value, or an empty slice, clears it.
//
// The _gmt fields are in Greenwich mean time ([GMTTime]), all other dates on the clock of
// the site ([LocalTime]). Write dates as a [Date]: cms.At(t).
//
// [ErrNotFound] means that the interface found no such record. An unknown route is
// [ErrNoRoute], and a web page instead of JSON is [ErrNotREST], whatever its status.
// Only [ErrNotFound] means that something is gone.
//
// Records are written to files and read back with [Marshal] and [Unmarshal]. Before
// Go 1.27 encoding/json loses what plugins add: see [Extra].
//
// # What is retried
//
// Reads, updates, [Content.Trash] and [Collection.Delete] are retried on connection
// errors, 408, 429, 500, 502, 503 and 504. A 500 that carries an error of the interface
// itself is not retried. A create is retried only if the site provably did nothing: the
// connection was not made, or the response was 429 or the site's maintenance page. If it
// may or may not have been created, the error is [ErrOutcomeUnknown].
//
// A call has four attempts. The waits between them are random, below 500 ms, 1 s and 2 s,
// or the Retry-After of the response, up to a minute. The client does not start a wait
// that ends after the deadline of the context: it returns the last response. [WithRetry],
// [Attempts] and [Timeout] change this.
//
// There is no timeout for a whole call, unless the context has one. The client waits one
// minute for the headers of a response (for uploads: without limit), and one minute for
// each further piece of a body. [WithHTTPClient] with a transport of its own replaces the
// first of these.
//
// # Errors
//
// Calls return an [*ArgumentError] for what they refuse to send, and otherwise an
// [*Error]. It holds the status, code, messages and body of the last response. Test it by
// errors.Is with the sentinels or an [ErrorCode], or with errors of the network and of the
// context.
//
// Reads follow redirects within the origin of the site. Writes follow no redirect, since
// it would change another record. The error is then [ErrRedirected], and Error.Hint names
// the address to give to [New].
package cms
