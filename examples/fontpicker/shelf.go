package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// shelf gets the copy of a catalogue, from a file where there is one.
type shelf struct {
	catalogue *fonts.Client
	cache     string // a file, "" for none
	maxAge    time.Duration
	notes     io.Writer
}

// cacheFile is a file for each catalogue, so that none is taken for another.
func cacheFile(folder, address string) string {
	if folder == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(address))
	return filepath.Join(folder, "catalogue-"+hex.EncodeToString(sum[:8])+".json")
}

// load returns the copy in the cache if it is young enough, else a new one. When
// the catalogue cannot be read, an old copy is better than none.
func (s shelf) load(ctx context.Context) (*snapshot.Snapshot, error) {
	kept := s.kept()
	if kept != nil {
		age := time.Since(kept.FetchedAt)
		if age >= 0 && age <= s.maxAge {
			program.Printf(s.notes, "catalogue: %d fonts, copied %v ago\n", len(kept.Fonts), age.Round(time.Second))
			return kept, nil
		}
	}
	fresh, err := s.fetch(ctx)
	switch {
	case err != nil && (kept == nil || ctx.Err() != nil):
		return nil, err
	case err != nil:
		program.Printf(s.notes, "catalogue: %v; going on with the copy of %s\n", err, kept.FetchedAt.Format(time.RFC1123))
		return kept, nil
	}
	if kept != nil {
		changes := snapshot.Diff(kept, fresh)
		program.Printf(s.notes, "catalogue: since the last copy %d added, %d removed, %d changed\n", len(changes.Added),
			len(changes.Removed), len(changes.Changed))
	}
	return fresh, s.keep(fresh)
}

// fetch copies the catalogue page by page.
func (s shelf) fetch(ctx context.Context) (*snapshot.Snapshot, error) {
	began := time.Now()
	var meter *program.Meter
	var all []fonts.Font
	for page, err := range s.catalogue.Pages(ctx, nil, fonts.Prefetch(2)) {
		if err != nil {
			return nil, err
		}
		if meter == nil {
			meter = program.Count(s.notes, "fonts", int64(page.Total))
			defer meter.Done()
		}
		all = append(all, page.Fonts...)
		meter.Add(int64(len(page.Fonts)))
	}
	return snapshot.New(began, all), nil
}

// kept is the copy in the cache, nil if there is none that can be read.
func (s shelf) kept() *snapshot.Snapshot {
	if s.cache == "" {
		return nil
	}
	file, err := os.Open(s.cache)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			program.Println(s.notes, "cache:", err)
		}
		return nil
	}
	defer func() { _ = file.Close() }()
	kept, err := snapshot.Read(file)
	if err != nil {
		program.Println(s.notes, "cache:", err)
		return nil
	}
	return kept
}

func (s shelf) keep(copied *snapshot.Snapshot) error {
	if s.cache == "" {
		return nil
	}
	var text bytes.Buffer
	if _, err := copied.WriteTo(&text); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.cache), 0o700); err != nil {
		return err
	}
	return files.Write(s.cache, text.Bytes(), 0o600)
}
