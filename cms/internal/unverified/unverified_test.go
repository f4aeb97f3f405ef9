package unverified_test

import (
	"context"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/unverified"
)

func TestMarkIsKeptByDerivedContexts(t *testing.T) {
	t.Parallel()
	if unverified.Is(t.Context()) {
		t.Error("Is of a plain context: true, want false")
	}
	ctx, cancel := context.WithCancel(unverified.Context(t.Context()))
	defer cancel()
	if !unverified.Is(ctx) {
		t.Error("Is of a context below the marked one: false, want true")
	}
}
