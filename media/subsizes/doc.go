// Package subsizes uploads an image and makes its sub-sizes here instead of on the
// site, which may be short of memory or time for it:
//
//	file, err := media.LocalFile("cover.jpg")
//	result, err := subsizes.Upload(ctx, site, file, &media.Params{AltText: new("Cover")}, nil)
//
// It is apart from package media because it links code that decodes, scales and
// encodes images.
//
// # Three things people get wrong
//
// The site has to be one that browsers trust, on https or localhost: elsewhere it has no
// route for sub-sizes, and makes them itself.
//
// A picture from a camera lies on its side, and says so in its EXIF data. It is turned
// here before it is scaled, as the site would do.
//
// An upload that was interrupted is a record without its sizes. [Finish] makes those that
// are missing; to upload it again would double it.
package subsizes
