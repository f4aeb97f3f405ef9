// Package subsizes uploads an image and makes its sub-sizes here instead of on the
// site, which may be short of memory or time for it:
//
//	file, err := media.LocalFile("cover.jpg")
//	result, err := subsizes.Upload(ctx, site, file, &media.Params{AltText: new("Cover")}, nil)
//
// It is apart from package media because it links code that decodes, scales and
// encodes images.
package subsizes
