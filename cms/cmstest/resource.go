package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// writeRules are those of the arguments of a create or an update.
func (s contentPlane) writeRules() rest.Rules {
	return rest.Rules{"status": {Check: s.checkStatus}, "template": {Check: s.checkTemplate}}
}

// autosaveRules are those of an update: most of its arguments do nothing here.
func (s historyPlane) autosaveRules(r *content.Resource) rest.Rules {
	if r.Menu {
		return s.menu.menuItemRules()
	}
	rules := s.content.writeRules()
	rules["parent"] = rest.Rule{Late: !r.Tree}
	return rules
}
