// Package media is the media library of a site (cms/v2/media): reading and
// changing what is in it, uploads of any size with constant memory, and the
// operations on images.
//
//	library := media.New(site)
//	photo, err := library.UploadFile(ctx, "cover.jpg", &media.Params{AltText: new("Cover")})
//	for m, err := range library.All(ctx, &media.ListOptions{MediaType: []media.Type{media.TypeImage}}) { … }
//
// # Uploads
//
// [Library.Upload] sends a [File], which says where the content comes from and
// how it travels: as a form (the default) or raw, with a progress callback, with
// a checksum. All fields of the record go in the same request. Nothing is read
// into memory, and where the size is known it is stated and held to.
//
// An upload is never sent twice where the first time may have been acted on: a
// lost answer is [cms.ErrOutcomeUnknown]. It is repeated only if the site cannot
// have seen it, and only if its content can be opened anew. An upload that the
// site stored but did not finish, which happens when it runs out of memory or
// time while it makes the sub-sizes of an image, is finished by a second request;
// if that fails as well, an [*UnfinishedError] names the record.
//
// # Images
//
// The site makes the sub-sizes of an image when it is uploaded, again by
// [Library.PostProcess], and of a changed copy by [Library.Edit]. A client can make
// them instead: an upload with GenerateSubSizes false, a [Library.Sideload] for each,
// and [Library.Finalize]. The package subsizes does all of that in one call.
//
// # Three things people get wrong
//
// An upload is a create. If its response is lost, the file may be there: the upload is not
// retried, and the error is [cms.ErrOutcomeUnknown]. Before you upload again, look for the
// file: walk [Library.All] and compare [Media.Name]. A slug alone does not tell: if a post
// has it, the site gives the file another one.
//
// A link to a picture is not the picture. [Media.Link] is the page about it, SourceURL
// the file as it is shown, which may have been scaled down, and OriginalImage of its
// details the name of the file that was uploaded. [Library.Download] reads a file.
//
// There is no trash. Deletes are permanent and do not update content that shows the file.
//
// Errors are those of the package cms.
package media
