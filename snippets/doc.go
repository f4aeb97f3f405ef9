// Package snippets manages code snippets: PHP, CSS, JavaScript or HTML that runs on a
// site. The site needs the plugin Code Snippets. Without it calls fail with
// [cms.ErrNoRoute]. All calls except Schema need an administrator.
//
//	code := snippets.New(site) // site is a *cms.Client
//	snippet, err := code.Create(ctx, &snippets.Params{
//		Name: new("Swap display"),
//		Code: new("add_filter( 'glyph_swap', '__return_true' );"),
//	})
//	snippet, err = code.Activate(ctx, snippet.ID)
//
// # Three common mistakes
//
// An active snippet runs on every request of the site. A broken one can take down the whole
// site, including the REST API. If Active is set, Create and Update make the site check the
// code first. Broken code stays inactive, and [Snippet.CodeError] has the error.
// [Service.Activate] has no such check in version 3.6.4. That version activates broken code
// too.
//
// The site changes what you send. It removes the opening <?php. An unknown scope
// silently becomes "global". A negative priority becomes positive, and tags are split at
// commas.
//
// The site runs the code when you store active code, and when you activate code. Such
// requests are never retried once the site may have received them: see [Service.Update] and
// [Service.Activate].
//
// # Differences from other records
//
// For an unknown id the plugin responds with 500 or 400. This package turns that into
// [cms.ErrNotFound].
//
// Version 3.6.4 of the plugin does not divide its list into pages: each response
// contains all snippets. Later versions have pages. [Service.List] and the walks work
// with both: see [Service.Pages].
//
// # The trash
//
// The effect of a DELETE depends on the version of the plugin. Use [Service.Trash] if
// the snippet must stay recoverable; it returns an error if the plugin has no trash.
// [Service.Delete] sends the DELETE and reports its effect.
//
//	version                      first DELETE                second DELETE
//	3.6.4                        204, deleted permanently    500, does not exist
//	3.8 and later, no Trashed    204, moved to the trash     204, still in the trash
//	later, with Trashed          200 with Trashed, in trash  204, deleted permanently
//
// Versions of the second row have no field [Snippet.Trashed], and list snippets in the
// trash like any other. Versions of the third row have it, so check this field before
// you use a snippet. The version that added this field is not known. An update,
// Activate and Deactivate take a snippet out of the trash. The last two rows are
// derived from the plugin's published source, not measured.
package snippets
