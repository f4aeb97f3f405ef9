package media

// Type is the kind of a file: the argument media_type of a list, and the field
// media_type of a record. Unknown values are kept. A list accepts the kinds of the files
// in the library, such as "text".
type Type string

// The types of files.
const (
	TypeImage       Type = "image"
	TypeVideo       Type = "video"
	TypeAudio       Type = "audio"
	TypeApplication Type = "application"
	// TypeFile is the type of every record that is not an image. A list does not accept
	// it.
	TypeFile Type = "file"
)

// Names of image sizes that every WordPress has. A site may have others: see [SubSize].
const (
	SizeThumbnail   = "thumbnail"
	SizeMedium      = "medium"
	SizeMediumLarge = "medium_large"
	SizeLarge       = "large"
	// SizeFull names the file itself, in MediaDetails.Sizes. In a Sideload it names the
	// image of the first page of a PDF.
	SizeFull = "full"
	// SizeOriginal is the file itself, turned upright. SizeScaled is a smaller version
	// of it. A Sideload with one of these names replaces the file of the record.
	SizeOriginal = "original"
	SizeScaled   = "scaled"
)
