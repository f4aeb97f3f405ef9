package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func export(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet export",
		"Writes the records of a run into a folder: a file for each, a folder for each site.",
		"fleet export -run nightly-20261101T030000 -out records", "")
	place := placeFlags(flags)
	run := flags.String("run", "", "the run")
	out := flags.String("out", "records", "folder to write to")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := job.CheckRun(*run); err != nil {
		return program.Mistake("-run: %v", err)
	}
	f, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	e := &exporter{out: *out, folders: map[string]*archive.Folder{}}
	defer e.close()
	if err := f.store.Each(ctx, *run, e.page); err != nil {
		return err
	}
	program.Printf(env.Out, "%d records of %d sites in %s\n", e.records, len(e.folders), *out)
	if e.records == 0 {
		return fmt.Errorf("the run %s has no records", *run)
	}
	return nil
}

// exporter writes records into the folders of their sites.
type exporter struct {
	out     string
	folders map[string]*archive.Folder
	records int
}

func (e *exporter) close() {
	for _, folder := range e.folders {
		_ = folder.Close()
	}
}

// page writes the records of a page.
func (e *exporter) page(site string, page store.Page) (err error) {
	folder := e.folders[site]
	if folder == nil {
		if folder, err = archive.Make(filepath.Join(e.out, site)); err != nil {
			return err
		}
		e.folders[site] = folder
	}
	kind := archive.Name(page.Kind)
	if err := folder.Prepare(kind); err != nil {
		return err
	}
	for _, data := range page.Records {
		if page.Kind == recipe.Output {
			if err := e.output(folder, data); err != nil {
				return err
			}
			continue
		}
		var record archive.Record
		if err := json.Unmarshal(data, &record); err != nil {
			return fmt.Errorf("%s: a record of %s: %w", site, page.Kind, err)
		}
		content, err := archive.Encode(record, "")
		if err != nil {
			return err
		}
		if _, err := folder.Write(kind, strconv.FormatInt(record.ID(), 10), content); err != nil {
			return err
		}
		e.records++
	}
	return nil
}

// output writes what a recipe has printed.
func (e *exporter) output(folder *archive.Folder, data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	e.records++
	_, err := folder.WriteFile(recipe.Output, recipe.Output+".txt", strings.NewReader(text))
	return err
}

func forget(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet forget", "Deletes the records and results of a run. Its jobs in the queue begin anew.",
		"fleet forget -run nightly-20261101T030000", "")
	place := placeFlags(flags)
	run := flags.String("run", "", "the run")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := job.CheckRun(*run); err != nil {
		return program.Mistake("-run: %v", err)
	}
	f, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	return f.store.Drop(ctx, *run)
}
