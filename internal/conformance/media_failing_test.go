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
		refusals(mediaRefusedByRole()), refusals(mediaRefusedUploads()), refusals(mediaRefusedLists()),
		refusals(mediaRefusedChanges()), refusals(mediaRefusedEdits()), refusals(mediaRefusedSideloads()),
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
	add := func(name string, code cms.ErrorCode, needs []need, id int64, call func(context.Context, *site, *media.Library) error, who ...role) {
		for _, r := range who {
			one := refusal{collection: "media", role: r, name: name, needs: needs, status: r.refused(), code: code, call: library(call)}
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
		add(fmt.Sprintf("upload, raw=%t", raw), "rest_cannot_create", nil, 0, upload(raw, nil), contributor, subscriber, nobody)
	}
	add("upload for another's post", "rest_cannot_edit", nil, 0, upload(true, &media.Params{Post: new(int64(101))}), author)
	add("upload for what is not there", "rest_cannot_edit", nil, 0, upload(true, &media.Params{Post: new(int64(999999))}), author, admin)
	add("upload in another's name", "rest_cannot_edit_others", nil, 0, upload(true, &media.Params{Author: new(adminID)}), author)
	add("update of another's file", "rest_cannot_edit", nil, 301, func(ctx context.Context, _ *site, l *media.Library) error {
		_, err := l.Update(ctx, 301, &media.Params{Title: new("Mine")})
		return err
	}, author, contributor, subscriber, nobody)
	add("update in another's name", "rest_cannot_edit_others", nil, 303, func(ctx context.Context, _ *site, l *media.Library) error {
		_, err := l.Update(ctx, 303, &media.Params{Author: new(adminID)})
		return err
	}, author)
	add("delete of another's file", "rest_cannot_delete", nil, 301, func(ctx context.Context, _ *site, l *media.Library) error {
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
	disposition := func(value string) map[string]string { return map[string]string{"Content-Disposition": value} }
	raw := func(name string, status int, code cms.ErrorCode, ask rawRequest) refusal {
		ask.method = "POST"
		if !strings.HasPrefix(ask.path, "cms/") {
			ask.path = "cms/v2/media" + ask.path
		}
		return refusal{collection: "media", role: author, name: name, status: status, code: code, call: rawCall(author, ask)}
	}
	named := disposition(`attachment; filename="x.png"`)
	out := []refusal{
		raw("upload for a file", 400, "rest_invalid_param", rawRequest{path: "?post=303", body: picturePNG, contentType: "image/png", header: named}),
		raw("upload without a file", 400, "rest_upload_no_data", rawRequest{header: named}),
		raw("upload without a name", 400, "rest_upload_no_content_disposition", rawRequest{body: picturePNG, contentType: "image/png"}),
		raw("upload without a type", 400, "rest_upload_no_content_type", rawRequest{body: picturePNG, contentType: "-", header: named}),
		raw("upload of JSON", 400, "rest_upload_no_content_disposition", rawRequest{body: `{"title":"x"}`}),
		raw("upload of a form without a file", 400, "rest_upload_no_data", rawRequest{
			body: "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nx\r\n--B--\r\n", contentType: "multipart/form-data; boundary=B",
		}),
		raw("upload of a form with the file in another part", 500, "rest_upload_unknown_error", rawRequest{
			body:        "--B\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n" + picturePNG + "\r\n--B--\r\n",
			contentType: "multipart/form-data; boundary=B",
		}),
		raw("upload of a form with an empty file", 500, "rest_upload_unknown_error", rawRequest{
			body:        "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n\r\n--B--\r\n",
			contentType: "multipart/form-data; boundary=B",
		}),
		raw("upload with the id of a record", 400, "rest_post_exists", rawRequest{path: "?id=301", body: picturePNG, contentType: "image/png", header: named}),
		{
			collection: "media", role: author, name: "upload with the checksum of another file", status: 412, code: "rest_upload_hash_mismatch", is: cms.ErrConflict,
			call: library(func(ctx context.Context, _ *site, l *media.Library) error {
				file := small()
				file.MD5 = strings.Repeat("0", 32)
				_, err := l.Upload(ctx, file, nil)
				return err
			}),
		},
		{
			collection: "media", role: author, name: "raw upload with the checksum of another file", status: 412, code: "rest_upload_hash_mismatch", is: cms.ErrConflict,
			call: library(func(ctx context.Context, _ *site, l *media.Library) error {
				file := small()
				file.MD5, file.Raw = strings.Repeat("0", 32), true
				_, err := l.Upload(ctx, file, nil)
				return err
			}),
		},
		{
			collection: "media", role: admin, name: "upload of an image with an image of its own", status: 400, code: "rest_no_featured_media", left: 1,
			call: library(func(ctx context.Context, _ *site, l *media.Library) error {
				file := small()
				file.Raw = true
				_, err := l.Upload(ctx, file, &media.Params{FeaturedMedia: new(int64(301))})
				return err
			}),
		},
	}
	for _, value := range []string{"attachment", `attachment; filename=""`, "attachment; filename*=UTF-8''x.png", "filename=x.png", `attachment; FILENAME="x.png"`} {
		out = append(out, raw("upload with the disposition "+value, 400, "rest_upload_invalid_disposition",
			rawRequest{body: picturePNG, contentType: "image/png", header: disposition(value)}))
	}
	for _, f := range []struct {
		name, content string
		role          role
	}{
		{"program.exe", "MZ\x90\x00", admin}, {"drawing.svg", "<svg/>", admin}, {"script.php", "<?php\n", admin}, {"data.json", "{}", admin},
		{"noextension", picturePNG, admin}, {"text.png", "hello there", admin}, {"picture.txt", picturePNG, admin}, {"text.pdf", "hello there", admin},
		{"page.html", "<html></html>", author},
	} {
		for _, isRaw := range []bool{false, true} {
			code := cms.ErrorCode("rest_upload_unknown_error")
			if isRaw {
				code = "rest_upload_sideload_error"
			}
			out = append(out, refusal{
				collection: "media", role: f.role, name: fmt.Sprintf("upload of %s, raw=%t", f.name, isRaw), status: 500, code: code,
				call: library(func(ctx context.Context, _ *site, l *media.Library) error {
					file := media.Bytes(f.name, []byte(f.content))
					file.Raw = isRaw
					_, err := l.Upload(ctx, file, nil)
					return err
				}),
			})
		}
	}
	for _, u := range []struct {
		name, address string
		status        int
		code          cms.ErrorCode
	}{
		{"not an http or https address", "gopher", 400, "rest_invalid_param"}, {"an address within", "http://10.0.0.1/a.png", 400, "rest_invalid_param"},
		{"what is no image", "SITE/", 400, "rest_invalid_url"}, {"an image that is not there", "SITE/PREFIX-content/uploads/none.png", 500, "http_404"},
	} {
		out = append(out, refusal{
			collection: "media", role: author, name: "upload from " + u.name, status: u.status, code: u.code, needs: []need{{"/cms/v2/media", "POST", "url"}},
			call: func(ctx context.Context, s *site, c *cms.Client) error {
				address := strings.NewReplacer("SITE", s.address, "PREFIX", s.prefix).Replace(u.address)
				return rawCall(author, rawRequest{method: "POST", path: "cms/v2/media", body: fmt.Sprintf(`{"url":%q}`, address)})(ctx, s, c)
			},
		})
	}
	for _, p := range []struct{ query, param string }{
		{"post=x", "post"}, {"author=x", "author"}, {"status=trash", "status"}, {"date=yesterday", "date"}, {"comment_status=maybe", "comment_status"},
		{"template=none.php", "template"}, {"generate_sub_sizes=maybe", "generate_sub_sizes"}, {"convert_format=maybe", "convert_format"}, {"featured_media=x", "featured_media"},
	} {
		one := raw("upload with "+p.query, 400, "rest_invalid_param", rawRequest{path: "?" + p.query, body: picturePNG, contentType: "image/png", header: named})
		one.param, one.needs = p.param, []need{{"/cms/v2/media", "POST", p.param}}
		out = append(out, one)
	}
	return out
}

// mediaRefusedLists are arguments that no list takes.
func mediaRefusedLists() []refusal {
	var out []refusal
	for _, q := range []struct {
		query  string
		param  string
		detail cms.ErrorCode
		role   role
	}{
		{"media_type=file", "media_type", "rest_not_in_enum", nobody}, {"media_type[]=", "media_type", "rest_not_in_enum", nobody},
		{"media_type=image,bogus", "media_type", "rest_not_in_enum", nobody},
		{"status=publish", "status", "rest_not_in_enum", admin}, {"status=any", "status", "rest_not_in_enum", admin},
		{"status=draft", "status", "rest_forbidden_status", nobody}, {"status=private", "status", "rest_forbidden_status", nobody},
		{"status=trash", "status", "rest_forbidden_status", subscriber},
		{"parent=x", "parent", "rest_invalid_type", nobody}, {"parent_exclude=x", "parent_exclude", "rest_invalid_type", nobody},
		{"per_page=101", "per_page", "rest_out_of_bounds", nobody}, {"per_page=0", "per_page", "rest_out_of_bounds", nobody},
		{"page=0", "page", "rest_out_of_bounds", nobody}, {"orderby=menu_order", "orderby", "rest_not_in_enum", nobody},
		{"orderby=bogus", "orderby", "rest_not_in_enum", nobody}, {"order=down", "order", "rest_not_in_enum", nobody},
		{"author=x", "author", "rest_invalid_type", nobody}, {"include=x", "include", "rest_invalid_type", nobody},
		{"after=yesterday", "after", "rest_invalid_date", nobody}, {"context=bogus", "context", "rest_not_in_enum", nobody},
		{"search_columns=post_name", "search_columns", "rest_not_in_enum", nobody}, {"offset=x", "offset", "rest_invalid_type", nobody},
	} {
		listed := q.param
		if listed == "media_type" {
			listed += "[]" // older sites take one
		}
		out = append(out, refusal{
			collection: "media", role: q.role, name: "list with " + q.query, status: 400, code: "rest_invalid_param", param: q.param, detail: q.detail,
			harmless: true, needs: []need{{"/cms/v2/media", "GET", listed}}, call: rawCall(q.role, rawRequest{path: "cms/v2/media?" + q.query}),
		})
	}
	for _, q := range []struct {
		query string
		code  cms.ErrorCode
	}{
		{"page=99", "rest_post_invalid_page_number"}, {"orderby=relevance", "rest_no_search_term_defined"}, {"orderby=include", "rest_orderby_include_missing_include"},
	} {
		out = append(out, refusal{
			collection: "media", role: nobody, name: "list with " + q.query, status: 400, code: q.code, harmless: true,
			call: rawCall(nobody, rawRequest{path: "cms/v2/media?" + q.query}),
		})
	}
	return out
}

// mediaRefusedChanges are updates and deletions that cannot be.
func mediaRefusedChanges() []refusal {
	var out []refusal
	add := func(name string, status int, code cms.ErrorCode, param string, ask rawRequest) {
		out = append(out, refusal{
			collection: "media", role: admin, name: name, status: status, code: code, param: param, kind: "media", id: 301,
			call: rawCall(admin, ask),
		})
	}
	for _, u := range []struct{ body, param string }{
		{`{"slug":5}`, "slug"}, {`{"status":"trash"}`, "status"}, {`{"status":"bogus"}`, "status"}, {`{"alt_text":5}`, "alt_text"}, {`{"alt_text":["a"]}`, "alt_text"},
		{`{"author":"x"}`, "author"}, {`{"comment_status":""}`, "comment_status"}, {`{"ping_status":"maybe"}`, "ping_status"}, {`{"template":"none.php"}`, "template"},
		{`{"meta":"x"}`, ""}, {`{"post":"x"}`, "post"}, {`{"date":"yesterday"}`, "date"}, {`{"date_gmt":""}`, "date_gmt"},
	} {
		add("update with "+u.body, 400, "rest_invalid_param", u.param, rawRequest{method: "POST", path: "cms/v2/media/301", body: u.body})
	}
	add("update to belong to a file", 400, "rest_invalid_param", "", rawRequest{method: "POST", path: "cms/v2/media/301", body: `{"post":303}`})
	add("update to an author who is not there", 400, "rest_invalid_author", "", rawRequest{method: "POST", path: "cms/v2/media/301", body: `{"author":999999}`})
	add("delete without force", 501, "rest_trash_not_supported", "", rawRequest{method: "DELETE", path: "cms/v2/media/301"})
	add("delete with force=false", 501, "rest_trash_not_supported", "", rawRequest{method: "DELETE", path: "cms/v2/media/301?force=false"})
	add("delete with force=maybe", 400, "rest_invalid_param", "force", rawRequest{method: "DELETE", path: "cms/v2/media/301?force=maybe"})
	add("post-process without an action", 400, "rest_missing_callback_param", "", rawRequest{method: "POST", path: "cms/v2/media/314/post-process", body: `{}`})
	add("post-process with another action", 400, "rest_invalid_param", "action", rawRequest{method: "POST", path: "cms/v2/media/314/post-process", body: `{"action":"dance"}`})
	for _, id := range []int64{999999, 101} {
		for _, ask := range []rawRequest{
			{path: fmt.Sprintf("cms/v2/media/%d", id)},
			{method: "PATCH", path: fmt.Sprintf("cms/v2/media/%d", id), body: `{"title":"x"}`},
			{method: "DELETE", path: fmt.Sprintf("cms/v2/media/%d?force=true", id)},
			{method: "POST", path: fmt.Sprintf("cms/v2/media/%d/post-process", id), body: `{"action":"create-image-subsizes"}`},
			{method: "POST", path: fmt.Sprintf("cms/v2/media/%d/edit", id), body: `{"src":"x","rotation":90}`},
		} {
			add(fmt.Sprintf("%s of %s, which is no file", ask.method, ask.path), 404, "rest_post_invalid_id", "", ask)
		}
	}
	for _, ask := range []rawRequest{
		{path: "cms/v2/media/301/post-process"}, {method: "PUT", path: "cms/v2/media/301/edit", body: "{}"}, {path: "cms/v2/media/301/revisions"}, {path: "cms/v2/media/abc"},
	} {
		add(fmt.Sprintf("%s of %s", ask.method, ask.path), 404, "rest_no_route", "", ask)
	}
	return out
}

// mediaRefusedEdits are edits that the site does not make.
func mediaRefusedEdits() []refusal {
	var out []refusal
	add := func(id int64, body string, status int, code cms.ErrorCode, param string, detail cms.ErrorCode) {
		out = append(out, refusal{
			collection: "media", role: admin, name: fmt.Sprintf("edit %d with %s", id, body), status: status, code: code, param: param, detail: detail,
			kind: "media", id: id, needs: editing,
			call: func(ctx context.Context, s *site, c *cms.Client) error {
				of := known().kinds["media"][id-301]
				body := strings.ReplaceAll(body, "SRC", filed{site: s, of: of}.fileURL(of.text("filename")))
				return rawCall(admin, rawRequest{method: "POST", path: fmt.Sprintf("cms/v2/media/%d/edit", id), body: body})(ctx, s, c)
			},
		})
	}
	rotate := `{"type":"rotate","args":{"angle":90}}`
	add(301, `{}`, 400, "rest_missing_callback_param", "", "")
	add(301, `{"src":"SRC"}`, 400, "rest_image_not_edited", "", "")
	add(301, `{"src":"SRC","x":10,"y":10}`, 400, "rest_image_not_edited", "", "")
	add(301, `{"src":"SRC","width":50,"height":50}`, 400, "rest_image_not_edited", "", "")
	add(301, `{"src":"SRCx","modifiers":[`+rotate+`]}`, 404, "rest_unknown_attachment", "", "")
	add(301, `{"src":"","modifiers":[`+rotate+`]}`, 404, "rest_unknown_attachment", "", "")
	add(304, `{"src":"SRC","modifiers":[`+rotate+`]}`, 404, "rest_unknown_attachment", "", "")
	add(305, `{"src":"SRC","modifiers":[`+rotate+`]}`, 404, "rest_unknown_attachment", "", "")
	add(301, `{"src":5,"modifiers":[`+rotate+`]}`, 400, "rest_invalid_param", "src", "rest_invalid_type")
	add(301, `{"src":"SRC","modifiers":[]}`, 400, "rest_invalid_param", "modifiers", "rest_too_few_items")
	add(301, `{"src":"SRC","modifiers":null}`, 400, "rest_invalid_param", "modifiers", "rest_invalid_type")
	add(301, `{"src":"SRC","modifiers":[{}]}`, 400, "rest_invalid_param", "modifiers", "rest_one_of_multiple_matches")
	add(301, `{"src":"SRC","modifiers":[5]}`, 400, "rest_invalid_param", "modifiers", "rest_no_matching_schema")
	add(301, `{"src":"SRC","modifiers":[{"type":"dance","args":{}}]}`, 400, "rest_invalid_param", "modifiers", "rest_no_matching_schema")
	add(301, `{"src":"SRC","modifiers":[{"type":"rotate"}]}`, 400, "rest_invalid_param", "modifiers", "rest_property_required")
	add(301, `{"src":"SRC","modifiers":[{"type":"rotate","args":{"angle":"x"}}]}`, 400, "rest_invalid_param", "modifiers", "rest_no_matching_schema")
	add(301, `{"src":"SRC","modifiers":[{"type":"crop","args":{"left":0,"top":0,"width":50}}]}`, 400, "rest_invalid_param", "modifiers", "rest_no_matching_schema")
	add(301, `{"src":"SRC","modifiers":[{"type":"flip","args":{"flip":{"horizontal":true}}}]}`, 400, "rest_invalid_param", "modifiers", "rest_no_matching_schema")
	add(301, `{"src":"SRC","modifiers":[{"type":"crop","args":{"left":0,"top":0,"width":0,"height":50}}]}`, 500, "rest_image_crop_failed", "", "")
	for _, rotation := range []string{"0", "360", "-1"} {
		add(301, `{"src":"SRC","rotation":`+rotation+`}`, 400, "rest_invalid_param", "rotation", "rest_out_of_bounds")
	}
	add(301, `{"src":"SRC","rotation":90.5}`, 400, "rest_invalid_param", "rotation", "rest_invalid_type")
	for _, name := range []string{"x", "y", "width", "height"} {
		add(301, fmt.Sprintf(`{"src":"SRC",%q:101}`, name), 400, "rest_invalid_param", name, "rest_out_of_bounds")
		add(301, fmt.Sprintf(`{"src":"SRC",%q:"x"}`, name), 400, "rest_invalid_param", name, "rest_invalid_type")
	}
	return out
}

// mediaRefusedSideloads are files and lists that do not belong to an image.
func mediaRefusedSideloads() []refusal {
	var out []refusal
	send := func(id int64, query, name string, content []byte, status int, code cms.ErrorCode, param string, detail cms.ErrorCode) {
		out = append(out, refusal{
			collection: "media", role: admin, name: fmt.Sprintf("sideload of %s to %d with %s", name, id, query), status: status, code: code, param: param, detail: detail,
			kind: "media", id: id, needs: sideloading,
			call: rawCall(admin, rawRequest{
				method: "POST", path: fmt.Sprintf("cms/v2/media/%d/sideload?%s", id, query), body: string(content), contentType: "image/png",
				header: map[string]string{"Content-Disposition": fmt.Sprintf("attachment; filename=%q", name)},
			}),
		})
	}
	for _, d := range []struct {
		size          string
		width, height int
	}{{"thumbnail", 152, 150}, {"thumbnail", 150, 152}, {"medium", 302, 10}, {"medium_large", 770, 10}, {"original", 901, 600}, {"original", 450, 300}} {
		send(301, "image_size="+d.size, fmt.Sprintf("p-%dx%d.png", d.width, d.height), picture("png", d.width, d.height), 400, "rest_upload_dimension_mismatch", "", "")
	}
	tiny := picture("png", 10, 10)
	send(301, "image_size=bogus", "p.png", tiny, 400, "rest_invalid_param", "image_size", "rest_not_in_enum")
	send(301, "image_size[]=original&image_size[]=thumbnail", "p.png", tiny, 400, "rest_invalid_param", "image_size", "rest_not_in_enum")
	send(301, "image_size=", "p.png", tiny, 400, "rest_invalid_param", "image_size", "rest_too_short")
	send(301, "image_size[]=", "p.png", tiny, 400, "rest_invalid_param", "image_size", "rest_too_short")
	send(301, "image_size=thumbnail&convert_format=maybe", "p.png", tiny, 400, "rest_invalid_param", "convert_format", "rest_invalid_type")
	send(301, "x=y", "p.png", tiny, 400, "rest_missing_callback_param", "", "")
	send(301, "image_size=thumbnail", "p.png", nil, 400, "rest_upload_no_data", "", "")
	send(301, "image_size=thumbnail", "p.txt", []byte("hello there"), 400, "rest_upload_invalid_image", "", "")
	send(301, "image_size=thumbnail", "p.exe", []byte("MZ"), 500, "rest_upload_sideload_error", "", "")
	send(304, "image_size=thumbnail", "p.png", tiny, 400, "rest_post_invalid_id", "", "")
	send(315, "image_size=thumbnail", "p.png", tiny, 400, "rest_post_invalid_id", "", "")

	finish := func(body string, code cms.ErrorCode, detail cms.ErrorCode) {
		param := ""
		if detail != "" {
			param = "sub_sizes"
		}
		short := body
		if len(short) > 100 {
			short = short[:100] + "…"
		}
		out = append(out, refusal{
			collection: "media", role: admin, name: "finalize with " + short, status: 400, code: code, param: param, detail: detail, kind: "media", id: 314, needs: finalizing,
			call: rawCall(admin, rawRequest{method: "POST", path: "cms/v2/media/314/finalize", body: body}),
		})
	}
	finish(`{"sub_sizes":[{"image_size":"thumbnail","file":"none.png","width":150,"height":150,"mime_type":"image/png","filesize":5}]}`, "rest_invalid_sub_size_file", "")
	finish(`{"sub_sizes":[{"image_size":"medium","file":"../rough.png"}]}`, "rest_invalid_sub_size_file", "")
	finish(`{"sub_sizes":[{"image_size":"bogus","file":"rough.png"}]}`, "rest_invalid_param", "rest_not_in_enum")
	finish(`{"sub_sizes":[{}]}`, "rest_invalid_param", "rest_property_required")
	finish(`{"sub_sizes":[{"image_size":""}]}`, "rest_invalid_param", "rest_too_short")
	finish(`{"sub_sizes":[{"image_size":"thumbnail","width":0}]}`, "rest_invalid_param", "rest_out_of_bounds")
	finish(`{"sub_sizes":[{"image_size":"thumbnail","filesize":0}]}`, "rest_invalid_param", "rest_out_of_bounds")
	finish(`{"sub_sizes":[{"image_size":"thumbnail","mime_type":"text/plain"}]}`, "rest_invalid_param", "rest_invalid_pattern")
	finish(`{"sub_sizes":[{"image_size":"thumbnail","file":""}]}`, "rest_invalid_param", "rest_too_short")
	finish(`{"sub_sizes":"x"}`, "rest_invalid_param", "rest_invalid_type")
	finish(`{"sub_sizes":[5]}`, "rest_invalid_param", "rest_invalid_type")
	finish(`{"sub_sizes":[`+strings.Repeat(`{"image_size":"thumbnail"},`, 100)+`{"image_size":"thumbnail"}]}`, "rest_invalid_param", "rest_too_many_items")
	return out
}
