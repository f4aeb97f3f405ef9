// Package cmstest runs a content site in memory, on a loopback port, in the manner of [net/http/httptest].
//
//	site := cmstest.NewServer(cmstest.WithSample())
//	defer site.Close()
//	// site.URL is the address of the site; its interface is below site.URL + "/cms-json".
//	// A user and a password that the site accepts: "editor", site.AppPassword("editor").
//
// The server answers as a WordPress 7.1 does: the same shapes, statuses, headers and error codes, the same
// permissions of the five roles, the same tolerance and the same traps (wrong credentials count as none, an id in
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
// Package record writes what a client and a real site say to each other into files,
// without credentials, and answers from them where there is no site.
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
// the contexts. They do nothing else: no record has revisions, no theme is looked at, no file is read. Reading takes
// the right to edit posts, writing the right to edit the options of a theme. Their answers have the header
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
// and a record has members of the schema. Any other route answers 404 rest_no_route. [WithType] adds types of posts
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
//   - Error messages: codes, statuses and data are those of the real server, the words are not.
//   - Rendering is plain: block comments are removed, paragraphs wrapped, quotation marks, ampersands and ellipses
//     turned into entities. There are no shortcodes, no embeds, no dynamic blocks, and no filtering of HTML that a
//     role may not post.
//   - The addresses of records (link, guid) are not served: only files of the library and the REST API are.
//   - There is no theme: no template can be set but "", the default one.
//   - Records that compare equal in a sort are ordered by id, in the direction of the sort; the real server leaves
//     their order open.
//   - Comments are received by the settings of a new site: nobody comments without an account, the first comment of a
//     user waits for a moderator, and so does one with two links. No tags are closed, and smileys stay what they are.
//     No mail is sent.
//   - Time passes only at requests: a post scheduled for the future is not published when its hour comes.
//   - The answers of archiver/v1 are made up, since nobody has seen real ones; so is who may use it (who may edit posts
//     may have a page archived, everyone may list copies). Nothing is archived.
//   - Code of snippets is not run. PHP counts as broken if its brackets or quotation marks do not match.
//   - Other images than PNG, JPEG and GIF have neither dimensions nor sub-sizes. Sub-sizes and edited images have the
//     right dimensions and show one colour. Nothing in a file is read (titles, orientation, the length of a sound), and
//     a name of any length is taken.
//   - There is no network: media are created from addresses of the site itself alone.
//   - Visits are counted only by Insert, never by requests.
//   - OPTIONS and the index say nothing of arguments in words. There is no JSONP.
//   - oEmbed is written in JSON alone, and its proxy reaches no other site.
package cmstest
