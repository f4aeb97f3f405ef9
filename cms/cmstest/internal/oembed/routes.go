package oembed

import (
	"math"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

const namespace = "oembed/1.0"

// Routes are those of oEmbed.
func (s Plane) Routes() []*rest.Route {
	add := func(path string, e rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + path, Namespace: namespace, Endpoints: []rest.Endpoint{e}}
	}
	size := rest.Rules{"maxwidth": {Clean: cleanSize}, "maxheight": {Clean: cleanSize}}
	// those who write: the site asks other sites on their behalf
	mayProxy := rest.Needs("edit_posts", "rest_forbidden", "You may not let this site ask for embeds.")
	return []*rest.Route{
		rest.Namespace(namespace),
		add("/embed", rest.On([]string{"GET"}, size, rest.Everyone, s.embed)),
		add("/proxy", rest.On([]string{"GET"}, size, mayProxy, s.proxy)),
	}
}

// cleanSize makes a number of pixels of anything: its leading digits, without the sign.
func cleanSize(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	switch v := value.(type) {
	case int64:
		return max(v, -v), nil
	case float64:
		return int64(math.Abs(v)), nil
	case string:
		digits := strings.TrimLeft(strings.TrimSpace(v), "+-")
		if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
			digits = digits[:end]
		}
		n, _ := strconv.ParseInt(digits, 10, 64)
		return n, nil
	case []any, php.Object, map[string]any:
		return int64(1), nil
	}
	return int64(0), nil
}
