package appearance_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestStylesOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	styles, ctx := appearance.New(site).Styles, t.Context()
	if _, err := styles.ActiveID(ctx); !errors.Is(err, appearance.ErrNoStyles) {
		t.Errorf("ActiveID of a site without a theme: error %v, want ErrNoStyles", err)
	}
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	id, err := styles.ActiveID(ctx)
	if err != nil {
		t.Fatalf("ActiveID: error %v, want nil", err)
	}
	for _, text := range []string{"#111", "#222"} {
		if _, err := styles.Edit(ctx, id, setText(text)); err != nil {
			t.Errorf("Edit: error %v, want nil", err)
		}
	}
	_, err = styles.Edit(ctx, id, func(s *appearance.GlobalStyles) error { return s.Styles.Set("red", "colour") })
	lost, ok := errors.AsType[*appearance.LostError](err)
	if !ok || !slices.Equal(lost.Paths, []string{"styles.colour"}) {
		t.Errorf("Edit of an unknown name: error %v, want a LostError with its path", err)
	}
	var texts []string
	for revision, err := range styles.Revisions(id).All(ctx, nil) {
		if err != nil {
			t.Fatalf("Revisions.All: error %v, want nil", err)
		}
		text := ""
		if _, err := revision.Styles.Get(&text, "color", "text"); err != nil {
			t.Errorf("Get: error %v, want nil", err)
		}
		texts = append(texts, text)
	}
	if want := []string{"#222", "#111"}; !slices.Equal(texts, want) {
		t.Errorf("Revisions.All: the texts %q, want %q", texts, want)
	}
}
