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

// ErrSharedFolder means that a plugin was not deleted because other plugins are in its
// folder, and would be deleted with it. The text names them. See
// [Plugins.DeleteFolder].
var ErrSharedFolder = errors.New("other plugins are in the same folder")

// ErrActive means that a folder was not deleted because a plugin in it is active. The
// text names it.
var ErrActive = errors.New("a plugin is active")

// ErrNotApplied means that the site accepted an activation or deactivation, and that the
// plugin has another status in the response, or none.
var ErrNotApplied = errors.New("the site kept the status of the plugin")

// params is what is written of a plugin: a slug to install it, a status to switch it.
type params struct {
	Slug   string `json:"slug,omitzero"`
	Status Status `json:"status,omitzero"`
}

// Plugins are the plugins of a site: a list without pages. They cannot stand in a
// batch.
type Plugins struct {
	all  *cms.Catalog[Plugin, params, ListOptions]
	site *cms.Client
}

// New returns the plugins of a site: cms/v2/plugins. All calls need an administrator:
// otherwise they fail with [cms.ErrUnauthorized] or [cms.ErrForbidden].
func New(site *cms.Client) *Plugins {
	return &Plugins{cms.NewCatalog[Plugin, params, ListOptions](site, "cms/v2/plugins", "plugin"), site}
}

// List reads all plugins that options match: GET cms/v2/plugins. A plugin that cannot
// be read is left out: see [cms.Catalog.List].
func (p *Plugins) List(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) ([]Plugin, error) {
	return p.all.List(ctx, options, callOptions...)
}

// Get reads one plugin: GET cms/v2/plugins/{name}. Errors: [cms.ErrNotFound] if there
// is no such plugin; [cms.ErrInvalidArgument] if name is not a folder and a file
// without ".php".
func (p *Plugins) Get(ctx context.Context, name string, options ...cms.GetOption) (*Plugin, error) {
	if err := checkName("plugins.Get", name); err != nil {
		return nil, err
	}
	return p.all.Get(ctx, name, options...)
}

// Install fetches a plugin from the public directory of plugins and stores it on the
// site, inactive: POST cms/v2/plugins. Slug is its name in the directory: "akismet". It
// is never retried once the site may have received it.
//
// Errors: [CodeInstallFailed] if the site does not reach the directory, or finds no
// such plugin; [CodeFolderExists] if it is installed; [cms.ErrOutcomeUnknown] if the
// response was lost, after which a List shows whether it is there.
func (p *Plugins) Install(ctx context.Context, slug string, options ...cms.CallOption) (*Plugin, error) {
	if slug == "" || strings.Trim(slug, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
		return nil, &cms.ArgumentError{Operation: "plugins.Install", Argument: "slug", Reason: "it is not a name of the directory of plugins: letters, digits, _ and -"}
	}
	return p.all.Create(ctx, &params{Slug: slug}, options...)
}

// Activate puts a plugin to use: POST cms/v2/plugins/{name}. A plugin that is active
// stays so. Activation runs code of the plugin, so it is never retried once the site
// may have received it. A plugin that prints something meanwhile is active, and the site
// reports [CodeUnexpectedOutput]: Activate then reads the plugin, and succeeds if it is
// active. One that prints in every response makes the site unreadable, and the error stays.
//
// Errors: [CodeWrongPHP] and [CodeWrongVersion] if the plugin does not fit the site;
// [cms.ErrOutcomeUnknown] if the response was lost, or if the plugin failed while it was
// loaded, which gives an empty response with the status 500. Such a plugin stays
// inactive: Get shows it.
func (p *Plugins) Activate(ctx context.Context, name string, options ...cms.CallOption) (*Plugin, error) {
	return p.become(ctx, "plugins.Activate", name, Active, options)
}

// Deactivate takes a plugin out of use: POST cms/v2/plugins/{name}. Its data stays. It
// is never retried once the site may have received it.
func (p *Plugins) Deactivate(ctx context.Context, name string, options ...cms.CallOption) (*Plugin, error) {
	return p.become(ctx, "plugins.Deactivate", name, Inactive, options)
}

// become switches a plugin, and looks whether the site did it.
func (p *Plugins) become(ctx context.Context, operation, name string, status Status, options []cms.CallOption) (*Plugin, error) {
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
			e.Hint = "the plugin may be active, and could not be read: " + unread.Error()
		}
	}
	if err != nil {
		return nil, err
	}
	if !plugin.Status.is(status) {
		return plugin, &cms.Error{Operation: operation, Method: http.MethodPost, Path: p.site.Prefix() + "/v2/plugins/" + name, Status: http.StatusOK, Reason: ErrNotApplied}
	}
	return plugin, nil
}

// is reports that a plugin with the status is in use, or is not, as another says.
func (s Status) is(wanted Status) bool {
	return s == wanted || wanted == Active && s == NetworkActive
}

// getting makes options of a call those of reading.
func getting(options []cms.CallOption) []cms.GetOption {
	out := make([]cms.GetOption, 0, len(options))
	for _, o := range options {
		out = append(out, o)
	}
	return out
}

// Delete deletes an inactive plugin for good, with its files and what its own routine
// for that removes: DELETE cms/v2/plugins/{name}. The site deletes the whole folder.
// Delete therefore reads the list first, and refuses if other plugins are in it.
//
// Errors: [ErrSharedFolder] if other plugins are in the folder; [cms.ErrNotFound] if
// there is no such plugin; [CodeStillActive] if it is active; [cms.ErrDecode] if the
// list lacks the plugin, though the site has it: others may be missing, too.
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
			return nil, &cms.ArgumentError{Operation: operation, Argument: "plugin", Reason: ErrSharedFolder.Error() + ": " + strings.Join(others, ", "), Err: ErrSharedFolder}
		}
	}
	return p.remove(ctx, operation, name, options)
}

// unlisted is why a plugin is not deleted that the list lacks: it is not there, or the
// list is not whole.
func (p *Plugins) unlisted(ctx context.Context, operation, name string) error {
	if _, err := p.all.Get(ctx, name, cms.Fields("plugin")); err != nil {
		return err
	}
	return &cms.Error{
		Operation: operation, Method: http.MethodGet, Path: p.site.Prefix() + "/v2/plugins", Status: http.StatusOK,
		Reason: fmt.Errorf("%w: the list lacks %s, which the site has; nothing was deleted", cms.ErrDecode, name),
	}
}

// DeleteFolder deletes a folder with all of its plugins for good. It reads the list
// first, and then sends one DELETE cms/v2/plugins/{name}.
//
// Errors: [ErrActive] if one of the plugins is active; [cms.ErrNotFound] if there is no
// plugin in such a folder.
func (p *Plugins) DeleteFolder(ctx context.Context, folder string, options ...cms.CallOption) error {
	const operation = "plugins.DeleteFolder"
	if err := checkName(operation, folder); err != nil {
		return err
	}
	if strings.Contains(folder, "/") {
		return &cms.ArgumentError{Operation: operation, Argument: "folder", Reason: "it is a plugin: see Delete"}
	}
	all, err := p.in(ctx, folder)
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].Status != Inactive {
			return &cms.ArgumentError{Operation: operation, Argument: "folder", Reason: ErrActive.Error() + ": " + all[i].Plugin, Err: ErrActive}
		}
	}
	if len(all) == 0 {
		return &cms.Error{Operation: operation, Method: http.MethodGet, Path: p.site.Prefix() + "/v2/plugins", Status: http.StatusOK, Reason: cms.ErrNotFound}
	}
	_, err = p.remove(ctx, operation, all[0].Plugin, options)
	return err
}

// in returns the plugins of a folder. One that cannot be read ends the call: it might
// be in it.
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

// remove sends a DELETE. One that finds nothing after an attempt whose response was lost
// has succeeded before.
func (p *Plugins) remove(ctx context.Context, operation, name string, options []cms.CallOption) (*cms.Deleted[Plugin], error) {
	r := p.all.DeleteRequest(name)
	r.Operation = operation
	r.Query.Del("force") // the route has no such argument
	deleted, err := cms.Do(ctx, p.site, r, options...)
	if e, ok := errors.AsType[*cms.Error](err); ok && e.MaybeApplied && errors.Is(err, cms.ErrNotFound) {
		return &cms.Deleted[Plugin]{Deleted: true, DoneBefore: true}, nil
	}
	return deleted, err
}

// checkName refuses what is not a folder and a file without an extension.
func checkName(operation, name string) error {
	segments := strings.Split(name, "/")
	for _, segment := range segments {
		if segment == "" || strings.Contains(segment, ".") || len(segments) > 2 {
			return &cms.ArgumentError{Operation: operation, Argument: "plugin", Reason: "a folder and a file without .php are due, as in akismet/akismet"}
		}
	}
	return nil
}
