package plugins

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrSharedFolder means that a plugin was not deleted because its folder has other
// plugins. They would be deleted too. The text names them. See [Plugins.DeleteFolder].
var ErrSharedFolder = errors.New("other plugins are in the same folder")

// ErrActive means that a folder was not deleted because a plugin in it is active. The
// text names it.
var ErrActive = errors.New("a plugin is active")

// ErrNotApplied means that the site accepted an activation or deactivation, but the
// response does not show the new status.
var ErrNotApplied = errors.New("the site kept the status of the plugin")

// params is the body of a write. Slug installs a plugin. Status activates or deactivates
// it.
type params struct {
	Slug   string `json:"slug,omitzero"`
	Status Status `json:"status,omitzero"`
}

// Plugins manages the plugins of a site. Lists have no pages. Its requests are not
// allowed in a batch.
type Plugins struct {
	all  *cms.Catalog[Plugin, params, ListOptions]
	site *cms.Client
}

// New returns the plugins of a site: cms/v2/plugins. All calls need an administrator;
// otherwise they fail with [cms.ErrUnauthorized] or [cms.ErrForbidden].
func New(site *cms.Client) *Plugins {
	return &Plugins{cms.NewCatalog[Plugin, params, ListOptions](site, "cms/v2/plugins", "plugin"), site}
}

// List returns all plugins that options match: GET cms/v2/plugins. A plugin that cannot
// be read is left out: see [cms.Catalog.List].
func (p *Plugins) List(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) ([]Plugin, error) {
	return p.all.List(ctx, options, callOptions...)
}

// Get returns one plugin: GET cms/v2/plugins/{name}. Errors: [cms.ErrNotFound] if no
// plugin has the name; [cms.ErrInvalidArgument] if name does not have the form of
// [Plugin].Plugin.
func (p *Plugins) Get(ctx context.Context, name string, options ...cms.GetOption) (*Plugin, error) {
	if err := checkName("plugins.Get", name); err != nil {
		return nil, err
	}
	return p.all.Get(ctx, name, options...)
}

// Install downloads a plugin from the public plugin directory to the site, inactive:
// POST cms/v2/plugins. slug is its name in the directory: "akismet". It is never retried
// once the site may have received it.
//
// Errors:
//   - [CodeInstallFailed] if the site cannot reach the directory, or the directory has
//     no such plugin.
//   - [CodeFolderExists] if the plugin is already installed.
//   - [cms.ErrOutcomeUnknown] if the response was lost. Check with List.
func (p *Plugins) Install(ctx context.Context, slug string, options ...cms.CallOption) (*Plugin, error) {
	if slug == "" || strings.Trim(slug, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
		return nil, &cms.ArgumentError{Operation: "plugins.Install", Argument: "slug",
			Reason: "must be a name of the plugin directory: letters, digits, _ and -"}
	}
	return p.all.Create(ctx, &params{Slug: slug}, options...)
}

// Activate activates a plugin: POST cms/v2/plugins/{name}. An active plugin stays
// active. Activation runs code of the plugin, so it is never retried once the site may
// have received it.
//
// If the plugin prints something during activation, it is active although the site
// reports [CodeUnexpectedOutput]. Activate then reads the plugin, and succeeds if it is
// active. If the plugin prints text into every response, the client cannot read the
// plugin, and Activate returns the error.
//
// Errors:
//   - [CodeWrongPHP] and [CodeWrongVersion] if the plugin is not compatible with the
//     site.
//   - [cms.ErrOutcomeUnknown] if the response was lost. Check with Get. A site also
//     sends an empty response with status 500 if the plugin fails to load. The plugin
//     stays inactive, and the error is the same.
func (p *Plugins) Activate(ctx context.Context, name string, options ...cms.CallOption) (*Plugin, error) {
	return p.become(ctx, "plugins.Activate", name, Active, options)
}

// Deactivate deactivates a plugin: POST cms/v2/plugins/{name}. Its data is kept. It is
// never retried once the site may have received it.
func (p *Plugins) Deactivate(ctx context.Context, name string, options ...cms.CallOption) (*Plugin, error) {
	return p.become(ctx, "plugins.Deactivate", name, Inactive, options)
}

// become sets the status of a plugin, and checks that the response has this status.
func (p *Plugins) become(ctx context.Context, operation, name string, status Status,
	options []cms.CallOption) (*Plugin, error) {
	if err := checkName(operation, name); err != nil {
		return nil, err
	}
	r := p.all.UpdateRequest(name, &params{Status: status})
	r.Operation, r.Repeat, r.Update = operation, cms.RepeatUnsent, true
	if fields := cms.FieldsOf(options...); len(fields) > 0 && !slices.Contains(fields, "status") {
		options = append(options[:len(options):len(options)], cms.Fields("status"))
	}
	plugin, err := cms.Do(ctx, p.site, r, options...)
	if e, ok := errors.AsType[*cms.Error](err); ok && e.Code == CodeUnexpectedOutput {
		now, unread := p.all.Get(ctx, name, getting(options)...)
		if unread == nil && now.Status.is(status) {
			return now, nil
		}
		if unread != nil {
			e.Hint = "the plugin may be active; it could not be read: " + unread.Error()
		}
	}
	if err != nil {
		return nil, err
	}
	if !plugin.Status.is(status) {
		return plugin, &cms.Error{Operation: operation, Method: http.MethodPost, Path: p.site.Prefix() + "/v2/plugins/" +
			name, Status: http.StatusOK, Reason: ErrNotApplied}
	}
	return plugin, nil
}

// is reports whether a status means the same as wanted. If wanted is Active, a
// network-active plugin fits, too.
func (s Status) is(wanted Status) bool {
	return s == wanted || wanted == Active && s == NetworkActive
}

// getting converts the options of a call to options of Get.
func getting(options []cms.CallOption) []cms.GetOption {
	out := make([]cms.GetOption, 0, len(options))
	for _, o := range options {
		out = append(out, o)
	}
	return out
}

// Delete deletes an inactive plugin permanently: DELETE cms/v2/plugins/{name}. The site
// runs the uninstall routine of the plugin and deletes its whole folder. So Delete
// reads the list first, and sends nothing more if the folder has other plugins.
//
// Errors:
//   - [ErrSharedFolder] if the folder has other plugins.
//   - [cms.ErrNotFound] if no plugin has the name.
//   - [CodeStillActive] if the plugin is active.
//   - [cms.ErrDecode] if the list does not contain the plugin, but Get returns it. The
//     list is incomplete, so it may lack other plugins of the folder too. Nothing is
//     deleted.
func (p *Plugins) Delete(ctx context.Context, name string, options ...cms.CallOption) (*cms.Deleted[Plugin], error) {
	const operation = "plugins.Delete"
	if err := checkName(operation, name); err != nil {
		return nil, err
	}
	folder, _, inFolder := strings.Cut(name, "/")
	if inFolder {
		all, err := p.in(ctx, folder)
		if err != nil {
			return nil, err
		}
		var others []string
		listed := false
		for i := range all {
			if all[i].Plugin == name {
				listed = true
			} else {
				others = append(others, all[i].Plugin)
			}
		}
		if !listed && others == nil {
			return nil, p.unlisted(ctx, operation, name)
		}
		if others != nil {
			return nil, &cms.ArgumentError{Operation: operation, Argument: "plugin", Reason: ErrSharedFolder.Error() + ": " +
				strings.Join(others, ", "), Err: ErrSharedFolder}
		}
	}
	return p.remove(ctx, operation, name, options)
}

// unlisted returns the error for a plugin that the list lacks: the plugin does not exist,
// or the list is incomplete.
func (p *Plugins) unlisted(ctx context.Context, operation, name string) error {
	if _, err := p.all.Get(ctx, name, cms.Fields("plugin")); err != nil {
		return err
	}
	return &cms.Error{
		Operation: operation, Method: http.MethodGet, Path: p.site.Prefix() + "/v2/plugins", Status: http.StatusOK,
		Reason: fmt.Errorf("%w: the list lacks %s, which the site has; nothing was deleted", cms.ErrDecode, name),
	}
}

// DeleteFolder deletes a folder with all of its plugins permanently. It reads the list
// first, then each plugin of the folder, since a cached list may be old. Then it sends
// one DELETE cms/v2/plugins/{name}. A plugin that was added to the folder after the list
// was made is deleted too.
//
// Errors: [ErrActive] if one of the plugins is active; [cms.ErrNotFound] if the folder
// has no plugin.
func (p *Plugins) DeleteFolder(ctx context.Context, folder string, options ...cms.CallOption) error {
	const operation = "plugins.DeleteFolder"
	if err := checkName(operation, folder); err != nil {
		return err
	}
	if strings.Contains(folder, "/") {
		return &cms.ArgumentError{Operation: operation, Argument: "folder",
			Reason: "is a plugin, not a folder: see Delete"}
	}
	all, err := p.in(ctx, folder)
	if err != nil {
		return err
	}
	if all, err = p.inactive(ctx, operation, all); err != nil {
		return err
	}
	if len(all) == 0 {
		return &cms.Error{Operation: operation, Method: http.MethodGet, Path: p.site.Prefix() + "/v2/plugins",
			Status: http.StatusOK, Reason: cms.ErrNotFound}
	}
	_, err = p.remove(ctx, operation, all[0].Plugin, options)
	return err
}

// inactive fails if one of the listed plugins is active. It returns the listed plugins that
// still exist. It reads each plugin once more, because the list may come from a cache.
func (p *Plugins) inactive(ctx context.Context, operation string, listed []Plugin) (existing []Plugin, err error) {
	active := func(name string) error {
		return &cms.ArgumentError{Operation: operation, Argument: "folder", Reason: ErrActive.Error() + ": " + name,
			Err: ErrActive}
	}
	for i := range listed {
		if listed[i].Status != Inactive {
			return nil, active(listed[i].Plugin)
		}
	}
	for i := range listed {
		now, err := p.all.Get(ctx, listed[i].Plugin, cms.Fields("plugin", "status"))
		switch {
		case errors.Is(err, cms.ErrNotFound):
			continue
		case err != nil:
			return nil, err
		case now.Status != Inactive:
			return nil, active(now.Plugin)
		}
		existing = append(existing, *now)
	}
	return existing, nil
}

// in returns the plugins of a folder. It fails if a plugin cannot be read, because that
// plugin might be in the folder.
func (p *Plugins) in(ctx context.Context, folder string) ([]Plugin, error) {
	all, err := p.all.List(ctx, nil)
	if err != nil {
		return nil, err
	}
	var in []Plugin
	for i := range all {
		if of, _, ok := strings.Cut(all[i].Plugin, "/"); ok && of == folder {
			in = append(in, all[i])
		}
	}
	return in, nil
}

// remove sends a DELETE. If a retry after a lost response finds no plugin, the first
// attempt has deleted the plugin. Then remove returns no error.
func (p *Plugins) remove(ctx context.Context, operation, name string,
	options []cms.CallOption) (*cms.Deleted[Plugin], error) {
	r := p.all.DeleteRequest(name)
	r.Operation = operation
	r.Query.Del("force") // the route has no such argument
	deleted, err := cms.Do(ctx, p.site, r, options...)
	if e, ok := errors.AsType[*cms.Error](err); ok && e.MaybeApplied && errors.Is(err, cms.ErrNotFound) {
		return &cms.Deleted[Plugin]{Deleted: true, DoneBefore: true}, nil
	}
	return deleted, err
}

// checkName accepts a folder, or a folder and a file without its extension. It refuses any
// other text.
func checkName(operation, name string) error {
	segments := strings.Split(name, "/")
	for _, segment := range segments {
		if segment == "" || strings.Contains(segment, ".") || len(segments) > 2 {
			return &cms.ArgumentError{Operation: operation, Argument: "plugin",
				Reason: "write the folder and the file without .php, as in akismet/akismet"}
		}
	}
	return nil
}
