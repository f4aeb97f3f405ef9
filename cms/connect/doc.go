// Package connect connects a program to a site, and finds out why calls fail. Use it
// for programs whose users enter the address of a site and a password.
//
// [Discover] returns a client for a site, from the address of any of its pages:
//
//	site, err := connect.Discover(ctx, "docs.example.org",
//		cms.WithApplicationPassword("editor", password))
//
// [Diagnose] finds out why the calls of a client fail, and what to do about it:
//
//	report, err := connect.Diagnose(ctx, site, "publish_posts") // the capability that the program needs
//	fmt.Print(report)
//
// [DiagnoseAddress] does so from only the address, also where Discover fails:
//
//	report, err := connect.DiagnoseAddress(ctx, "docs.example.org", []string{"publish_posts"},
//		cms.WithApplicationPassword("editor", password))
package connect
