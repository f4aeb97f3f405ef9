package subsizes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// siteSize is a size in the index of the site: the response of its REST root.
type siteSize struct {
	Width  int             `json:"width"`
	Height int             `json:"height"`
	Crop   json.RawMessage `json:"crop"`
}

// size converts a size of the index. crop is a boolean or a list of two positions.
func (s siteSize) size() Size {
	out := Size{Width: s.Width, Height: s.Height}
	var positions []string
	switch text := strings.Trim(string(s.Crop), `"`); {
	case text == "true" || text == "1":
		out.Crop = true
	case jsonv2.Unmarshal(s.Crop, &positions, jsontext.AllowDuplicateNames(true)) == nil && len(positions) == 2:
		out.Crop, out.CropX, out.CropY = true, positions[0], positions[1]
	}
	return out
}

const noRoute = "the site has no route for sideloads: it is not on https or localhost, or too old"

// ask reads the sizes and the threshold of the site. If the site does not accept sideloads, ask
// leaves the sub-sizes to the site.
func (j *job) ask(ctx context.Context, site *cms.Client) error {
	index, err := site.Index(ctx, cms.Fields("image_sizes", "image_size_threshold"))
	if err != nil {
		return err
	}
	// A site that shows its sizes in the index accepts sideloads. For any other site, check
	// whether the route for sideloads exists.
	sizes, shown := siteSizes(index.Extra)
	if !shown {
		has, err := sideloads(ctx, site)
		if err != nil {
			return err
		}
		if !has && j.left == here {
			j.leave(bySiteAtOnce, noRoute)
		}
		sizes = DefaultSizes()
	}
	j.sizes, j.threshold = sizes, DefaultThreshold
	if j.options.Sizes != nil {
		j.sizes = j.options.Sizes
	}
	var threshold int
	if ok, err := index.Extra.Decode("image_size_threshold", &threshold); ok && err == nil {
		j.threshold = threshold
	} else if ok {
		j.threshold = 0 // the value is not a number but false, because the site scales nothing down
	}
	if j.options.Threshold != nil {
		j.threshold = *j.options.Threshold
	}
	return nil
}

// siteSizes returns the sizes in an index. shown is false if the index has no usable sizes.
func siteSizes(index cms.Extra) (sizes map[string]Size, shown bool) {
	var listed map[string]siteSize
	if ok, err := index.Decode("image_sizes", &listed); !ok || err != nil || len(listed) == 0 {
		return nil, false
	}
	sizes = make(map[string]Size, len(listed))
	for name, size := range listed {
		sizes[name] = size.size()
	}
	return sizes, true
}

// sideloads reports whether the site has the route for sideloads. It asks for a description of
// the route with the id 1. A record with this id need not exist.
func sideloads(ctx context.Context, site *cms.Client) (bool, error) {
	route, err := describe.OfRoute(ctx, site.Read, "cms/v2/media/1/sideload")
	switch {
	case errors.Is(err, cms.ErrNoRoute):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%s: %w", operation, err)
	}
	return len(route.Endpoints) > 0, nil
}
