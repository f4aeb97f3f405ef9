package snippets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/snippets"
)

// record is what the folder and the site both hold of a snippet.
type record struct {
	Name     string         `yaml:"name"`
	Desc     string         `yaml:"desc,omitempty"`
	Tags     []string       `yaml:"tags,omitempty,flow"`
	Scope    snippets.Scope `yaml:"scope"`
	Priority int            `yaml:"priority"`
	Active   bool           `yaml:"active"`
	Code     string         `yaml:"-"`
}

// recordOf takes a record from a snippet of the site.
func recordOf(s *snippets.Snippet) record {
	r := record{s.Name, s.Desc, slices.Clone([]string(s.Tags)), s.Scope, s.Priority, s.Active, s.Code}
	if r.Scope == snippets.ScopeSingleUse {
		r.Active = false // it says that the code is running this once
	}
	return r.plain()
}

// plain makes equal what forms, editors and the site make different: the ends of
// lines and of texts, and tags, which the site splits at commas.
func (r record) plain() record {
	text := func(s string) string { return strings.TrimRight(lines(s), " \t\n") }
	r.Desc, r.Code = text(r.Desc), text(r.Code)
	if r.Scope == "" {
		r.Scope = snippets.ScopeGlobal
	}
	tags := []string{}
	for _, several := range r.Tags {
		for tag := range strings.SplitSeq(several, ",") {
			if tag = strings.TrimSpace(tag); tag != "" {
				tags = append(tags, tag)
			}
		}
	}
	r.Tags = tags
	return r
}

// lines ends all lines of a text in the same way.
func lines(s string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s) }

// off is the record switched off.
func (r record) off() record {
	r.Active = false
	return r
}

// hash tells records apart.
func (r record) hash() string {
	data, err := json.Marshal(r)
	if err != nil {
		return "" // no field of a record can be the cause
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// params is all of the record, to write it to the site. Active goes with the code,
// which is then tested.
func (r record) params() *snippets.Params {
	return &snippets.Params{
		Name: &r.Name, Desc: &r.Desc, Code: &r.Code, Tags: r.Tags,
		Scope: &r.Scope, Priority: &r.Priority, Active: &r.Active,
	}
}

// differences names the fields in which two records differ.
func differences(a, b record) []string {
	var out []string
	for name, same := range map[string]bool{
		"name": a.Name == b.Name, "desc": a.Desc == b.Desc, "tags": slices.Equal(a.Tags, b.Tags), "scope": a.Scope == b.Scope,
		"priority": a.Priority == b.Priority, "active": a.Active == b.Active, "code": a.Code == b.Code,
	} {
		if !same {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// check refuses what the site would silently make something else of, but nothing
// that a site may hold: a pull writes it.
func (r record) check() error {
	if r.Scope == snippets.ScopeSingleUse && r.Active {
		return errors.New("a single-use snippet is run on the site, not by a push: make it active: false")
	}
	return nil
}

// mark is the tag of a snippet that was made for a file and is not yet what the
// file says.
func mark(file string) string {
	sum := sha256.Sum256([]byte(file))
	return "unfinished-push-" + hex.EncodeToString(sum[:8])
}
