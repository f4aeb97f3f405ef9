// Package describe reads what a site says of its own routes: their methods, their
// arguments and the JSON schema of their records.
//
// [Of] asks a site for a namespace or for all of it, [OfRoute] for one route. Both read
// through a function, which a client of package cms has:
//
//	site, err := cms.New("https://docs.example.org")
//	shop, err := describe.Of(ctx, site.Read, "shop/v1")       // all routes of a plugin
//	posts, err := describe.OfRoute(ctx, site.Read, "cms/v2/posts") // one route
//
// [Load] and [LoadRoute] read JSON that was saved, as cmsgen writes it with -save.
// [Description.Operations] is the short way for programs that compare sites.
//
// Plugins write schemas as they like. A broken schema is read as that of any value.
// Only what no site would send, such as 10,001 routes, is an error. Words that this
// package does not know are left out: read the route with Client.Read of cms for
// those.
package describe
