// Package plugins lists, installs, activates, deactivates and deletes the plugins of a
// site. This needs an administrator.
//
//	all := plugins.New(site) // site is a *cms.Client
//	p, err := all.Install(ctx, "akismet")
//	…
//	_, err = all.Activate(ctx, p.Plugin)
//
// Deleting a plugin deletes its whole folder, including other plugins in it, even active
// ones: see [Plugins.Delete].
package plugins

import "github.com/fontcms/fontcms-go/cms"

// Error codes of the routes of plugins.
const (
	CodeCannotView   cms.ErrorCode = "rest_cannot_view_plugins"
	CodeCannotManage cms.ErrorCode = "rest_cannot_manage_plugins"
	CodeNotFound     cms.ErrorCode = "rest_plugin_not_found" // 404
	CodeStillActive  cms.ErrorCode = "rest_cannot_delete_active_plugin"
	CodeWrongPHP     cms.ErrorCode = "plugin_php_incompatible" // 500
	CodeWrongVersion cms.ErrorCode = "plugin_wp_incompatible"  // 500
	// 500: the plugin directory was not reached
	CodeInstallFailed cms.ErrorCode = "plugins_api_failed"
	// 500: the plugin is active, and printed something
	CodeUnexpectedOutput cms.ErrorCode = "unexpected_output"
	CodeFolderExists     cms.ErrorCode = "folder_exists" // the plugin is installed
)

// Plugin is an installed plugin. The context "embed" has Plugin, Status, Name,
// Description, NetworkOnly, RequiresCMS and RequiresPHP.
type Plugin struct {
	// Plugin is the name to pass to Get, Activate and Delete. It is the path of the
	// plugin's file without ".php": folder and file ("akismet/akismet"), or only the
	// file ("hello").
	Plugin string `json:"plugin"`
	// Status is [Active] or [Inactive].
	Status      Status   `json:"status"`
	Name        string   `json:"name"` // HTML
	PluginURI   string   `json:"plugin_uri"`
	Author      string   `json:"author"` // HTML
	AuthorURI   string   `json:"author_uri"`
	Description cms.Text `json:"description"`
	Version     string   `json:"version"`
	NetworkOnly bool     `json:"network_only"`
	RequiresCMS string   `json:"requires_wp"` // the lowest WordPress version that the plugin needs
	RequiresPHP string   `json:"requires_php"`
	Textdomain  string   `json:"textdomain"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole plugin was read.
	Reading cms.Reading `json:"-"`
}

// Status tells whether a plugin is active.
type Status string

// The statuses of plugins. [NetworkActive] exists on networks of sites.
const (
	Active        Status = "active"
	Inactive      Status = "inactive"
	NetworkActive Status = "network-active"
)

// ListOptions are the arguments of the list of plugins.
type ListOptions struct {
	// Context sets how much of each plugin is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Search finds plugins whose name, author or description contains this text.
	Search string `url:"search,omitempty"`
	// Status selects by status. Default all.
	Status []Status `url:"status,brackets,omitempty"`
}
