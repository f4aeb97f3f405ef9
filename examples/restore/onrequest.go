package main

import (
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// wants says whether a kind is restored in this run.
func (r *restore) wants(kind string) bool {
	asked, onRequest := r.asked[kind]
	return !r.without[kind] && (!onRequest || *asked)
}

// leftAlone says what of the folder is not restored without its flag.
func (r *restore) leftAlone() error {
	for _, name := range []string{archive.Comments, archive.Settings, locations} {
		if r.wants(name) {
			continue
		}
		n, err := r.onRequest(name)
		if err != nil {
			return err
		}
		if n > 0 {
			program.Printf(r.notes, "%s: %d are not restored; -%[1]s restores them\n", name, n)
		}
	}
	return nil
}

// onRequest is how many records the folder has of what is restored on request.
func (r *restore) onRequest(name string) (int, error) {
	if name == locations {
		shown, err := r.shownMenus()
		return len(shown), err
	}
	ids, err := r.records(name)
	return len(ids), err
}
