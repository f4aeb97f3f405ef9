// Package cmstest runs a WordPress site in memory. Use it to test a program that reads
// or writes such a site. Like a server of [net/http/httptest], it listens on a loopback
// port.
//
//	site := cmstest.NewServer(cmstest.WithSample())
//	defer site.Close()
//	client, err := cms.New(site.URL, cms.WithApplicationPassword("editor", site.AppPassword("editor")))
//
// The REST API is below site.URL + "/cms-json". Any HTTP client can use it.
//
// The server responds as WordPress 7.1 does: with the same JSON, statuses, headers and
// error codes, and the same permissions of the five roles. It also has the surprising
// behaviour of WordPress. Examples: requests with invalid credentials are treated as
// anonymous; an id in the body overrides the id in the path; all pages of a list
// together may hold fewer records than the total says. Records are plain maps
// (map[string]any). The server shares no code with package cms. It logs nothing, and
// does not import the packages testing and flag.
//
// The file examples/howto/ensure/main_test.go of the repository is the test of a whole program.
//
// # What it holds
//
// A new server has the five default users, the category 1 and nothing else.
// [WithSample] fills the server with made-up content. [Server.Insert] adds one record.
// [WithDocument] and [Server.Load] add the records of a JSON document.
// [Server.Document] writes such a document. [Server.Record] returns what is stored,
// without a request to the REST API. Tests that share a server copy its content with
// [Server.Snapshot], and put it back with [Server.Restore].
//
// # What goes wrong
//
// [Server.Fail] makes chosen requests fail as they do on real sites. See [Fault]. It
// can send or cause
//
//   - an error status, with Retry-After
//   - a delay
//   - a dropped connection, before or after the site acted
//   - a PHP warning before the JSON
//   - an HTML page instead of JSON
//
// [WithListCache] serves lists that are up to one minute old, as hosts with a cache do. By
// default every list is new.
//
// # Orders
//
// A database may sort records that are equal in the order of a list anew for each
// request. A program that reads such a list page by page can miss some records and see
// others twice. This server does the same, for the orders in which WordPress was seen
// to do it:
//
//   - records: author, modified, parent, menu_order and relevance. Also date, unless
//     the list is filtered only by one status, after, before and exclude
//   - terms: name, count, description and term_group
//   - users: registered_date. Also name and url, if the list is filtered by roles,
//     capabilities or who
//   - the results of a search
//
// In all other orders equal records are in the order of their ids. A test that expects
// one order of equal records has to request it, for example with orderby=id. A test
// that fails for some seeds can be run again with [WithTieSeed]. [WithTest] prints the
// seed. Nothing is shuffled except records that are equal in one of these orders.
//
// # Recordings of other sites
//
// Package record writes the exchanges of a client and a real site into files, without
// credentials. It replays them in tests that have no site.
//
// # What is served
//
// All routes of a stock WordPress 7.1 are served, with its arguments, defaults, enumerations and
// contexts. The routes in this list behave as in WordPress:
//
//	front page, xmlrpc.php, authorize-application.php
//	/, batch/v1, oembed/1.0, the indexes of namespaces
//	cms/v2/posts, pages, blocks, navigation: with revisions and autosaves
//	cms/v2/media: sub-sizes have the right dimensions, but only one colour
//	cms/v2/categories, tags, cms_pattern_category, menus, menu-items, menu-locations
//	cms/v2/users: with application passwords
//	cms/v2/font-families: with faces and their files
//	cms/v2/global-styles: of the theme "plain". Insert that theme as active, and its link leads there. A
//	    preview of another theme shows this link too, as in WordPress, but makes no styles
//	cms/v2/comments, search, settings, types, statuses, taxonomies
//	cms-block-editor/v1/navigation-fallback
//	cms-site-health/v1: with the results of a small site, which do not change
//
// The routes in the next list only check their arguments and store what is sent. They
// can list the stored records, filter them by field, and return them with the fields of
// each context (view, embed, edit). They do nothing else: no record has revisions, no
// theme is read, no file is read. Reading needs the capability edit_posts, writing
// needs edit_theme_options. Their responses have the header [StoredOnly], and
// [WithStrict] lets a test fail on them. Three dots stand for all routes that begin
// with the text before them:
//
//	cms-abilities/v1/...
//	cms-block-editor/v1/export
//	cms-block-editor/v1/url-details
//	cms/v2/block-directory/...
//	cms/v2/block-patterns/...
//	cms/v2/block-renderer/...
//	cms/v2/block-types/...
//	cms/v2/font-collections/...
//	cms/v2/icon-collections/...
//	cms/v2/icons/...
//	cms/v2/pattern-directory/...
//	cms/v2/plugins/...
//	cms/v2/sidebars/...
//	cms/v2/template-parts/...
//	cms/v2/templates/...
//	cms/v2/themes/...
//	cms/v2/view-config
//	cms/v2/widget-types/...
//	cms/v2/widgets/...
//
// Fill their lists with [Server.Insert]. The kind is the path after the namespace, such as
// "templates". The record has the fields of the schema.
//
// A request to any other route gets 404 rest_no_route. [WithPostType] adds a custom post
// type like posts, [WithType] adds types from a description, and [WithRoute] adds a route of
// your own.
//
// # Files
//
// Uploads are stored, and served below "/cms-content/uploads/". PNG, JPEG and GIF are scaled
// into the sizes of the site. The routes media/{id}/sideload and media/{id}/finalize exist
// only on localhost or over https, as on a real site: use [WithLocalhost], or TLS. A request
// with a body above 64 MiB gets 413 and a page of HTML, as from a proxy with such a limit.
//
// # Plugins
//
// The site has four plugins. [WithoutPlugins] removes them.
//
//   - code-snippets/v1: version 3.6.4 of the plugin. [WithLaterSnippets] gives a later
//     version.
//   - analytics/v1; with the prefix "wp" it is koko-analytics/v1, as on a WordPress site
//   - block-visibility/v1
//   - archiver/v1
//
// They also have the odd behaviour of the real plugins. They respond with 500 for an
// unknown id. They send numbers as strings, and an error code that is a number.
// block-visibility/v1 loses its settings if you send an empty object.
//
// [WithTokens] adds a plugin that logs users in by tokens.
//
// # What is not imitated
//
// The table lists what differs from WordPress, and what this server does instead:
//
//	error messages        codes, statuses and data are as in WordPress; the message texts differ
//	HTML of texts         paragraphs between blank lines; quotation marks, ellipses and ampersands
//	                      become entities. -- does not become a dash. No shortcodes, embeds or
//	                      dynamic blocks; no HTML is filtered
//	HTML of media         description.rendered is a link to the file, without sub-sizes and players
//	HTML of comments      addresses with http become links; open tags are not closed, :-) does not
//	                      become a picture
//	code of snippets      the server does not notice if two snippets declare the same function
//	addresses of records  the pages at link and guid are not served; the files of the media library
//	                      are served
//	themes                no template can be set except "", the default one
//	moderation            as on a new site: only users may comment. The first comment of a user is
//	                      held, and so is a comment with two or more links. Comments of editors and
//	                      of the author of the post are never held. No mail is sent
//	time                  nothing happens between requests: a scheduled post is never published by
//	                      itself
//	uploads               the content of an image or a PDF must match the extension; other files are
//	                      not checked. No metadata of a file is read. A name may have any length and
//	                      several extensions
//	images                sub-sizes of PNG, JPEG and GIF have the right dimensions and one colour;
//	                      other images have neither dimensions nor sub-sizes
//	network               media are created only from addresses of the site itself
//	code snippets         are not run; only brackets and quotation marks of PHP are checked
//	archiver              its responses are made up, since no real one was seen. Nothing is
//	                      archived. Callers who may edit posts may request a copy; everyone may list
//	                      copies
//	statistics            a request to a page is not counted as a visit; add visits with Insert
//	fonts                 a file is checked by its extension and its first bytes; addresses of other
//	                      hosts are rejected, as on a site without a network
//	styles                only the first level of a tree is checked for names and types; the theme
//	                      has no variations
//	descriptions          arguments in OPTIONS and in the index have no description text; there is
//	                      no JSONP
//	oEmbed                the proxy reaches no other site; maxwidth is a whole number
//	empty status          a list with an empty status (status=) is the same as a list without this
//	                      argument
package cmstest
