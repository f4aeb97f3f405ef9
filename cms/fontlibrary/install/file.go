package install

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// inspect reads a file, and returns the checksum and the size of its content. It refuses
// files that the site would refuse, because the site may leave a refused file on its
// disk.
func inspect(f fontlibrary.File) (sum string, size int64, err error) {
	begins := map[string][]string{
		".woff2": {"wOF2"}, ".woff": {"wOFF"},
		".ttf": {"\x00\x01\x00\x00", "true"}, ".otf": {"OTTO", "\x00\x01\x00\x00"},
	}[strings.ToLower(path.Ext(f.Name))]
	if begins == nil {
		return "", 0, fmt.Errorf("%.200q does not end in .woff2, .woff, .ttf or .otf", f.Name)
	}
	content, err := f.Open()
	if err != nil {
		return "", 0, fmt.Errorf("%.200q: %w", f.Name, err)
	}
	if content == nil {
		return "", 0, fmt.Errorf("%.200q: the function Open returned nil", f.Name)
	}
	sum, size, err = checksum(content, begins)
	if err = errors.Join(err, content.Close()); err != nil {
		return "", 0, fmt.Errorf("%.200q: %w", f.Name, err)
	}
	if f.Size > 0 && f.Size != size {
		return "", 0, fmt.Errorf("%.200q has %d bytes, not %d", f.Name, size, f.Size)
	}
	return sum, size, nil
}

func checksum(content io.Reader, begins []string) (sum string, size int64, err error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(content, head); err != nil {
		return "", 0, fmt.Errorf("its beginning cannot be read: %w", err)
	}
	if !slices.Contains(begins, string(head)) {
		return "", 0, errors.New("its content is not that of its extension")
	}
	hash := sha256.New()
	_, _ = hash.Write(head) // writing to a hash never fails
	size, err = io.Copy(hash, content)
	return hex.EncodeToString(hash.Sum(nil)), size + int64(len(head)), err
}
