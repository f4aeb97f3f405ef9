package install

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Store keeps the receipt of one installation: in a file ([File]), or for example in a row
// of your database. A receipt has the global styles of the site twice, so it may have some
// 100 KB.
type Store interface {
	// Load returns the receipt, nil if there is none.
	Load(ctx context.Context) ([]byte, error)
	// Save replaces the receipt; nil removes it. When Save returns nil, a kill must not undo
	// it.
	Save(ctx context.Context, receipt []byte) error
}

// File is a [Store] in the file at this path. Its folder must exist. Save replaces the file
// as a whole; a kill may leave a file that ends in .part next to it. Only the owner may
// read the file.
type File string

// Load reads the file.
func (f File) Load(context.Context) ([]byte, error) {
	content, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// Save replaces or removes the file.
func (f File) Save(_ context.Context, receipt []byte) error {
	if receipt == nil {
		if err := os.Remove(string(f)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return syncFolder(filepath.Dir(string(f)))
	}
	part := string(f) + ".part"
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(receipt)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(part, string(f)); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(string(f)))
}

// syncFolder flushes the entries of a folder to the disk. Windows cannot do so.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
