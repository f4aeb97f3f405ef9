package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/snippets"
)

// listed is a list that a site gives whole, and how it is asked for one record.
type listed struct {
	records []archive.Record
	sent    int // the records that the site has sent, also those that are not copied
	// doubted means that an empty list is doubtful, whatever the site says of each record.
	doubted bool
	// get reads a record by its id. The record is nil if there is nothing to copy. old is the
	// copy.
	get func(ctx context.Context, id string, old archive.Record) (archive.Record, error)
}

// keepListed writes the records of a list, and removes those that the site no longer has.
func (k *kindRun) keepListed(ctx context.Context, l *listed) error {
	there := map[string]bool{}
	for _, r := range l.records {
		there[r.Name()] = true
		if err := k.keep(ctx, r); err != nil {
			return err
		}
	}
	names, err := k.folder.Names(k.kind.Name)
	if err != nil {
		return err
	}
	for name := range k.state.Missing {
		if !there[name] {
			names = append(names, name)
		}
	}
	if l.doubted && l.sent == 0 && len(names) > 0 && !k.allowEmpty {
		k.tally.hold("the site says that it has none, and there were %d; if that is so, use -allow-empty", len(names))
		return nil
	}
	var gone []string
	for _, name := range names {
		if there[name] {
			continue
		}
		there[name] = true // it may be missing and in the folder
		is, err := k.unlisted(ctx, l, name)
		if err != nil {
			return err
		}
		if is {
			gone = append(gone, name)
		}
	}
	if l.sent == 0 && len(gone) > 0 && !k.allowEmpty {
		k.tally.hold("the site says that it has none, and there were %d; if that is so, use -allow-empty", len(gone))
		return nil
	}
	for _, name := range gone {
		if err := k.folder.Remove(k.kind.Name, name); err != nil {
			return err
		}
		k.tally.removed(name)
		k.state.Forget(name)
	}
	return nil
}

// unlisted reports whether the site says of a record itself that it does not have it. A
// record that it still has is read and kept.
func (k *kindRun) unlisted(ctx context.Context, l *listed, name string) (gone bool, err error) {
	id, err := url.PathUnescape(name)
	if err != nil {
		return false, fmt.Errorf("no id has the name %.80q", name)
	}
	var old archive.Record
	_ = k.folder.Read(k.kind.Name, name, &old) // nil if it cannot be read
	r, err := l.get(ctx, id, old)
	switch {
	case err == nil && r == nil, errors.Is(err, cms.ErrNotFound):
		return true, nil
	case err == nil:
		program.Printf(k.mirror.notes, "%s: the list of the site leaves out %s, which it still has: it was kept\n",
			k.kind.Name, name)
		return false, k.keep(ctx, r)
	case ctx.Err() != nil, errors.Is(err, cms.ErrCredentialsRejected), errors.Is(err, cms.ErrDryRun):
		return false, err
	}
	if _, said := errors.AsType[*cms.Error](err); !said {
		return false, err
	}
	k.state.Miss(name, fmt.Sprintf("the site does not list it, and does not show it: %v", err), true)
	return false, nil
}

// one reads a record by its path. Not every route describes the argument context.
func (m *mirror) one(ctx context.Context, path string) (archive.Record, error) {
	r, err := cms.Do(ctx, m.reading, cms.Request[archive.Record]{Path: path,
		Query: url.Values{"context": {string(cms.ContextEdit)}}})
	if err != nil {
		return nil, err
	}
	return *r, nil
}

// all reads a list that has no pages.
func (m *mirror) all(ctx context.Context, path string) ([]archive.Record, error) {
	list, err := cms.Do(ctx, m.reading, cms.Request[[]archive.Record]{Path: path,
		Query: url.Values{"context": {string(cms.ContextEdit)}}})
	if err != nil {
		return nil, err
	}
	for _, r := range *list {
		if r.Text("id") == "" {
			return nil, errors.New("the site lists a record without an id")
		}
	}
	return *list, nil
}

// snippets are given in one list, without totals.
func (k *kindRun) snippets(ctx context.Context) error {
	all, err := k.kind.All(ctx, k.site)
	if err != nil {
		return err
	}
	return k.keepListed(ctx, &listed{records: all, sent: len(all), get: k.snippet, doubted: true})
}

// snippet reads one snippet, nil if the plugin fails because it has none with this id.
func (k *kindRun) snippet(ctx context.Context, name string, _ archive.Record) (archive.Record, error) {
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return nil, nil //nolint:nilerr // no snippet has a name that is no number
	}
	r, err := k.list.Get(ctx, id)
	if e, ok := errors.AsType[*cms.Error](err); ok && e.Code == snippets.CodeCannotGet {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return *r, nil
}

// templates copies templates, or parts of some, that are rows of the site: the others are
// files of the theme.
func (k *kindRun) templates(ctx context.Context) error {
	list, err := k.all(ctx, k.kind.Route)
	if err != nil {
		return err
	}
	l := &listed{sent: len(list), get: k.template}
	for _, r := range list {
		if r.HasRow() {
			l.records = append(l.records, r)
		}
	}
	return k.keepListed(ctx, l)
}

// template reads one template, nil if the site uses the file of the theme again.
func (k *kindRun) template(ctx context.Context, id string, _ archive.Record) (archive.Record, error) {
	r, err := k.one(ctx, k.kind.Route+"/"+id)
	if err != nil || !r.HasRow() {
		return nil, err
	}
	return r, named(r, id)
}

// named refuses a record with another id than the requested one.
func named(r archive.Record, id string) error {
	if r.Name() != archive.Name(id) {
		return fmt.Errorf("%.80q was requested, and the site sent %.80q", id, r.Name())
	}
	return nil
}

// widgets copies widgets or sidebars. To read them is a request that may write.
func (k *kindRun) widgets(ctx context.Context) error {
	if !k.mayWrite {
		if theme, err := k.activeTheme(ctx); err == nil && theme.IsBlockTheme {
			return errBlockTheme
		}
	}
	list, err := k.all(ctx, k.kind.Route)
	if err != nil {
		return err
	}
	return k.keepListed(ctx, &listed{records: list, sent: len(list),
		get: func(ctx context.Context, id string, _ archive.Record) (archive.Record, error) {
			r, err := k.one(ctx, k.kind.Route+"/"+id)
			if err != nil {
				return nil, err
			}
			return r, named(r, id)
		}})
}
