// Package oembed reads the HTML that shows a page inside another page (oEmbed).
//
//	embed, err := oembed.New(site).Embed(ctx, "https://docs.example.org/kerning/", nil) // site is a *cms.Client
//	fmt.Println(embed.HTML)
//
// [Service.Embed] is for the site's own published posts and pages, and needs no login.
// [Service.Proxy] is for any page: the site requests the HTML from the provider of the
// page. It needs a user who may edit posts.
//
// # Three common mistakes
//
// The HTML is from the provider and contains scripts. Show it only inside a frame.
//
// The site responds with "not found" for an unknown page, a page of another site, a
// draft, and an invalid address.
//
// The width is only a maximum. The site has its own limits, and images keep their size.
package oembed
