// Package cmstest runs a content site in memory, on a loopback port, in the manner of [net/http/httptest].
//
//	site := cmstest.NewServer(cmstest.WithSample())
//	defer site.Close()
//	// site.URL is the address of the site; its interface is below site.URL + "/cms-json".
//	// A user and a password that the site accepts: "editor", site.AppPassword("editor").
//
// The server responds as a WordPress 7.1 does: the same shapes, statuses, headers and error codes, the same
// permissions of the five roles, the same tolerance and the same traps (invalid credentials count as none, an id in
// a body overrides the one in the path, a page may hold fewer records than were counted). It speaks JSON maps and
// shares no code with the client that it tests. It logs nothing and depends on neither testing nor flags.
//
// # What it holds
//
// A new server has the five default users, the category 1 and nothing else. [WithSample] fills it, [Server.Insert]
// adds a record, [WithDocument] and [Server.Load] those of a JSON document, which [Server.Document] writes.
// [Server.Record] says what is stored without asking the interface. [Server.Snapshot] and [Server.Restore] put all of
// it back between tests that share a server.
//
// # What goes wrong
//
// [Server.Fail] makes chosen requests fail as they do in the open: with a status and a Retry-After, late, cut off
// before or after the site acted, with a warning in front of the JSON, as a page of HTML. See [Fault].
//
// # Recordings of other sites
//
// Package record writes the exchanges of a client and a real site into files, without credentials. It replays them
// where there is no site.
//
// # What is served
//
// All routes of a stock WordPress 7.1 are served, with its arguments, defaults, enumerations and contexts. These behave
// as they do there:
//
//	front page, xmlrpc.php, authorize-application.php
//	/, batch/v1, oembed/1.0, the indexes of namespaces
//	cms/v2/posts, pages, blocks, navigation: with revisions and autosaves
//	cms/v2/media: without the pictures
//	cms/v2/categories, tags, cms_pattern_category, menus, menu-items, menu-locations
//	cms/v2/users: with application passwords
//	cms/v2/comments, search, settings, types, statuses, taxonomies
//	cms-block-editor/v1/navigation-fallback
//
// These check their arguments, store what is sent, list it, filter it by the members of a record, and give it back in
// the contexts. They do nothing else: no record has revisions, no theme is read, no file is read. Reading takes
// the right to edit posts, writing the right to edit the options of a theme. Their responses have the header
// [StoredOnly], and [WithStrict] lets a test fail on them. Three dots stand for all routes below:
//
//	cms-abilities/v1/...
//	cms-block-editor/v1/export
//	cms-block-editor/v1/url-details
//	cms-site-health/v1/...
//	cms/v2/block-directory/...
//	cms/v2/block-patterns/...
//	cms/v2/block-renderer/...
//	cms/v2/block-types/...
//	cms/v2/font-collections/...
//	cms/v2/font-families/...
//	cms/v2/global-styles/...
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
// [Server.Insert] fills their lists: a kind is the path of a list after the namespace, such as "templates" or "themes",
// and a record has members of the schema. Any other route is 404 rest_no_route. [WithType] adds types of posts
// that only your site has, [WithRoute] any other route.
//
// # Files
//
// Uploads are kept and given back below "/cms-content/uploads/". PNG, JPEG and GIF are scaled into the sizes of the
// site. The routes media/{id}/sideload and media/{id}/finalize exist where browsers trust the address: with
// [WithLocalhost], or over TLS. A request with a body above 64 MiB gets 413 and a page of HTML, as the servers in front
// of sites have such a limit.
//
// # Plugins
//
// The site has four plugins, unless [WithoutPlugins] takes them away: code-snippets/v1 as version 3.6.4 has it (or a
// later one: [WithLaterSnippets]), analytics/v1 (koko-analytics/v1 where the prefix is "wp", as a WordPress site names
// it), block-visibility/v1 and archiver/v1. Their traps are there too: statuses of 500 for what does not exist,
// numbers as texts, an error code that is a number, settings that an empty document destroys.
//
// # What is not imitated
//
// The table says what a WordPress does, and what this server does instead:
//
//	error messages        codes, statuses and data are those of WordPress, sentences are not
//	HTML of texts         paragraphs between blank lines; quotation marks, ellipses and ampersands become entities.
//	                      Dashes stay. No shortcodes, embeds or dynamic blocks; HTML is not filtered by role
//	HTML of media         description.rendered is a link to the file, without sub-sizes and players
//	HTML of comments      addresses with http become links; tags are not closed, smileys stay
//	code of snippets      a function that two snippets declare is not found
//	addresses of records  link and guid are not served; only files of the library and the REST API are
//	themes                no template can be set except "", the default one
//	orders                records that compare equal are ordered by id, in the direction of the sort
//	moderation            settings of a new site: only users comment, the first comment of a user waits for a
//	                      moderator, and so does one with two links; no mail is sent
//	time                  passes only at requests: a scheduled post is not published later
//	uploads               an image and a PDF are compared with the name of the file, other contents are not; no
//	                      metadata of a file is read; a name may have any length and any inner extension
//	images                sub-sizes of PNG, JPEG and GIF have the right dimensions and one colour; other images
//	                      have neither dimensions nor sub-sizes
//	network               media are created only from addresses of the site itself
//	code snippets         are not run; PHP is broken if brackets or quotation marks do not match
//	archiver              its responses are made up, since no real one was seen; nothing is archived. Callers that
//	                      may edit posts may request a copy, everyone may list copies
//	statistics            visits are counted only by Insert
//	descriptions          OPTIONS and the index describe no argument in words; there is no JSONP
//	oEmbed                only JSON; the proxy reaches no other site
package cmstest
