// Package media uploads files to the media library of a site (cms/v2/media). It also
// lists, changes and deletes them, and crops, rotates and flips images.
//
//	library := media.New(site) // site is a *cms.Client
//	photo, err := library.UploadFile(ctx, "cover.jpg", &media.Params{AltText: new("Cover")})
//	for m, err := range library.All(ctx, &media.ListOptions{MediaType: []media.Type{media.TypeImage}}) { … }
//
// # Uploads
//
// [Library.UploadFile] uploads a file on disk. [Library.Upload] sends any [File]: a
// reader, a form or a raw body, with a progress callback or a checksum. All fields of
// the record go in the same request. Memory does not grow with the size of the file. If
// the size is known, it is sent, and the upload fails if the content has another size.
//
// [Library.Ensure] uploads a file unless the library already has its content.
//
// An upload is retried only if the site cannot have received it, and only if its content
// can be opened again. If a response is lost, the error is [cms.ErrOutcomeUnknown].
//
// A site may store a file and then run out of memory or time while it makes the
// sub-sizes of an image. Upload then sends a second request, which finishes the upload. If
// that fails too, an [*UnfinishedError] names the record.
//
// The program examples/howto/picture of the repository publishes a post with a picture.
//
// # Images
//
// The site makes the sub-sizes of an image in [Library.Upload], [Library.PostProcess]
// and [Library.Edit]. A client can make them instead. It uploads the image with
// GenerateSubSizes false, sends each sub-size by [Library.Sideload], and calls
// [Library.Finalize]. The package subsizes does this in one call.
//
// # Three common mistakes
//
// An upload is a create. If its response is lost, the file may exist: the error is
// [cms.ErrOutcomeUnknown]. [Library.Ensure] can be called any number of times: it
// stores the same content only once. To find a file that was uploaded without Ensure,
// walk [Library.All] and compare [Media.Name]. The site changes names: "Sheet b ü.png"
// is stored as Sheet-b-u.png, and a second one as Sheet-b-u-1.png. It scales large
// images down and stores "big-scaled.png". Then OriginalImage of [MediaDetails] is the
// name of the uploaded file. The slug of a record may also differ from its name: if a
// post already has that slug, the site chooses another.
//
// [Media.Link] is the address of a page about the file. SourceURL is the address of the
// file, which the site may have scaled down. [MediaDetails.OriginalImage] is then the
// name of the uploaded file. [Library.Download] reads the file at SourceURL.
//
// There is no trash. Deletes are permanent and do not update content that shows the
// file.
//
// # Errors
//
// Errors are those of the package cms.
package media
