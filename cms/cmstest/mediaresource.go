package cmstest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// mediaResource is the media library. It shares lists, reading and slugs with the other kinds of records; its writing
// is its own.
func mediaResource() *resource {
	return &resource{
		base: "media", typ: "attachment", plural: "posts", queryVar: "attachment_id", article: true, attachment: true,
		comments: "open", pings: "closed",
	}
}

// mediaRoutes are those of the media library.
func (s mediaPlane) mediaRoutes() []*route {
	kind := mediaResource()
	on := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault { return f(c, kind) }
	}
	do := func(f func(*call, *resource) (*response, *fault)) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return f(c, kind) }
	}
	var routes []*route
	add := func(path string, secure bool, endpoints ...endpoint) {
		namespace := s.api.prefix + "/v2"
		routes = append(routes, &route{pattern: "/" + namespace + "/media" + path, namespace: namespace, secure: secure, endpoints: endpoints})
	}
	add("", false,
		endpoint{[]string{"GET"}, kind.mediaListParams(), on(s.content.mayList), do(s.content.list)},
		endpoint{[]string{"POST"}, append(s.mediaWriteParams(kind), s.mediaCreateParams()...), s.mayUpload, s.createMedia})
	add("/{id}", false,
		endpoint{[]string{"GET"}, []param{idParam(), contextParam()}, on(s.content.mayGet), do(s.content.read)},
		endpoint{updateMethods, append([]param{idParam()}, s.mediaWriteParams(kind)...), on(s.content.mayUpdate), s.updateMedia},
		endpoint{[]string{"DELETE"}, deleteParams(), on(s.content.mayDelete), s.deleteMedia})
	post := []string{"POST"}
	add("/{id}/post-process", false, endpoint{post, postProcessParams(), on(s.content.mayUpdate), s.postProcess})
	add("/{id}/edit", false, endpoint{post, imageEditParams(), s.mayEditImage, s.editImage})
	add("/{id}/sideload", true, endpoint{post, sideloadParams(), s.mayEditImage, s.sideload})
	add("/{id}/finalize", true, endpoint{post, finalizeParams(), s.mayEditImage, s.finalize})
	return routes
}

func (r *resource) mediaListParams() []param {
	var params []param
	for _, p := range r.listParams() {
		if p.name == "search_columns" {
			params = append(params, param{name: "parent", schema: list(integer()), def: []any{}},
				param{name: "parent_exclude", schema: list(integer()), def: []any{}})
		}
		params = append(params, p)
	}
	return append(params, param{name: "media_type", schema: list(text(mediaTypes...))}, param{name: "mime_type", schema: list(text())})
}

func (s mediaPlane) mediaWriteParams(r *resource) []param {
	var params []param
	for _, p := range s.content.writeParams(r, false) {
		switch p.name {
		case "password", "content", "excerpt":
		default:
			params = append(params, p)
		}
	}
	object := schema{kind: "object", open: true}
	return append(params, param{name: "alt_text", schema: text(), early: true, clean: cleanLine},
		param{name: "caption", schema: object, raw: true}, param{name: "description", schema: object, raw: true},
		param{name: "post", schema: integer(), early: true})
}

func (s mediaPlane) mediaCreateParams() []param {
	return []param{
		{name: "generate_sub_sizes", schema: boolean(), def: true},
		{name: "convert_format", schema: boolean(), def: true},
		{name: "url", schema: schema{kind: "string", format: "uri"}, early: true, check: s.checkSource},
	}
}

// defaultStatus is the one that a list is of if it names none.
func (r *resource) defaultStatus() string {
	if r.attachment {
		return "inherit"
	}
	return "publish"
}

// listStatuses are the values of the status filter.
func (r *resource) listStatuses() []string {
	if r.attachment {
		return []string{"inherit", "private", "trash"}
	}
	return listStatuses
}

// mediaFilter chooses by what the files are. A record passes if its kind or its media type is among those asked for;
// media types that the site does not take count as not asked for.
func (s mediaPlane) mediaFilter(c *call, kind *resource) matcher {
	if !kind.attachment {
		return nil
	}
	kinds := c.strings("media_type")
	types := slices.DeleteFunc(c.strings("mime_type"), func(t string) bool {
		return extensionOf(t) == "" || !mayHold(c.user, t)
	})
	if len(kinds)+len(types) == 0 {
		return nil
	}
	return func(it *item) bool {
		first, _, _ := strings.Cut(it.media.mime, "/")
		return slices.Contains(kinds, first) || slices.Contains(types, it.media.mime)
	}
}

// mayRead asks the record itself, or what a file belongs to.
func (s mediaPlane) mayRead(c *call, it *item) bool {
	if !it.kind.attachment || it.status != "inherit" {
		return mayRead(c.user, it)
	}
	parent := s.items[it.parent]
	if parent == nil || c.user != nil && it.author == c.user.ID || mayRead(c.user, parent) {
		return true
	}
	switch s.inherited(it) {
	case "publish":
		return c.user.Can("read")
	case "private":
		return c.user.Can("read_private_posts")
	}
	return mayEdit(c.user, it)
}

// inherited is the status of a file: that of what it belongs to, or was before the trash.
func (s mediaPlane) inherited(it *item) string {
	parent := s.items[it.parent]
	switch {
	case !it.kind.attachment || it.status != "inherit" || parent == nil:
		return it.status
	case parent.status == "trash":
		return parent.beforeTrash
	}
	return parent.status
}

// imageIndex is what the root index tells those who may upload, where browsers trust the site.
func (s mediaPlane) imageIndex(c *call) php.Object {
	if !c.secure || !c.user.Can("upload_files") {
		return nil
	}
	var sizes php.Object
	for _, size := range imageSizes() {
		sizes.Add(size.name, php.Object{{"width", size.width}, {"height", size.height}, {"crop", size.crop}})
	}
	return php.Object{{"image_sizes", sizes}, {"image_size_threshold", bigImage}, {"image_strip_meta", true}, {"image_max_bit_depth", 16}}
}

// checkSource takes the addresses that the site would fetch an image from: those of the site itself, since there is
// no network here.
func (s mediaPlane) checkSource(_ *call, value any) *problem {
	address, ok := value.(string)
	if !ok {
		return invalidType("url", "string")
	}
	if rest, own := strings.CutPrefix(address, s.URL); own && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
		return nil
	}
	return &problem{"rest_invalid_url", fmt.Sprintf("%q is not the address of an image that this site can fetch.", address), php.Object{{"status", 400}}}
}
