package media

// Type is the kind of a file: the argument media_type of a list, the member
// media_type of a record. An unknown value passes through: a list takes those
// whose files the library holds, "text" for one.
type Type string

// The types of the specification.
const (
	TypeImage       Type = "image"
	TypeVideo       Type = "video"
	TypeAudio       Type = "audio"
	TypeApplication Type = "application"
	// TypeFile is what a record that is no image says, whatever it is. A list does
	// not take it.
	TypeFile Type = "file"
)

// The names of image sizes that WordPress has from the start, and that a site's
// own names stand beside: see [SubSize].
const (
	SizeThumbnail   = "thumbnail"
	SizeMedium      = "medium"
	SizeMediumLarge = "medium_large"
	SizeLarge       = "large"
	// SizeFull is the file itself: in MediaDetails.Sizes, or the first page of a
	// PDF for a Sideload.
	SizeFull = "full"
	// SizeOriginal is the file itself, turned upright, and SizeScaled a smaller
	// version of it; a Sideload puts them in its place.
	SizeOriginal = "original"
	SizeScaled   = "scaled"
)
