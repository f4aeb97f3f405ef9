package terms

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// batches implements [upsert.Batches] for terms.
type batches struct {
	terms   *Terms
	options []cms.CallOption
	sender  upsert.Sender[Term]
}

// lookOptions holds the arguments of a list of terms with some slugs. Both fields are
// comma-separated: a separate argument for each slug would make the address 50 % longer.
type lookOptions struct {
	Slug    string `url:"slug,omitempty"`
	Exclude string `url:"exclude,omitempty"`
}

func (b *batches) LookAll(ctx context.Context, stores []upsert.Store[Term],
	made []*Term) (found [][]*Term, known []bool, err error) {
	found, known = make([][]*Term, len(stores)), make([]bool, len(stores))
	for first := 0; first < len(stores); {
		n := cut(stores[first:], made)
		part := made
		if made != nil {
			part = made[first : first+n]
		}
		if err := b.look(ctx, stores[first:first+n], part, found[first:], known[first:]); err != nil {
			return nil, nil, err
		}
		first += n
	}
	for i, term := range made {
		found[i] = append(found[i], term)
	}
	return found, known, nil
}

// cut returns how many of the stores one request can look up. With more, the address of the
// request would be too long.
func cut(stores []upsert.Store[Term], made []*Term) int {
	const most = 1600 // bytes of slugs and ids, in an address of about 2,000 bytes
	size := 0
	for n, store := range stores {
		size += len(url.QueryEscape(slugOf(store) + ","))
		if made != nil {
			size += len("1234567890%2C")
		}
		if n > 0 && size > most {
			return n
		}
	}
	return len(stores)
}

func slugOf(store upsert.Store[Term]) string { return *store.(*ensuring).fresh.Slug }

// look lists the terms with the slugs, except the terms in made. If the list has a term with
// another slug, the site does not select by slug. The list then does not prove that a slug is
// free, so known stays false.
func (b *batches) look(ctx context.Context, stores []upsert.Store[Term], made []*Term, found [][]*Term,
	known []bool) error {
	const mostOthers = 100
	index, slugs, without := map[string]int{}, make([]string, len(stores)), make([]string, len(made))
	for i, store := range stores {
		slugs[i] = slugOf(store)
		index[keyOf(slugs[i])] = i
	}
	for i, term := range made {
		without[i] = strconv.FormatInt(term.ID, 10)
	}
	all := cms.NewCollection[Term, Params, lookOptions](b.terms.Client(), b.terms.CreateRequest(nil).Path)
	list := &lookOptions{Slug: strings.Join(slugs, ","), Exclude: strings.Join(without, ",")}
	others := 0
	for term, err := range all.All(ctx, list, walking([]cms.CallOption{cms.Sending(b.options...)})...) {
		if err != nil {
			return err
		}
		i, asked := index[keyOf(term.Slug)]
		switch {
		case slices.Contains(without, strconv.FormatInt(term.ID, 10)):
		case asked:
			found[i] = append(found[i], term)
		default:
			others++
		}
		if others > mostOthers {
			return &cms.Error{Operation: ensureMany, Method: http.MethodGet, Path: b.terms.route(), Status: http.StatusOK,
				Reason: fmt.Errorf("%w: asked for %d slugs, term %d has %.80q", cms.ErrFilterIgnored, len(slugs), term.ID,
					term.Slug)}
		}
	}
	for i := range stores {
		known[i] = others == 0
	}
	return nil
}

func (b *batches) MakeAll(ctx context.Context, stores []upsert.Store[Term]) []upsert.Written[Term] {
	requests := make([]cms.Request[Term], len(stores))
	for i, store := range stores {
		e := store.(*ensuring)
		requests[i] = b.terms.CreateRequest(&e.fresh).With(cms.Sending(b.options...))
		if err := e.nameless(); err != nil {
			requests[i].Err = err
		}
	}
	return b.send(ctx, requests)
}

func (b *batches) BringAll(ctx context.Context, stores []upsert.Store[Term],
	records []*Term) []upsert.Written[Term] {
	requests := make([]cms.Request[Term], len(stores))
	for i, store := range stores {
		update := b.terms.UpdateRequest(records[i].ID, store.(*ensuring).changes(records[i]))
		requests[i] = update.With(cms.Sending(b.options...))
	}
	return b.send(ctx, requests)
}

// Stops is true also if the site does not select by slug: it would list all terms for each slug.
func (b *batches) Stops(err error) bool {
	return cms.ConcernsAll(err) || errors.Is(err, cms.ErrFilterIgnored)
}

// Final is false if the term exists: it is then looked up without a batch.
func (b *batches) Final(err error) bool { return !errors.Is(err, CodeTermExists) && final(err) }

func (b *batches) Failed(reason error) error {
	return &cms.Error{Operation: ensureMany, Method: http.MethodPost, Path: b.terms.route(), Reason: reason}
}

func (b *batches) NotTried(reason error) error {
	return b.Failed(fmt.Errorf("%w: %w", cms.ErrNotTried, cause(reason)))
}
