package ensure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/wire"
)

var errKilled = errors.New("killed")

// site has records of one type. As a real one it looks whether a slug is free before it
// writes, and does not do both at once.
type site struct {
	mu      sync.Mutex // guards what follows
	last    int64
	records map[int64]map[string]string
	calls   int
	hides   int // lists that show nothing yet
	deleted []deletion
}

// deletion is a record that was deleted.
type deletion struct {
	record  map[string]string
	another bool // another record had the slug that is ensured
}

// process is a [Store] of the site, for one process that may be killed after a call.
type process struct {
	*site
	left int // calls before it is killed, below 0 for never
	lose int // creates whose response is lost
	deaf int // updates whose response is lost
}

func newSite() *site { return &site{records: map[int64]map[string]string{}} }

// alive counts a call, and ends the process when it is its turn.
func (p *process) alive(ctx context.Context) error {
	if p.left == 0 {
		return errKilled
	}
	p.left--
	runtime.Gosched()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls++
	return ctx.Err()
}

func (s *site) view(id int64) Record {
	r := s.records[id]
	stored := Fields{}
	for name, value := range r {
		stored[name] = text(value)
	}
	return Record{ID: id, Slug: r["slug"], Content: r["content"], Link: "/" + r["slug"], Stored: stored}
}

func (p *process) List(ctx context.Context, query url.Values) (found []Record, total int, err error) {
	if err := p.alive(ctx); err != nil {
		return nil, 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hides > 0 {
		p.hides--
		return nil, 0, nil
	}
	for _, id := range slices.Sorted(maps.Keys(p.records)) {
		r := p.records[id]
		search := strings.Trim(query.Get("search"), `"`)
		switch {
		case r["status"] == "trash", query.Has("slug[]") && !slices.Contains(query["slug[]"], r["slug"]):
		case query.Get("status[]") == "draft" && r["status"] != "draft", !strings.Contains(r["content"], search):
		default:
			found = append(found, p.view(id))
		}
	}
	return found, len(found), nil
}

func (p *process) Create(ctx context.Context, fields Fields) (Record, error) {
	if err := p.alive(ctx); err != nil {
		return Record{}, err
	}
	made := p.write(0, fields)
	if p.lose > 0 {
		p.lose--
		return Record{}, fault.ErrOutcomeUnknown
	}
	return made, nil
}

func (p *process) Update(ctx context.Context, id int64, fields Fields) (Record, error) {
	if err := p.alive(ctx); err != nil {
		return Record{}, err
	}
	now := p.write(id, fields)
	if now.ID == 0 {
		return now, fault.ErrNotFound
	}
	if p.deaf > 0 {
		p.deaf--
		return Record{}, fault.ErrOutcomeUnknown
	}
	now.Whole = now
	return now, nil
}

// write stores fields. The record is empty if it is gone.
func (p *process) write(id int64, fields Fields) Record {
	values := map[string]string{}
	for name, raw := range fields {
		var value string
		_ = wire.Unmarshal(raw, &value)
		values[name] = value
	}
	p.mu.Lock()
	for other, r := range p.records {
		if other != id && values["status"] == "publish" && r["status"] == "publish" && r["slug"] == values["slug"] {
			values["slug"] += "-2"
			break
		}
	}
	p.mu.Unlock()
	runtime.Gosched()
	p.mu.Lock()
	defer p.mu.Unlock()
	if id == 0 {
		p.last++
		id = p.last
		p.records[id] = map[string]string{}
	}
	if p.records[id] == nil {
		return Record{}
	}
	maps.Copy(p.records[id], values)
	return p.view(id)
}

func (p *process) Read(ctx context.Context, id int64) (Record, error) {
	if err := p.alive(ctx); err != nil {
		return Record{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.records[id] == nil {
		return Record{}, fault.ErrNotFound
	}
	return p.view(id), nil
}

func (p *process) ReadWhole(ctx context.Context, id int64) (Record, error) {
	now, err := p.Read(ctx, id)
	now.Whole = now
	return now, err
}

func (p *process) Same(name string, wanted json.RawMessage, record Record) bool {
	return string(record.Stored[name]) == string(wanted)
}

func (p *process) Delete(ctx context.Context, id int64) error {
	if err := p.alive(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.records[id] == nil {
		return fault.ErrNotFound
	}
	gone := p.records[id]
	delete(p.records, id)
	p.deleted = append(p.deleted, deletion{gone, len(p.having("kerning")) > 0})
	return nil
}

func (p *process) Unread(write, read error) error { return errors.Join(write, read) }

func (p *process) Fail(method string, reason error, hint string) error {
	return fmt.Errorf("%s: %w; %s", method, reason, hint)
}
