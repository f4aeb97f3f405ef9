package blockvisibility

import (
	"context"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// VariablesOptions are the arguments of GET block-visibility/v1/variables.
type VariablesOptions struct {
	// Integration selects the data of one integration: "woocommerce". The response then
	// has no UserRoles.
	Integration string
	// SearchTerm filters the data of the integration.
	SearchTerm string
	// SavedValues are values that are included in any case, separated by commas: "1,2".
	SavedValues string
}

// Variables is the data that an editor needs to offer the controls.
type Variables struct {
	PluginVariables   PluginVariables `json:"plugin_variables"`
	IsFullControlMode bool            `json:"is_full_control_mode"`
	IsPro             bool            `json:"is_pro"`
	// CurrentUsersRoles are the roles of the caller; nil for an anonymous caller.
	CurrentUsersRoles cms.StringList `json:"current_users_roles"`
	Integrations      Integrations   `json:"integrations"`
	// UserRoles are the roles of the site; nil with Integration.
	UserRoles []UserRole `json:"user_roles,omitzero"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// PluginVariables is the data of the plugin.
type PluginVariables struct {
	Version     string `json:"version"`
	SettingsURL string `json:"settings_url"` // its page in the administration
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// UserRole is a role that a user of the site may have.
type UserRole struct {
	Value string `json:"value"` // "editor"; "logged-out" for visitors
	Label string `json:"label"` // as the site shows it
	Type  string `json:"type"`  // "core" for a role of WordPress
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Integrations are the plugins that Block Visibility can work with, by name: "acf",
// "edd", "woocommerce", "wp_fusion".
type Integrations map[string]Integration

// Integration is a plugin that Block Visibility can work with.
type Integration struct {
	Active bool `json:"active"` // whether the site has it
	// Extra holds the data of the plugin: "fields" of acf, "products" of edd and
	// woocommerce, "tags" and "exclude_admins" of wp_fusion. See [cms.Extra.Decode].
	Extra cms.Extra `json:",embed"`
}

// Variables returns the data for an editor: GET block-visibility/v1/variables. It needs
// no login.
func (s *Service) Variables(ctx context.Context, options *VariablesOptions,
	callOptions ...cms.CallOption) (*Variables, error) {
	query := url.Values{}
	if options != nil {
		for name, value := range map[string]string{
			"integration": options.Integration, "search_term": options.SearchTerm, "saved_values": options.SavedValues,
		} {
			if value != "" {
				query.Set(name, value)
			}
		}
	}
	return cms.Do(ctx, s.site, cms.Request[Variables]{
		Operation: "blockvisibility.Variables",
		Path:      cms.NamespaceBlockVisibility + "/variables",
		Query:     query,
	}, callOptions...)
}
