// Package oembed asks a site how one of its pages, or a page elsewhere, is shown
// inside another page: oEmbed (specification, section 4, "Embed lookup").
//
//	embed, err := oembed.New(site).Embed(ctx, "https://docs.example.org/kerning/", nil)
//	fmt.Println(embed.HTML)
//
// [Service.Embed] is public and knows the site's own published posts and pages.
// [Service.Proxy] has the site ask other providers, for users who may edit posts.
//
// # Three things people get wrong
//
// The HTML is the provider's, with scripts in it: it is shown in a frame, or not at all.
//
// An address that is unknown, foreign or a draft is not found, and so is one that is
// no address; the site does not tell them apart.
//
// A width is a wish: the site has bounds of its own, and a picture keeps its own.
package oembed
