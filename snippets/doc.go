// Package snippets is the code snippets of a site: pieces of PHP, CSS,
// JavaScript or HTML that run there (specification, section 4, "Code snippets").
// The namespace is that of the plugin Code Snippets; a site without it answers
// [cms.ErrNoRoute]. All but the schema needs an administrator.
//
//	code := snippets.New(site)
//	snippet, err := code.Create(ctx, &snippets.Params{
//		Name: new("Swap display"),
//		Code: new("add_filter( 'glyph_swap', '__return_true' );"),
//	})
//	snippet, err = code.Activate(ctx, snippet.ID)
//
// # Three things people get wrong
//
// A snippet that is active runs, on every request of the site. One that is broken can
// take the site down, and the interface with it: the site tests code when it is stored,
// but version 3.6.4 activates what it has found to be broken, and says nothing. Hence
// [ErrBrokenCode], and look at [Snippet.CodeError].
//
// Code is stored without its opening <?php, and a scope that the site does not know
// becomes "global" in silence. A negative priority becomes positive, and a tag is
// split at commas.
//
// Storing active code and switching code on runs it on the site. Such requests are
// never retried once the site may have received them: see [Service.Update] and
// [Service.Activate].
//
// # What is unlike other records
//
// An unknown id is answered with a status of 500 or 400, which this package
// turns into [cms.ErrNotFound].
//
// Version 3.6.4 of the plugin knows no pages: it answers every list with
// all snippets. Later ones page. [Service.List] and the walks are right for
// both: see [Service.Pages].
//
// # The trash
//
// One DELETE does different things in different versions of the plugin.
// [Service.Trash] is for what has to stay recoverable, and refuses where that
// cannot be had. [Service.Delete] sends the DELETE and says what came of it.
//
//	version        first DELETE                second DELETE
//	3.6.4          204, deleted for good       500, nothing there
//	3.8 and later  204, moved to the trash     204, still in the trash
//	newer          200 with Trashed, in trash  204, deleted for good
//
// The middle row lists what is in its trash like any other snippet. The newer
// versions list it with [Snippet.Trashed] set, so look at this field before
// using a snippet. An update, and Activate and Deactivate too, take a snippet
// out of the trash. All but the first row is taken from the plugin's published
// source, not measured.
package snippets
