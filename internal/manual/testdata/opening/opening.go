// Package opening reads and writes the opening hours of a museum, of a plugin.
package opening

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

// Hours are the hours at which the museum opens and closes.
type Hours struct {
	From  int       `json:"from"`
	To    int       `json:"to"`
	Extra cms.Extra `json:",embed"` // fields that this package does not know
}

// Params are the fields that an update sets. A nil field is not changed.
type Params struct {
	From *int `json:"from,omitzero"`
	To   *int `json:"to,omitzero"`
}

// Service reads and writes the hours of a site.
type Service struct{ document *cms.Document[Hours, Params] }

// New returns the hours of a site. It sends nothing.
func New(site *cms.Client) *Service {
	return &Service{cms.NewDocument[Hours, Params](site, "catalogue/v1/opening-hours")}
}

// Get reads the hours: GET catalogue/v1/opening-hours.
func (s *Service) Get(ctx context.Context, options ...cms.GetOption) (*Hours, error) {
	return s.document.Get(ctx, options...)
}

// Update changes the hours that params sets: POST catalogue/v1/opening-hours.
func (s *Service) Update(ctx context.Context, params *Params, options ...cms.CallOption) (*Hours, error) {
	return s.document.Update(ctx, params, options...)
}
