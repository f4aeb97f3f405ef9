package media_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

func TestRefusalsNameTheArgument(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	library := library(t, s)
	edit := func(p media.EditParams) error {
		p.Src = "s"
		_, err := library.Edit(t.Context(), 1, &p)
		return err
	}
	upload := func(change func(*media.File)) error {
		file := picture()
		change(&file)
		_, err := library.Upload(t.Context(), file, nil)
		return err
	}
	finalize := func(subs ...media.SubSize) error {
		_, err := library.Finalize(t.Context(), 1, subs)
		return err
	}
	from := func(address string, p *media.Params) error {
		_, err := library.UploadURL(t.Context(), address, p)
		return err
	}
	_, sized := library.Sideload(t.Context(), 1, picture(), nil)
	_, unnamed := library.Sideload(t.Context(), 1, picture(), &media.SideloadParams{ImageSize: media.SizeNames{"a", ""}})
	_, sourceless := library.Edit(t.Context(), 1, &media.EditParams{})
	_, processed := library.Update(t.Context(), 1, &media.Params{GenerateSubSizes: new(true)})
	_, unfit := library.Upload(t.Context(), picture(), &media.Params{Extra: cms.Extra{"a": []byte("{")}})
	_, empty := library.Upload(t.Context(), picture(), &media.Params{Extra: cms.Extra{"a": []byte("[]")}})
	const address = "http://a.example/x.png"
	good := media.SubSize{ImageSize: media.SizeNames{"a"}}
	of := func(id int64) []error {
		_, edited := library.Edit(t.Context(), id, &media.EditParams{Src: "s"})
		_, processed := library.PostProcess(t.Context(), id)
		_, sideloaded := library.Sideload(t.Context(), id, picture(), &media.SideloadParams{ImageSize: good.ImageSize})
		_, finalized := library.Finalize(t.Context(), id, nil)
		return []error{edited, processed, sideloaded, finalized}
	}
	_, noFile := library.Download(t.Context(), &media.Media{}, nil)
	for want, errs := range map[string][]error{
		"rotation":   {edit(media.EditParams{Rotation: new(0)}), edit(media.EditParams{Rotation: new(360)})},
		"x":          {edit(media.EditParams{X: new(-0.1)}), edit(media.EditParams{X: new(100.1)})},
		"y":          {edit(media.EditParams{Y: new(-0.1)})},
		"width":      {edit(media.EditParams{Width: new(-0.1)})},
		"height":     {edit(media.EditParams{Height: new(-0.1)})},
		"modifiers":  {edit(media.EditParams{Modifiers: media.Modifiers{}})},
		"media":      {noFile},
		"image_size": {sized, unnamed},
		"src":        {sourceless},
		"params":     {unfit, empty, from(address, &media.Params{Extra: cms.Extra{"a": []byte("{")}})},
		"url": {from("a.example/x.png", nil), from("ftp://a.example/x.png", nil), from("http:///x.png", nil),
			from("%", nil)},
		"id": append(append(of(0), of(-1)...),
			from(address, &media.Params{Extra: cms.Extra{"id": []byte("5")}})),
		"generate_sub_sizes": {processed},
		"sub_sizes":          {finalize(make([]media.SubSize, 101)...)},
		"sub_sizes[1]": {finalize(good, media.SubSize{}),
			finalize(good, media.SubSize{ImageSize: good.ImageSize, Height: -1})},
		"file": {
			upload(func(f *media.File) { f.Open = nil }), upload(func(f *media.File) { f.Name = "" }),
			upload(func(f *media.File) { f.Type = "png" }), upload(func(f *media.File) { f.MD5 = "abcd" }),
		},
	} {
		for i, err := range errs {
			switch e, ok := errors.AsType[*cms.ArgumentError](err); {
			case !ok:
				t.Errorf("%s, %d: error %v, want a *cms.ArgumentError", want, i, err)
			case e.Argument != want:
				t.Errorf("%d: Argument %q, want %q", i, e.Argument, want)
			}
		}
	}
	if n := len(s.Seen()); n != 0 {
		t.Errorf("%d requests were sent, want 0", n)
	}
	for name, err := range map[string]error{
		"a rotation of 1": edit(media.EditParams{Rotation: new(1)}), "of 359": edit(media.EditParams{Rotation: new(359)}),
		"shares at their bounds": edit(media.EditParams{X: new(0.0), Y: new(100.0), Width: new(0.0), Height: new(100.0)}),
	} {
		if err != nil {
			t.Errorf("%s: error %v, want nil", name, err)
		}
	}
}

func TestUploadResponseWithoutARecordIsAnError(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, `{"slug":"a"}`))
	m, err := library(t, s).Upload(t.Context(), picture(), nil, cms.Fields("slug"))
	switch {
	case m != nil:
		t.Errorf("Library.Upload: %+v, want nil", m)
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Library.Upload: error %v, want ErrOutcomeUnknown", err)
	case !errors.Is(err, cms.ErrDecode):
		t.Errorf("Library.Upload: error %v, want ErrDecode", err)
	}
}

func TestPrintingAFileOmitsItsContent(t *testing.T) {
	t.Parallel()
	file := picture()
	file.Type = "image/png"
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(verb, file); got != `media.File("a.png", "image/png", 7 bytes)` {
			t.Errorf("%s: picture: %q, want %q", verb, got, `media.File("a.png", "image/png", 7 bytes)`)
		}
	}
}
