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
// # What is unlike other records
//
// An unknown id is answered with a status of 500 or 400, which this package
// turns into [cms.ErrNotFound].
//
// Version 3.6.4 of the plugin knows no pages: it answers every list with
// all snippets. Later ones page. [Service.List] and the walks are right for
// both: see [Service.Pages].
//
// There is no trash in the interface, though later versions of the plugin keep
// a deleted snippet in a trash of their own: see [Service.Delete].
package snippets
