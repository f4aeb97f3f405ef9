package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
)

// openBrowser opens an address with what the operating system has for that.
func openBrowser(ctx context.Context, address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	if err := exec.CommandContext(ctx, name, args...).Run(); err != nil {
		return fmt.Errorf("no browser could be opened, try without -open: %s: %w", name, err)
	}
	return nil
}
