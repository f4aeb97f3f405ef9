package cmstest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// mediaRoutes are those of the media library.
func (s mediaPlane) mediaRoutes() []*rest.Route {
	kind := content.MediaResource()
	on := func(f func(*rest.Call, *content.Resource) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error { return f(c, kind) }
	}
	do := func(f func(*rest.Call, *content.Resource) (*rest.Response, *rest.Error)) func(*rest.Call) (*rest.Response,
		*rest.Error) {
		return func(c *rest.Call) (*rest.Response, *rest.Error) { return f(c, kind) }
	}
	var routes []*rest.Route
	add := func(path string, secure bool, endpoints ...rest.Endpoint) {
		namespace := s.API.Prefix + "/v2"
		routes = append(routes, &rest.Route{Pattern: "/" + namespace + "/media" + path, Namespace: namespace, Secure: secure,
			Endpoints: endpoints})
	}
	add("", false,
		rest.On([]string{"GET"}, mediaListParams(kind), on(s.content.mayList), do(s.content.list)),
		rest.On([]string{"POST"}, append(s.mediaWriteParams(kind), s.mediaCreateParams()...), s.mayUpload, s.createMedia))
	add("/{id}", false,
		rest.On([]string{"GET"}, []rest.Param{rest.IDParam(), rest.ContextParam()}, on(s.content.mayGet), do(s.content.read)),
		rest.On(rest.UpdateMethods, append([]rest.Param{rest.IDParam()}, s.mediaWriteParams(kind)...),
			on(s.content.mayUpdate), s.updateMedia),
		rest.On([]string{"DELETE"}, content.DeleteParams(), on(s.content.mayDelete), s.deleteMedia))
	post := []string{"POST"}
	add("/{id}/post-process", false, rest.On(post, postProcessParams(), on(s.content.mayUpdate), s.postProcess))
	add("/{id}/edit", false, rest.On(post, imageEditParams(), s.mayEditImage, s.editImage))
	add("/{id}/sideload", true, rest.On(post, sideloadParams(), s.mayEditImage, s.sideload))
	add("/{id}/finalize", true, rest.On(post, finalizeParams(), s.mayEditImage, s.finalize))
	return routes
}

func mediaListParams(r *content.Resource) []rest.Param {
	var params []rest.Param
	for _, p := range r.ListParams() {
		if p.Name == "search_columns" {
			params = append(params, rest.Param{Name: "parent", Schema: rest.List(rest.Integer()), Def: []any{}},
				rest.Param{Name: "parent_exclude", Schema: rest.List(rest.Integer()), Def: []any{}})
		}
		params = append(params, p)
	}
	return append(params, rest.Param{Name: "media_type", Schema: rest.List(rest.Text(mediaTypes...))},
		rest.Param{Name: "mime_type", Schema: rest.List(rest.Text())})
}

func (s mediaPlane) mediaWriteParams(r *content.Resource) []rest.Param {
	var params []rest.Param
	for _, p := range s.content.writeParams(r, false) {
		switch p.Name {
		case "password", "content", "excerpt":
		default:
			params = append(params, p)
		}
	}
	object := rest.Schema{Kind: "object", Open: true}
	return append(params, rest.Param{Name: "alt_text", Schema: rest.Text(), Early: true, Clean: rest.CleanLine},
		rest.Param{Name: "caption", Schema: object, Raw: true}, rest.Param{Name: "description", Schema: object, Raw: true},
		rest.Param{Name: "post", Schema: rest.Integer(), Early: true})
}

func (s mediaPlane) mediaCreateParams() []rest.Param {
	return []rest.Param{
		{Name: "generate_sub_sizes", Schema: rest.Boolean(), Def: true},
		{Name: "convert_format", Schema: rest.Boolean(), Def: true},
		{Name: "url", Schema: rest.Schema{Kind: "string", Format: "uri"}, Early: true, Check: s.checkSource},
	}
}

// mediaFilter chooses by what the files are. A record passes if its kind or its media type is among those asked for;
// media types that the site does not take count as not asked for.
func (s mediaPlane) mediaFilter(c *rest.Call, kind *content.Resource) content.Matcher {
	if !kind.Attachment {
		return nil
	}
	kinds := c.Strings("media_type")
	types := slices.DeleteFunc(c.Strings("mime_type"), func(t string) bool {
		return extensionOf(t) == "" || !mayHold(c.User, t)
	})
	if len(kinds)+len(types) == 0 {
		return nil
	}
	return func(it *content.Item) bool {
		first, _, _ := strings.Cut(it.Media.Mime, "/")
		return slices.Contains(kinds, first) || slices.Contains(types, it.Media.Mime)
	}
}

// imageIndex is what the root index tells those who may upload, where browsers trust the site.
func (s mediaPlane) imageIndex(c *rest.Call) php.Object {
	if !c.Secure || !c.User.Can("upload_files") {
		return nil
	}
	var sizes php.Object
	for _, size := range imageSizes() {
		sizes.Add(size.name, php.Object{{"width", size.width}, {"height", size.height}, {"crop", size.crop}})
	}
	return php.Object{{"image_sizes", sizes}, {"image_size_threshold", bigImage}, {"image_strip_meta", true},
		{"image_max_bit_depth", 16}}
}

// checkSource takes the addresses that the site would fetch an image from: those of the site itself, since there is
// no network here.
func (s mediaPlane) checkSource(_ *rest.Call, value any) *rest.Problem {
	address, ok := value.(string)
	if !ok {
		return rest.InvalidType("url", "string")
	}
	if rest, own := strings.CutPrefix(address, s.URL); own && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
		return nil
	}
	return &rest.Problem{Code: "rest_invalid_url",
		Message: fmt.Sprintf("%q is not the address of an image that this site can fetch.", address),
		Data:    php.Object{{"status", 400}}}
}
