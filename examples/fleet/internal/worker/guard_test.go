package worker

import (
	"context"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
)

func TestWorkerThatWasReplacedWritesNothingMoreToTheSite(t *testing.T) {
	t.Parallel()
	_, j, password := site(t, "blog", 0)
	w, _ := newWorker(t, map[string]string{"FLEET_blog": password})
	var failed error
	write := func(ctx context.Context, task recipe.Task) (string, error) {
		title := &cms.PostParams{Title: new("Kerning")}
		if _, err := task.Site.Posts.Create(ctx, title); err != nil {
			return "", err
		}
		if _, err := w.Store.Claim(ctx, j.Run, j.Site.Name); err != nil { // as another worker does
			return "", err
		}
		_, failed = task.Site.Posts.Create(ctx, title)
		return "", failed
	}
	w.Kinds = map[string]recipe.Kind{"mirror": {Writes: true, Do: write}}
	lease, err := w.Store.Claim(t.Context(), j.Run, j.Site.Name)
	if err != nil {
		t.Fatal(err)
	}
	j.Args = []string{"-dir", "texts"}
	if err := w.work(t.Context(), j, lease); !errors.Is(err, store.ErrFenced) {
		t.Errorf("work of a worker that was replaced: error %v, want ErrFenced", err)
	}
	site, err := w.connect(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	n, err := site.Posts.Count(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusAny}})
	if n != 1 || err != nil {
		t.Errorf("The site has %d posts, error %v, want 1; the second create said %v", n, err, failed)
	}
}
