package media

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of the media library.
func (s Plane) Routes() []*rest.Route {
	kind := content.MediaResource()
	var routes []*rest.Route
	add := func(path string, endpoints ...rest.Endpoint) {
		routes = append(routes, s.API.Route("/media"+path, endpoints...))
	}
	late := rest.Rule{Late: true}
	write := rest.Rules{"alt_text": {Clean: rest.CleanLine}}
	maps.Copy(write, s.Posts.WriteRules())
	create := rest.Rules{"url": {Check: s.checkSource}, "generate_sub_sizes": late, "convert_format": late}
	maps.Copy(create, write)
	add("",
		rest.OnKind(kind, []string{"GET"}, kind.ListRules(), s.Posts.MayList, s.list),
		rest.On([]string{"POST"}, create, s.mayUpload, s.create))
	add("/{id}",
		rest.OnKind(kind, []string{"GET"}, nil, s.Posts.MayGet, s.Posts.Read),
		rest.On(rest.UpdateMethods, write, rest.Permit(kind, s.Posts.MayUpdate), s.update),
		rest.On([]string{"DELETE"}, nil, rest.Permit(kind, s.Posts.MayDelete), s.remove))
	post, all := []string{"POST"}, rest.Rules{"*": late}
	add("/{id}/post-process", rest.On(post, all, rest.Permit(kind, s.Posts.MayUpdate), s.postProcess))
	add("/{id}/edit", rest.On(post, imageEditRules(), s.mayEditImage, s.edit))
	add("/{id}/sideload", rest.On(post, rest.Rules{"image_size": {Check: checkImageSize}, "convert_format": late},
		s.mayEditImage, s.sideload))
	add("/{id}/finalize", rest.On(post, finalizeRules(), s.mayEditImage, s.finalize))
	for _, r := range routes[len(routes)-2:] {
		r.Secure = true
	}
	return routes
}

func (s Plane) list(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	return s.Posts.List(c, kind, s.filter(c))
}

// filter chooses by what the files are. A record passes if its kind or its media type is among those asked for;
// media types that the site does not take count as not asked for.
func (s Plane) filter(c *rest.Call) content.Matcher {
	kinds := c.Strings("media_type")
	types := slices.DeleteFunc(c.Strings("mime_type"), func(t string) bool {
		return extensionOf(t) == "" || !mayHold(c.User, t)
	})
	if len(kinds)+len(types) == 0 {
		return func(*content.Item) bool { return true }
	}
	return func(it *content.Item) bool {
		first, _, _ := strings.Cut(it.Media.Mime, "/")
		return slices.Contains(kinds, first) || slices.Contains(types, it.Media.Mime)
	}
}

// Index is what the root index tells those who may upload, where browsers trust the site.
func (s Plane) Index(c *rest.Call) php.Object {
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
func (s Plane) checkSource(_ *rest.Call, _ *rest.Param, value any) *rest.Problem {
	address, ok := value.(string)
	if !ok {
		return rest.InvalidType("url", "string")
	}
	below, own := strings.CutPrefix(address, *s.API.Base)
	if own && (below == "" || strings.ContainsRune("/?#", rune(below[0]))) {
		return nil
	}
	return &rest.Problem{Code: "rest_invalid_url",
		Message: fmt.Sprintf("%q is not the address of an image that this site can fetch.", address),
		Data:    php.Object{{"status", 400}}}
}
