package wire

import "regexp"

// Untrashed returns the slug that a record had before it went to the trash. A site adds the
// suffix "__trashed" there, and also a number if another record in the trash had the slug:
// "kerning__trashed-2".
func Untrashed(slug string) string {
	return regexp.MustCompile(`__trashed(-\d+)?$`).ReplaceAllString(slug, "")
}
