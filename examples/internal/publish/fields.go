package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// fields are what is set of a record, as JSON: title, content, status, and so on,
// and meta.NAME for each member of meta.
type fields map[string]jsontext.Value

// set sets a field to a value that has a JSON form.
func (f fields) set(name string, value any) error {
	text, err := json.Marshal(value, json.Deterministic(true))
	if err == nil {
		err = (*jsontext.Value)(&text).Canonicalize()
	}
	f[name] = text
	return err
}

// text is a field that is a string, "" if there is none.
func (f fields) text(name string) (s string) {
	_ = json.Unmarshal(f[name], &s)
	return s
}

// of are the fields with the names of which there is one.
func (f fields) of(names []string) fields {
	chosen := fields{}
	for _, name := range names {
		if value, ok := f[name]; ok {
			chosen[name] = value
		}
	}
	return chosen
}

func (f fields) names() []string { return slices.Sorted(maps.Keys(f)) }

// differing are the fields that other has otherwise, or not at all.
func (f fields) differing(other fields) fields {
	different := maps.Clone(f)
	maps.DeleteFunc(different, func(name string, value jsontext.Value) bool { return bytes.Equal(value, other[name]) })
	return different
}

// sum stands for all names and values.
func (f fields) sum() string {
	sum := sha256.New()
	for _, name := range f.names() {
		sum.Write([]byte(name + "=" + string(f[name]) + "\n"))
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// params writes the fields into the params of a record.
func (f fields) params(params any) error {
	object, meta := map[string]jsontext.Value{}, map[string]jsontext.Value{}
	for name, value := range f {
		if member, ok := strings.CutPrefix(name, "meta."); ok {
			meta[member] = value
			continue
		}
		object[name] = value
	}
	if len(meta) > 0 {
		text, err := json.Marshal(meta)
		if err != nil {
			return err
		}
		object["meta"] = text
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, params)
}

// shown are the fields of a record, from the params that it would be written with.
// A post that is to appear later counts as published, which it will be by itself.
func shown(params any) (fields, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	var object, meta map[string]jsontext.Value
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	f := fields{}
	for name, value := range object {
		if name == "meta" {
			if err := json.Unmarshal(value, &meta); err != nil {
				return nil, err
			}
			continue
		}
		f[name] = value
	}
	for name, value := range meta {
		f["meta."+name] = value
	}
	for name, value := range f {
		if err := value.Canonicalize(); err != nil {
			return nil, err
		}
		f[name] = value
	}
	if f.text("status") == "future" {
		f["status"] = jsontext.Value(`"publish"`)
	}
	return f, f.order("categories", "tags")
}

// order sorts lists of ids, which the site sorts by name.
func (f fields) order(names ...string) error {
	for _, name := range names {
		var ids []int64
		if f[name] == nil {
			continue
		}
		if err := json.Unmarshal(f[name], &ids); err != nil {
			return err
		}
		slices.Sort(ids)
		if err := f.set(name, append([]int64{}, ids...)); err != nil {
			return err
		}
	}
	return nil
}
