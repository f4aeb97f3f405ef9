// Package subsizes uploads an image and makes its sub-sizes on this machine. Use it if
// the site has too little memory or time to make them:
//
//	file, err := media.LocalFile("cover.jpg")
//	result, err := subsizes.Upload(ctx, site, file, &media.Params{AltText: new("Cover")}, nil)
//
// It is a separate package, because it needs code that decodes, scales and encodes
// images.
//
// # Three common mistakes
//
// The site must be on https or localhost. Otherwise the site has no route for
// sub-sizes, and makes them itself.
//
// Many cameras store images sideways, and store the orientation in the EXIF data. This
// package turns an image upright before it scales it, as the site would.
//
// An interrupted upload leaves a record without its sub-sizes. Call [Finish] to make the
// missing ones. Uploading again would store the image twice.
package subsizes
