// Package describe reads the description that a site gives of its routes: methods,
// arguments and the JSON schema of records. Use it to find out which routes, arguments
// and fields a site has, for example those of its plugins.
//
// [Of] reads a namespace or the whole site, [OfRoute] one route. Both read through a
// function, such as the method Read of a client:
//
//	site, err := cms.New("https://docs.example.org")
//	shop, err := describe.Of(ctx, site.Read, "shop/v1")       // all routes of a plugin
//	posts, err := describe.OfRoute(ctx, site.Read, "cms/v2/posts") // one route
//
// [Load] and [LoadRoute] read saved JSON, such as the files of cmsgen -save.
// [Description.Operations] lists all operations, for programs that compare sites.
//
// Plugins write schemas in many forms. A broken schema is read as one that accepts any
// value. Only a description that no site would send, such as 10,001 routes, is an
// error. Keywords that this package does not know are dropped. To get them, read the
// route with the method Read of cms.Client.
package describe
