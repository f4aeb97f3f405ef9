package files

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxLinks is how many links one name may lead through.
const maxLinks = 20

var (
	errReplaced = errors.New("it was replaced while it was opened")
	errTwisted  = errors.New("it leads through a link that goes up after it went down")
)

// at calls do with the folder that a name leads to, and its last part there, which
// is no link.
func (f *Folder) at(name string, do func(in *os.Root, base string) error) error {
	return f.follow(name, false, do)
}

// in calls do with a folder below f.
func (f *Folder) in(name string, do func(in *os.Root) error) error {
	return f.follow(name, true, func(in *os.Root, _ string) error { return do(in) })
}

// follow goes to a name part by part. A link is put into the place of its name, and
// all of it is gone through again.
func (f *Folder) follow(name string, folder bool, do func(in *os.Root, base string) error) error {
	name = path.Clean(name)
	for range maxLinks {
		link, err := f.descend(name, folder, do)
		if link == "" {
			return err
		}
		name = link
	}
	return errors.New("it leads through too many links")
}

// descend calls do where a name leads, or returns the name that the first link on
// the way makes of it.
func (f *Folder) descend(name string, folder bool, do func(in *os.Root, base string) error) (link string, err error) {
	if !fs.ValidPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", ErrLeaves
	}
	at, err := f.root.OpenRoot(".")
	if err != nil {
		return "", err
	}
	defer func() { _ = at.Close() }()
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if part == "." { // the folder itself
			break
		}
		if hidden(part) {
			if _, err := at.Lstat(part); err != nil {
				return "", err
			}
			return "", ErrHidden
		}
		last := i == len(parts)-1
		info, err := at.Lstat(part)
		switch {
		case err != nil && last && !folder:
			return "", do(at, part) // do may create it
		case err != nil:
			return "", err
		case info.Mode().Type() == fs.ModeSymlink:
			return replace(at, parts, i)
		case last && !folder:
			return "", do(at, part)
		}
		next, err := enter(at, part, info)
		if err != nil {
			return "", err
		}
		_ = at.Close()
		at = next
	}
	return "", do(at, ".")
}

// replace puts the target of the link that is the part i into its place.
func replace(at *os.Root, parts []string, i int) (name string, err error) {
	target, err := at.Readlink(parts[i])
	if err != nil {
		return "", err
	}
	if filepath.IsAbs(target) || filepath.VolumeName(target) != "" {
		return "", ErrLeaves
	}
	target = filepath.ToSlash(target)
	if path.IsAbs(target) {
		return "", ErrLeaves
	}
	down := false
	for part := range strings.SplitSeq(target, "/") {
		if part == ".." && down {
			return "", errTwisted // path.Join would be wrong where that part is a link itself
		}
		down = down || part != ".." && part != "." && part != ""
	}
	return path.Join(slices.Concat(parts[:i], []string{target}, parts[i+1:])...), nil
}

// enter opens a folder, which must still be what info describes.
func enter(at *os.Root, part string, info fs.FileInfo) (*os.Root, error) {
	if !info.IsDir() {
		return nil, errors.New("a part of its path is not a folder")
	}
	next, err := at.OpenRoot(part)
	if err != nil {
		return nil, err
	}
	now, err := next.Stat(".")
	if err == nil && !os.SameFile(info, now) {
		err = errReplaced
	}
	if err != nil {
		_ = next.Close()
		return nil, err
	}
	return next, nil
}

// openRegular opens a regular file, without waiting for what is none.
func openRegular(in *os.Root, base string, flag int, mode fs.FileMode) (*os.File, error) {
	before, err := in.Lstat(base)
	switch {
	case errors.Is(err, fs.ErrNotExist) && flag&os.O_CREATE != 0:
		return in.OpenFile(base, flag|os.O_EXCL, mode)
	case err != nil:
		return nil, err
	case !before.Mode().IsRegular():
		return nil, ErrNotRegular
	}
	file, err := in.OpenFile(base, flag|withoutWaiting, mode)
	if err != nil {
		return nil, err
	}
	now, err := file.Stat()
	if err == nil && !os.SameFile(before, now) {
		err = errReplaced
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}
