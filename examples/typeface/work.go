package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// work is a run on a site.
type work struct {
	installer  *install.Installer
	dry        bool
	out, notes io.Writer
}

// install installs a family, and prints the page that shows it.
func (w *work) install(ctx context.Context, family install.Family) error {
	do := w.installer.Install
	if w.dry {
		do = w.installer.Plan
	}
	report, err := do(ctx, family)
	w.print(report)
	if err != nil {
		return explained(err)
	}
	program.Printf(w.out, "page       %s\n", report.Page)
	program.Total(w.out, w.dry, "%d written", report.Writes())
	return nil
}

// undo takes an installation back.
func (w *work) undo(ctx context.Context) error {
	do := w.installer.Undo
	if w.dry {
		do = w.installer.PlanUndo
	}
	report, err := do(ctx)
	w.print(report)
	if err != nil {
		return explained(err)
	}
	if len(report.Steps) == 0 {
		program.Printf(w.notes, "note: no receipt of an installation was found, so there is nothing to undo\n")
	}
	program.Total(w.out, w.dry, "%d taken back", report.Writes())
	if report.Leftover() {
		err := errors.New("something of the family is still on the site: see the lines that begin with left")
		return program.Status(err, program.Incomplete)
	}
	return nil
}

// print prints the steps. A dry run has no ids yet.
func (w *work) print(report *install.Report) {
	for _, note := range report.Notes {
		program.Printf(w.notes, "note: %s\n", note)
	}
	for _, step := range report.Steps {
		program.Printf(w.out, "%-9s  %s", string(step.Action), step.Part)
		if step.ID != 0 {
			program.Printf(w.out, "  (%d)", step.ID)
		}
		program.Printf(w.out, "\n")
		if step.Reason != "" {
			program.Printf(w.notes, "note: %s: %s\n", step.Part, step.Reason)
		}
	}
}

// explained says what to do about an error of the installation.
func explained(err error) error {
	switch {
	case errors.Is(err, install.ErrOtherReceipt):
		return fmt.Errorf("%w: name another file in -receipt", err)
	case errors.Is(err, appearance.ErrNoStyles):
		return fmt.Errorf("%w: activate a block theme", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		return fmt.Errorf("%w; run it again: what was made is found again", err)
	}
	return err
}
