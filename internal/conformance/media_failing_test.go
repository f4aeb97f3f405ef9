package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func mediaFailing() []scenario {
	return slices.Concat(
		refusals(mediaRefusedByRole()), refusals(mediaRefusedUploads()), refusalRows("media", targets{}),
	)
}

// library is a call of the library.
func library(call func(context.Context, *site, *media.Library) error) func(context.Context, *site, *cms.Client) error {
	return func(ctx context.Context, s *site, c *cms.Client) error { return call(ctx, s, media.New(c)) }
}

// small is a picture in a file.
func small() media.File { return media.Bytes("small.png", picture("png", 10, 10)) }

// mediaRefusedByRole are calls that take rights.
func mediaRefusedByRole() []refusal {
	var out []refusal
	add := func(name string, code cms.ErrorCode, needs []need, id int64,
		call func(context.Context, *site, *media.Library) error, who ...role) {
		for _, r := range who {
			one := refusal{collection: "media", role: r, name: name, needs: needs, status: r.refused(), code: code,
				call: library(call)}
			if id != 0 {
				one.kind, one.id = "media", id
			}
			out = append(out, one)
		}
	}
	upload := func(raw bool, params *media.Params) func(context.Context, *site, *media.Library) error {
		return func(ctx context.Context, _ *site, l *media.Library) error {
			file := small()
			file.Raw = raw
			_, err := l.Upload(ctx, file, params)
			return err
		}
	}
	for _, raw := range []bool{false, true} {
		add(fmt.Sprintf("upload, raw=%t", raw), "rest_cannot_create", nil, 0, upload(raw, nil), contributor,
			subscriber, nobody)
	}
	add("upload for another's post", "rest_cannot_edit", nil, 0,
		upload(true, &media.Params{Post: new(int64(101))}), author)
	add("upload for what is not there", "rest_cannot_edit", nil, 0,
		upload(true, &media.Params{Post: new(int64(999999))}), author, admin)
	add("upload in another's name", "rest_cannot_edit_others", nil, 0,
		upload(true, &media.Params{Author: new(adminID)}), author)
	add("update of another's file", "rest_cannot_edit", nil, 301,
		func(ctx context.Context, _ *site, l *media.Library) error {
			_, err := l.Update(ctx, 301, &media.Params{Title: new("Mine")})
			return err
		}, author, contributor, subscriber, nobody)
	add("update in another's name", "rest_cannot_edit_others", nil, 303,
		func(ctx context.Context, _ *site, l *media.Library) error {
			_, err := l.Update(ctx, 303, &media.Params{Author: new(adminID)})
			return err
		}, author)
	add("delete of another's file", "rest_cannot_delete", nil, 301,
		func(ctx context.Context, _ *site, l *media.Library) error {
			_, err := l.Delete(ctx, 301)
			return err
		}, author, contributor, subscriber, nobody)
	add("list in edit", "rest_forbidden_context", nil, 0, func(ctx context.Context, _ *site, l *media.Library) error {
		_, err := l.List(ctx, &media.ListOptions{Context: cms.ContextEdit})
		return err
	}, subscriber, nobody)
	process := func(ctx context.Context, _ *site, l *media.Library) error {
		_, err := l.PostProcess(ctx, 314)
		return err
	}
	add("post-process", "rest_cannot_edit", nil, 314, process, contributor, subscriber, nobody)
	edit := func(ctx context.Context, s *site, l *media.Library) error {
		src := filed{site: s, of: known().kinds["media"][0]}.fileURL("cover.png")
		_, err := l.Edit(ctx, 301, &media.EditParams{Src: src, Modifiers: media.Modifiers{media.Rotate{Angle: 90}}})
		return err
	}
	add("edit of another's image", "rest_cannot_edit", editing, 301, edit, author)
	add("edit of an image", "rest_cannot_edit_image", editing, 301, edit, contributor, subscriber, nobody)
	sideload := func(ctx context.Context, _ *site, l *media.Library) error {
		_, err := l.Sideload(ctx, 301, small(), &media.SideloadParams{ImageSize: media.SizeNames{"thumbnail"}})
		return err
	}
	add("sideload to another's image", "rest_cannot_edit", sideloading, 301, sideload, author)
	add("sideload", "rest_cannot_edit_image", sideloading, 301, sideload, contributor, subscriber, nobody)
	finalize := func(ctx context.Context, _ *site, l *media.Library) error {
		_, err := l.Finalize(ctx, 301, nil)
		return err
	}
	add("finalize of another's image", "rest_cannot_edit", finalizing, 301, finalize, author)
	add("finalize", "rest_cannot_edit_image", finalizing, 301, finalize, contributor, subscriber, nobody)
	return out
}

// mediaRefusedUploads are files that the site does not take.
func mediaRefusedUploads() []refusal {
	picturePNG := string(picture("png", 10, 10))
	out := []refusal{
		{
			collection: "media", role: author, name: "upload with the checksum of another file", status: 412,
			code: "rest_upload_hash_mismatch", is: cms.ErrConflict,
			call: library(func(ctx context.Context, _ *site, l *media.Library) error {
				file := small()
				file.MD5 = strings.Repeat("0", 32)
				_, err := l.Upload(ctx, file, nil)
				return err
			}),
		},
		{
			collection: "media", role: author, name: "raw upload with the checksum of another file", status: 412,
			code: "rest_upload_hash_mismatch", is: cms.ErrConflict,
			call: library(func(ctx context.Context, _ *site, l *media.Library) error {
				file := small()
				file.MD5, file.Raw = strings.Repeat("0", 32), true
				_, err := l.Upload(ctx, file, nil)
				return err
			}),
		},
		{
			collection: "media", role: admin, name: "upload of an image with an image of its own", status: 400,
			code: "rest_no_featured_media", left: 1,
			call: library(func(ctx context.Context, _ *site, l *media.Library) error {
				file := small()
				file.Raw = true
				_, err := l.Upload(ctx, file, &media.Params{FeaturedMedia: new(int64(301))})
				return err
			}),
		},
	}
	for _, f := range []struct {
		name, content string
		role          role
	}{
		{"program.exe", "MZ\x90\x00", admin}, {"drawing.svg", "<svg/>", admin}, {"script.php", "<?php\n", admin},
		{"data.json", "{}", admin},
		{"noextension", picturePNG, admin}, {"text.png", "hello there", admin}, {"picture.txt", picturePNG, admin},
		{"text.pdf", "hello there", admin},
		{"page.html", "<html></html>", author},
	} {
		for _, isRaw := range []bool{false, true} {
			code := cms.ErrorCode("rest_upload_unknown_error")
			if isRaw {
				code = "rest_upload_sideload_error"
			}
			out = append(out, refusal{
				collection: "media", role: f.role, name: fmt.Sprintf("upload of %s, raw=%t", f.name, isRaw),
				status: 500, code: code,
				call: library(func(ctx context.Context, _ *site, l *media.Library) error {
					file := media.Bytes(f.name, []byte(f.content))
					file.Raw = isRaw
					_, err := l.Upload(ctx, file, nil)
					return err
				}),
			})
		}
	}
	return out
}
