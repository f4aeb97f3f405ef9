// Package media has the media library of a site: its routes, its records and its files.
package cmstest

import (
	"maps"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
)

// mediaPlane is the media library of a site.
type mediaPlane struct {
	*content.Site
	*mediaState
	posts posts.Plane
}

// mediaState is what a site stores of the library beside its records.
type mediaState struct {
	Files map[string][]byte // by their path below the folder of uploads: "2026/11/a.png"
}

// newMediaState is the state of a new site.
func newMediaState() mediaState { return mediaState{map[string][]byte{}} }

// clone shares nothing with st that may change.
func (st *mediaState) clone() mediaState { return mediaState{maps.Clone(st.Files)} }
