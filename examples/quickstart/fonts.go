package main

import (
	"context"
	"io"

	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts"
)

// showFonts searches the catalogue and prints CSS for the first few faces.
func showFonts(ctx context.Context, catalogue *fonts.Client, out io.Writer) error {
	search := &fonts.ListOptions{Category: "serif"}
	total, err := catalogue.Count(ctx, search)
	if err != nil {
		return err
	}
	program.Printf(out, "fonts:     %d in the category serif, among them\n", total)
	shown := 0
	for font, err := range catalogue.All(ctx, search) {
		if err != nil {
			return err
		}
		program.Printf(out, "           %s\n", font.CSS())
		if shown++; shown == 3 {
			break
		}
	}
	return nil
}
