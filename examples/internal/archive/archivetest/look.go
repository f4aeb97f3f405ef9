package archivetest

import "github.com/fontcms/fontcms-go/cms/cmstest"

// Themes gives a server the themes that a new site has: the active one is a block theme.
func Themes(s *cmstest.Server) *cmstest.Server {
	s.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active", "is_block_theme": true})
	s.Insert("themes", map[string]any{"stylesheet": "paper", "status": "inactive", "is_block_theme": true})
	return s
}
