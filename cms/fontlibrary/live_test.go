package fontlibrary_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// woff returns the font Go Regular as a WOFF file: a directory, and each table compressed.
func woff(t *testing.T) []byte {
	t.Helper()
	sfnt := goregular.TTF
	number := binary.BigEndian
	tables := int(number.Uint16(sfnt[4:]))
	var directory, data bytes.Buffer
	at := 44 + 20*tables
	for i := range tables {
		entry := sfnt[12+16*i:]
		begin, length := number.Uint32(entry[8:]), number.Uint32(entry[12:])
		table := sfnt[begin : begin+length]
		var packed bytes.Buffer
		w := zlib.NewWriter(&packed)
		if _, err := w.Write(table); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if packed.Len() >= len(table) {
			packed = *bytes.NewBuffer(table)
		}
		directory.Write(entry[:4])
		for _, n := range []uint32{uint32(at + data.Len()), uint32(packed.Len()), length, number.Uint32(entry[4:])} {
			directory.Write(number.AppendUint32(nil, n))
		}
		data.Write(packed.Bytes())
		data.Write(make([]byte, -data.Len()&3))
	}
	header := []byte("wOFF\x00\x01\x00\x00")
	header = number.AppendUint32(header, uint32(at+data.Len()))
	header = number.AppendUint16(header, uint16(tables))
	header = append(number.AppendUint32(append(header, 0, 0), uint32(len(sfnt))), make([]byte, 24)...)
	return slices.Concat(header, directory.Bytes(), data.Bytes())
}

// family creates a family, and deletes it after the test.
func family(t *testing.T, library *fontlibrary.Library, slug string) *fontlibrary.Family {
	t.Helper()
	if old, err := library.Families.BySlug(t.Context(), slug); err == nil {
		_, _ = library.Families.Delete(t.Context(), old.ID)
	}
	made, err := library.Families.Create(t.Context(), &fontlibrary.FamilyParams{
		Name: new("Live " + slug), Slug: &slug, FontFamily: new("Live Font, sans-serif"),
	})
	if err != nil {
		t.Fatalf("Families.Create of %s: error %v, want nil", slug, err)
	}
	t.Cleanup(func() { _, _ = library.Families.Delete(context.Background(), made.ID) })
	return made
}

// regular describes a face with a weight.
func regular(weight string, files ...fontlibrary.File) *fontlibrary.FaceParams {
	return &fontlibrary.FaceParams{
		Settings: fontlibrary.FaceSettings{FontFamily: "Live Font", FontWeight: weight, FontStyle: "normal"},
		Files:    files,
	}
}

func TestLiveFamiliesAreWrittenAndRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5")
	library, ctx := fontlibrary.New(site), t.Context()
	made := family(t, library, "live-written")
	if made.Settings.FontFamily != `"Live Font", sans-serif` || len(made.FaceIDs) != 0 {
		t.Errorf("Families.Create: %+v, want a quoted name and no faces", made)
	}
	changed, err := library.Families.Update(ctx, made.ID, &fontlibrary.FamilyParams{Name: new("Changed")})
	switch {
	case err != nil:
		t.Errorf("Families.Update: error %v, want nil", err)
	case changed.Settings.Name != "Changed" || changed.Settings.FontFamily != made.Settings.FontFamily:
		t.Errorf("Families.Update: %+v, want only another name", changed.Settings)
	}
	for _, method := range []string{"PUT", "PATCH"} { // WordPress 7.1 expects a string and an object at once
		_, err := library.Families.Update(ctx, made.ID, &fontlibrary.FamilyParams{Name: new("Changed")},
			cms.UpdateMethod(method))
		if err != nil {
			sitetest.Failed(t, err, 400, cms.CodeInvalidParam, cms.ErrBadRequest)
		}
	}
	if same, err := library.Families.Update(ctx, made.ID, nil); err != nil || same.Settings.Name != "Changed" {
		t.Errorf("Families.Update of nothing: %+v, error %v, want an unchanged family", same, err)
	}
	found, err := library.Families.BySlug(ctx, "Live-Written", cms.Fields("id"))
	if err != nil || found.ID != made.ID {
		t.Errorf("Families.BySlug: %+v, error %v, want the family %d", found, err, made.ID)
	}
	_, err = library.Families.BySlug(ctx, "live-none")
	if !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Families.BySlug of a missing slug: error %v, want ErrNotFound", err)
	}
	params, err := made.Params()
	if err != nil {
		t.Fatal(err)
	}
	_, err = library.Families.Create(ctx, params)
	sitetest.Failed(t, err, 400, fontlibrary.CodeDuplicateFamily, cms.ErrBadRequest)
	page, err := library.Families.List(ctx, &fontlibrary.FamilyListOptions{Include: []int64{made.ID}})
	if err != nil {
		t.Fatalf("Families.List: error %v, want nil", err)
	}
	if page.Total != 1 || page.Items[0].ID != made.ID {
		t.Errorf("Families.List: %+v, error %v, want the family %d", page, err, made.ID)
	}
	if n, err := library.Families.Count(ctx, nil); err != nil || n < 1 {
		t.Errorf("Families.Count: %d, error %v, want at least 1", n, err)
	}
	walked := 0
	for one, err := range library.Families.All(ctx, &fontlibrary.FamilyListOptions{PerPage: 1}, cms.Exact()) {
		if err != nil {
			t.Fatalf("Families.All: error %v, want nil", err)
		}
		if one.ID == made.ID {
			walked++
		}
	}
	if walked != 1 {
		t.Errorf("Families.All: the family %d was yielded %d times, want once", made.ID, walked)
	}
	gone, err := library.Families.Delete(ctx, made.ID)
	if err != nil {
		t.Fatalf("Families.Delete: error %v, want nil", err)
	}
	if !gone.Deleted || gone.Previous.ID != made.ID {
		t.Errorf("Families.Delete: %+v, error %v, want the deleted family", gone, err)
	}
	_, err = library.Families.Get(ctx, made.ID)
	sitetest.Failed(t, err, 404, cms.CodeInvalidID, cms.ErrNotFound)
	_, err = library.Families.Delete(ctx, made.ID)
	sitetest.Failed(t, err, 404, cms.CodeInvalidID, cms.ErrNotFound)
}

func TestLiveFacesOfEachKindAreUploaded(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5")
	library, ctx := fontlibrary.New(site), t.Context()
	made, other := family(t, library, "live-faces"), family(t, library, "live-others")
	faces := library.Faces(made.ID)
	files := map[string]fontlibrary.File{
		"400": fontlibrary.Bytes("live.ttf", goregular.TTF), "500": fontlibrary.Bytes("live.woff", woff(t)),
	}
	ids := map[int64]bool{}
	for weight, file := range files {
		face, err := faces.Create(ctx, regular(weight, file))
		if err != nil {
			t.Errorf("Faces.Create of %v: error %v, want nil", file, err)
			continue
		}
		ids[face.ID] = true
		if face.Settings.FontWeight != weight || len(face.Settings.Src) != 1 {
			t.Errorf("Faces.Create of %v: %+v, want one source and the weight %s", file, face, weight)
			continue
		}
		var stored bytes.Buffer
		if n, err := site.Download(ctx, face.Settings.Src[0], &stored); err != nil || n != file.Size {
			t.Errorf("Download of %s: %d bytes, error %v, want %d", face.Settings.Src[0], n, err, file.Size)
		}
	}
	several := regular("100 900", files["400"], files["500"])
	several.Settings.Src = fontlibrary.Sources{site.Site() + "/third.woff2"}
	several.ThemeJSONVersion = new(3)
	face, err := faces.Create(ctx, several)
	if err != nil {
		t.Fatalf("Faces.Create of two files and an address: error %v, want nil", err)
	}
	if len(face.Settings.Src) != 3 || face.Settings.Src[2] != several.Settings.Src[0] {
		t.Fatalf("Faces.Create of two files and an address: %+v, error %v, want three sources", face, err)
	}
	ids[face.ID] = true
	address := regular("600")
	address.Settings.Src = fontlibrary.Sources{site.Site() + "/only.woff2"}
	address.Settings.FontDisplay = fontlibrary.DisplaySwap
	face, err = library.Faces(other.ID).Create(ctx, address)
	if err != nil {
		t.Fatalf("Faces.Create of an address: error %v, want nil", err)
	}
	if face.Settings.FontDisplay != fontlibrary.DisplaySwap || !slices.Equal(face.Settings.Src,
		address.Settings.Src) {
		t.Fatalf("Faces.Create of an address: %+v, error %v, want the address", face, err)
	}
	// The list of a family has the faces of all families.
	for one, err := range faces.All(ctx) {
		if err != nil || !ids[one.ID] {
			t.Errorf("Faces.All: %+v, error %v, want only faces of %d", one, err, made.ID)
			continue
		}
		delete(ids, one.ID)
		got, err := faces.Get(ctx, one.ID, cms.InContext(cms.ContextEdit))
		if err != nil || got.ID != one.ID {
			t.Errorf("Faces.Get: %+v, error %v, want the face %d", got, err, one.ID)
		}
	}
	if len(ids) > 0 {
		t.Errorf("Faces.All: did not yield %v, want each face once", ids)
	}
	page, err := faces.List(ctx, &fontlibrary.FaceListOptions{PerPage: 100}, cms.Fields("id"))
	if err != nil || len(page.Items) != 3 {
		t.Errorf("Faces.List: %+v, error %v, want the three faces of %d", page, err, made.ID)
	}
	_, err = faces.Get(ctx, face.ID)
	sitetest.Failed(t, err, 404, fontlibrary.CodeFaceOfAnother, cms.ErrNotFound)
	_, err = faces.Delete(ctx, face.ID)
	sitetest.Failed(t, err, 404, fontlibrary.CodeFaceOfAnother, cms.ErrNotFound)
	gone, err := library.Faces(other.ID).Delete(ctx, face.ID)
	if err != nil {
		t.Fatalf("Faces.Delete: error %v, want nil", err)
	}
	if !gone.Deleted || gone.Previous.ID != face.ID {
		t.Errorf("Faces.Delete: %+v, error %v, want the deleted face", gone, err)
	}
	_, err = library.Faces(other.ID).Delete(ctx, face.ID)
	sitetest.Failed(t, err, 404, cms.CodeInvalidID, cms.ErrNotFound)
}

func TestLiveFacesThatASiteRejects(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5")
	library, ctx := fontlibrary.New(site), t.Context()
	faces := library.Faces(family(t, library, "live-rejected").ID)
	font := fontlibrary.Bytes("live.ttf", goregular.TTF)
	first, err := faces.Create(ctx, regular("", font))
	if err != nil {
		t.Fatalf("Faces.Create: error %v, want nil", err)
	}
	unknown := regular("300", font)
	unknown.Settings.Extra = cms.Extra{"fontColor": []byte(`"red"`)}
	foreign := regular("300")
	foreign.Settings.Src = fontlibrary.Sources{"data:font/woff2;base64,AAAA"}
	for name, c := range map[string]struct {
		params *fontlibrary.FaceParams
		status int
		code   cms.ErrorCode
	}{
		"a missing weight is normal": {regular("normal", font), 400, fontlibrary.CodeDuplicateFace},
		"normal is 400":              {regular("400", font), 400, fontlibrary.CodeDuplicateFace},
		"text": {regular("300", fontlibrary.Bytes("a.woff2", []byte("text"))), 400,
			fontlibrary.CodeInvalidFile},
		"another extension": {regular("300", fontlibrary.Bytes("a.woff2", goregular.TTF)), 400,
			fontlibrary.CodeInvalidFile},
		"no extension": {regular("300", fontlibrary.Bytes("a", goregular.TTF)), 400,
			fontlibrary.CodeInvalidFile},
		"an empty file": {regular("300", fontlibrary.Bytes("a.ttf", nil)), 500,
			fontlibrary.CodeUploadError},
		"an unknown field":   {unknown, 400, cms.CodeInvalidParam},
		"an address of data": {foreign, 400, cms.CodeInvalidParam},
	} {
		_, err := faces.Create(ctx, c.params)
		e, ok := errors.AsType[*cms.Error](err)
		if !ok {
			t.Errorf("Faces.Create of %s: error %v, want %d %s", name, err, c.status, c.code)
			continue
		}
		if e.Status != c.status || e.Code != c.code {
			t.Errorf("Faces.Create of %s: error %v, want %d %s", name, err, c.status, c.code)
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("Faces.Create of %s: error %v, want an error that is not ErrOutcomeUnknown", name, err)
		}
	}
	_, err = library.Faces(1<<40).Create(ctx, regular("300", font))
	sitetest.Failed(t, err, 404, fontlibrary.CodeInvalidFamily, cms.ErrNotFound)
	if _, err := faces.Delete(ctx, first.ID); err != nil {
		t.Errorf("Faces.Delete: error %v, want nil", err)
	}
}

func TestLiveCollectionsOfASite(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5")
	collections, ctx := fontlibrary.New(site).Collections, t.Context()
	all, err := collections.List(ctx, &fontlibrary.CollectionListOptions{PerPage: 100})
	if err != nil {
		t.Fatalf("Collections.List: error %v, want nil", err)
	}
	one, err := collections.Get(ctx, "google-fonts")
	switch {
	case err == nil && (len(all) == 0 || len(one.Families) == 0 || len(one.Categories) == 0):
		t.Errorf("Collections.Get: %d families of %d collections, want some", len(one.Families), len(all))
	case err != nil: // the site has no network
		sitetest.Failed(t, err, 500, fontlibrary.CodeCollectionMissing)
		if len(all) != 0 {
			t.Errorf("Collections.List: %d collections, want none that cannot be read", len(all))
		}
	}
	_, err = collections.Get(ctx, "none")
	sitetest.Failed(t, err, 404, fontlibrary.CodeUnknownCollection, cms.ErrNotFound)
}

func TestLiveRightsOfTheLibrary(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5")
	library := fontlibrary.New(site)
	made := family(t, library, "live-rights")
	face, err := library.Faces(made.ID).Create(t.Context(), regular("700", fontlibrary.Bytes("live.ttf",
		goregular.TTF)))
	if err != nil {
		t.Fatalf("Faces.Create: error %v, want nil", err)
	}
	n := 0
	cases := sitetest.Check(t, []sitetest.Right{
		{Name: "list families", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := fontlibrary.New(s).Families.List(ctx, nil)
			return err
		}},
		{Name: "get a family", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := fontlibrary.New(s).Families.Get(ctx, made.ID)
			return err
		}},
		{Name: "create a family", Least: "admin", Do: func(ctx context.Context, s *cms.Client, role string) error {
			slug := "live-rights-" + role
			own, err := fontlibrary.New(s).Families.Create(ctx,
				&fontlibrary.FamilyParams{Name: new("a"), Slug: &slug, FontFamily: new("a")})
			if err == nil {
				_, err = fontlibrary.New(s).Families.Delete(ctx, own.ID)
			}
			return err
		}},
		{Name: "update a family", Least: "admin", Do: func(ctx context.Context, s *cms.Client, role string) error {
			_, err := fontlibrary.New(s).Families.Update(ctx, made.ID, &fontlibrary.FamilyParams{Name: &role})
			return err
		}},
		{Name: "list faces", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := fontlibrary.New(s).Faces(made.ID).List(ctx, nil)
			return err
		}},
		{Name: "get a face", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := fontlibrary.New(s).Faces(made.ID).Get(ctx, face.ID)
			return err
		}},
		{Name: "create a face", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			n++
			_, err := fontlibrary.New(s).Faces(made.ID).Create(ctx,
				regular(fmt.Sprint(300+n), fontlibrary.Bytes("live.ttf", goregular.TTF)))
			return err
		}},
		{Name: "list collections", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := fontlibrary.New(s).Collections.List(ctx, nil)
			return err
		}},
	})
	for _, role := range sitetest.Roles()[1:] {
		s := fontlibrary.New(sitetest.LiveAs(t, role))
		if _, err := s.Families.Delete(t.Context(), made.ID); !errors.Is(err, cms.ErrForbidden) && !errors.Is(err,
			cms.ErrUnauthorized) {
			t.Errorf("Families.Delete as %s: error %v, want a refusal", role, err)
		}
		if _, err := s.Faces(made.ID).Delete(t.Context(), face.ID); !errors.Is(err, cms.ErrForbidden) &&
			!errors.Is(err, cms.ErrUnauthorized) {
			t.Errorf("Faces.Delete as %s: error %v, want a refusal", role, err)
		}
		cases += 2
	}
	t.Logf("%d cases of rights", cases)
}

func TestLiveOlderSitesHaveNoLibrary(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	said, err := describe.Of(t.Context(), site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	for route := range said.Routes {
		if strings.Contains(route, "/font-families") {
			t.Skip("the site has a font library")
		}
	}
	library, ctx := fontlibrary.New(site), t.Context()
	font := fontlibrary.Bytes("a.ttf", goregular.TTF)
	for name, do := range map[string]func() error{
		"Families.List": func() error { _, err := library.Families.List(ctx, nil); return err },
		"Families.Get":  func() error { _, err := library.Families.Get(ctx, 1); return err },
		"Families.Create": func() error {
			_, err := library.Families.Create(ctx, &fontlibrary.FamilyParams{Name: new("a"), Slug: new("a"),
				FontFamily: new("a")})
			return err
		},
		"Families.Update":  func() error { _, err := library.Families.Update(ctx, 1, nil); return err },
		"Families.Delete":  func() error { _, err := library.Families.Delete(ctx, 1); return err },
		"Faces.List":       func() error { _, err := library.Faces(1).List(ctx, nil); return err },
		"Faces.Get":        func() error { _, err := library.Faces(1).Get(ctx, 1); return err },
		"Faces.Create":     func() error { _, err := library.Faces(1).Create(ctx, regular("400", font)); return err },
		"Faces.Delete":     func() error { _, err := library.Faces(1).Delete(ctx, 1); return err },
		"Collections.List": func() error { _, err := library.Collections.List(ctx, nil); return err },
		"Collections.Get":  func() error { _, err := library.Collections.Get(ctx, "google-fonts"); return err },
	} {
		if err := do(); !errors.Is(err, cms.ErrNoRoute) || errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%s on a site without a library: error %v, want ErrNoRoute", name, err)
		}
	}
	for _, err := range library.Faces(1).All(ctx) {
		if !errors.Is(err, cms.ErrNoRoute) {
			t.Errorf("Faces.All on a site without a library: error %v, want ErrNoRoute", err)
		}
	}
}
