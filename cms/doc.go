// Package cms is a client for the REST API of a WordPress site. It reads and writes
// posts, pages, reusable blocks and custom post types, and sends requests to any other
// route. Use it for programs that publish, back up, move or check the content of a
// site.
//
//	site, err := cms.New("https://docs.example.org", cms.WithPrefix("wp"),
//		cms.WithApplicationPassword("editor", password))
//	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Release notes")})
//	for post, err := range site.Posts.All(ctx, nil) { … }
//
// Use [WithPrefix]("wp") for a WordPress. The API specification that this module
// follows writes "cms" instead of "wp", so "cms" is the default. This documentation
// writes routes with that prefix: read cms/v2/posts as wp/v2/posts.
//
// [New] takes the address of a site. The package connect makes a client from the address
// of any page of the site, and explains why calls fail.
//
// A [Collection] has the verbs Get, BySlug, List, Pages, All, Count, GetMany, Create,
// Update and Delete. Posts, pages and blocks are a [Content], which also has Trash,
// Ensure, UpdateIfUnchanged, Revisions and Autosaves.
//
// Names of client options begin with With. All other options are options of a call.
// Their type tells which calls accept them: a [GetOption] is for calls that read one
// record, a [WalkOption] for All, Pages and GetMany, and a [CallOption] for every call.
// A call ignores a CallOption that it cannot use.
//
// # Other packages
//
// Posts, pages, menu items and blocks are fields of the client. Each other area of a
// site has a package, which you open with New. media, snippets and batch are beside cms,
// all others below it:
//
//	media.New(site)         the media library
//	comments.New(site)      comments and moderation
//	users.New(site)         users, the current user, application passwords
//	terms.Categories(site)  categories; also terms.Tags, terms.New, terms.Taxonomies
//	menus.New(site)         menus, their locations, navigations of block themes
//	settings.New(site)      settings; post types and statuses
//	appearance.New(site)    themes, templates and global styles
//	fontlibrary.New(site)   the fonts that are installed on the site
//	widgets.New(site)       widgets and sidebars
//	editor.New(site)        block types, patterns, icons; dynamic blocks as HTML
//	abilities.New(site)     functions that the site offers to programs
//	plugins.New(site)       plugins
//	search.New(site)        a search over all kinds of records
//	health.New(site)        tests of the site's health
//	snippets.New(site)      code snippets; also oembed, analytics, archiver, blockvisibility
//	changes.New(site, …)    what has changed since the last pass
//	batch.New(site)         up to 25 requests in one round trip
//
// The package describe reads the description that a site gives of its routes.
//
// # Programs to copy
//
// Short programs, one file each, are in the folder examples/howto of the repository:
//
//	examples/howto/list        a list of any length
//	examples/howto/ensure      create a post or update it; its test has a site in memory
//	examples/howto/ensuremany  many posts at once, with a dry run
//	examples/howto/resume      a walk that continues where the last run stopped
//	examples/howto/changes     what has changed since the last run
//	examples/howto/exact       a walk while others change the site
//	examples/howto/errors      what to do about each kind of error
//	examples/howto/retries     attempts, waits, timeouts and the log
//	examples/howto/token       a login with tokens that are renewed
//	examples/howto/customtype  a custom post type
//
// # Three common mistakes
//
// WordPress silently treats invalid credentials as anonymous. Reads then succeed, but
// return only what is public. Writes fail with [ErrUnauthorized]. [Client.Verify] asks
// the site who the caller is. [WithVerifiedLogin] does so before the first call, and again
// after a 401.
//
// A field that was not read is zero, even if it has a value on the site. A record read
// without the context "edit" has no raw texts. A record read with [Fields] has only
// those fields. The method Params of a record makes the params of an update. For a record
// read without "edit" or with Fields, it returns [ErrIncomplete]. In params, a nil field is
// not changed. A pointer to the zero value, or an empty slice, clears the field.
//
// The _gmt fields are in UTC ([GMTTime]). All other dates are in the time zone of the
// site ([LocalTime]). Write dates as a [Date]: cms.At(t).
//
// # What "not found" means
//
// [ErrNotFound] means that the REST API found no such record. No other error means that a
// record does not exist. An unknown route is [ErrNoRoute]. A web page instead of JSON is
// [ErrNotREST], whatever its status.
//
// # Records in files
//
// Write records to files with [Marshal], and read them back with [Unmarshal]. Before Go
// 1.27, encoding/json loses the fields that plugins add: see [Extra].
//
// # What is retried
//
// Reads, updates, [Collection.Delete] and the methods Trash are retried on connection
// errors, 408, 429, 500, 502, 503 and 504, and on 520 to 524, 527 and 530, which
// Cloudflare sends. These responses are not retried:
//   - a 500 whose body is a JSON error of WordPress
//   - a response that holds the requested record or list although its status is an error
//
// A create is retried only if the site provably did nothing:
//   - the connection was not made
//   - the response was 429
//   - the response was the site's maintenance page
//
// If the record may or may not have been created, the error is [ErrOutcomeUnknown].
//
// A call has at most four attempts. The waits between them are random, up to 500 ms, 1 s
// and 2 s. If the response has a Retry-After of up to a minute, the client waits that
// long. If a wait would end after the deadline of the context, the client does not wait.
// It then returns the error of the last attempt. [WithRetry], [Attempts] and [Timeout]
// change this.
//
// # Timeouts
//
// A whole call has no timeout, unless its context has one or [WithCallTimeout] sets one.
// The client waits one minute for the headers of a response, and one minute for each
// further piece of a body. If you set a transport with [WithHTTPClient], its own timeout
// for headers applies instead.
//
// An upload, and any request with Slow, waits five minutes for the headers after its last
// byte was sent, since sites process a file before they respond. It also ends if the
// server takes no further byte of the body for five minutes. Each byte that the server
// takes starts the five minutes anew. The error of a create is then [ErrOutcomeUnknown].
// The call option [Timeout] replaces the minute for the headers, and the five minutes.
//
// # Errors
//
// A call with an invalid argument sends nothing and returns an [*ArgumentError]. Any
// other failed call returns an [*Error]. An Error holds the status, code, messages and
// body of the last response. Test it with errors.Is against the sentinels, an
// [ErrorCode], and errors of the network and the context.
//
// Reads follow redirects within the origin of the site. Writes never follow a redirect,
// because the redirected request could change another record. The error is then
// [ErrRedirected], and Error.Hint names the address to give to [New].
//
// # Panics
//
// These calls run functions of the caller in other goroutines:
//   - a walk with [Prefetch] runs middleware
//   - batch.SendAll reads its sequence, and encodes and decodes items
//   - an upload reads its content
//   - comments.Each calls the function that you pass to it
//   - decoding a response of more than 1 MiB may call your UnmarshalJSON
//
// If such a function panics, the call panics in the goroutine of the caller. The new
// panic value is an error. Its text has the original value and the stack of the other
// goroutine. If the original value is an error, errors.Is and errors.As examine it.
package cms
