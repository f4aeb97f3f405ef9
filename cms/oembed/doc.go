// Package oembed asks a site how one of its pages, or a page elsewhere, is shown
// inside another page: oEmbed (specification, section 4, "Embed lookup").
//
//	embed, err := oembed.New(site).Embed(ctx, "https://docs.example.org/kerning/", nil)
//	fmt.Println(embed.HTML)
//
// [Service.Embed] is public and knows the site's own published posts and pages.
// [Service.Proxy] has the site ask other providers, for users who may edit posts.
package oembed
