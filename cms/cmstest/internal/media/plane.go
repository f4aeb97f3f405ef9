// Package media has the media library of a site: its routes, its records and its files.
package media

import (
	"maps"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
)

// Plane is the media library of a site.
type Plane struct {
	*content.Site
	*State
	Posts posts.Plane
}

// State is what a site stores of the library beside its records.
type State struct {
	Files map[string][]byte // by their path below the folder of uploads: "2026/11/a.png"
}

// NewState is the state of a new site.
func NewState() State { return State{map[string][]byte{}} }

// Clone shares nothing with st that may change.
func (st *State) Clone() State { return State{maps.Clone(st.Files)} }
