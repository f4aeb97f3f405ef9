// Package describe reads what a site says of its own routes: their methods, their
// arguments and the JSON schema of their records.
//
// [Of] asks a site; [Load] reads an index that was saved, or a file that cmsgen wrote
// with -save. Plugins write schemas as they like. What is no schema is one of any
// value here, and only what no site would send, such as 10,001 routes, is an error.
//
// [Description.Operations] is the short way for programs that compare sites:
//
//	site, err := describe.Of(ctx, client, "")
//	for _, operation := range site.Operations() {
//		fmt.Println(operation.Method, operation.Path) // GET /cms/v2/posts/{id}
//	}
package describe
