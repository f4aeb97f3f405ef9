package cmstest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// documentVersion is the version of the format that [Server.Load] and [Server.Document] use.
const documentVersion = 1

// Load adds the records of a document to what the server stores. A document is a JSON
// object. Its field "version" is 1. The other fields have the names of the kinds of
// [Server.Insert], such as "posts". Each of them holds a list of records.
//
//	{
//	  "version": 1,
//	  "users": [{"id": 6, "username": "kim", "name": "Kim Example", "role": "editor"}],
//	  "categories": [{"id": 2, "name": "Releases"}],
//	  "posts": [{"title": "Version 2", "author": 6, "categories": [2], "status": "draft"}]
//	}
//
// Records without an id get ids above the highest one in the document. The order of the
// fields does not matter. An error names the record and the field: "posts[3]: title is
// a number, not a string". After an error nothing of the document is stored.
func (s *Server) Load(document []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.load(document)
}

func (s *Server) load(document []byte) error {
	lists, err := parseDocument(document)
	if err != nil {
		return fmt.Errorf("cmstest: Load: %w", err)
	}
	before := s.state.clone()
	if err := s.loadLists(lists); err != nil {
		s.state = before
		return fmt.Errorf("cmstest: Load: %w", err)
	}
	return nil
}

func (s *Server) loadLists(lists map[string][]map[string]any) error {
	kinds := s.kinds()
	for _, name := range php.SortedKeys(lists) {
		at := slices.IndexFunc(kinds, func(k seed.Kind) bool { return k.Name == name })
		if at < 0 {
			return fmt.Errorf("there is no kind %q", name)
		}
		if next := kinds[at].Next; next != nil {
			reserve(next(), lists[name])
		}
	}
	for _, kind := range kinds {
		for i, record := range lists[kind.Name] {
			if record == nil {
				return fmt.Errorf("%s[%d] is null", kind.Name, i)
			}
			if _, err := kind.Store(record); err != nil {
				return fmt.Errorf("%s[%d]: %w", kind.Name, i, err)
			}
		}
	}
	return nil
}

// reserve raises next above every id that a record sets, so that records without an id get a free
// id.
func reserve(next *int64, records []map[string]any) {
	for _, record := range records {
		if id, err := seed.Int("id", record["id"]); err == nil && id <= seed.MaxID {
			*next = max(*next, id+1)
		}
	}
}

func parseDocument(document []byte) (map[string][]map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	var members map[string]json.RawMessage
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("there is something after the document")
	}
	if version := string(members["version"]); version != fmt.Sprint(documentVersion) {
		return nil, fmt.Errorf("version is %q, not %d", version, documentVersion)
	}
	lists := map[string][]map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if name == "version" {
			continue
		}
		records := json.NewDecoder(bytes.NewReader(members[name]))
		records.UseNumber()
		var list []map[string]any
		if err := records.Decode(&list); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for i := range list {
			if list[i] != nil {
				list[i] = php.WholeNumbers(list[i]).(map[string]any)
			}
		}
		lists[name] = list
	}
	return lists, nil
}

// Document returns the content of the server as a document for [Server.Load]: one record
// per line, each with its id. The same content gives the same bytes. Loaded into a new
// server it gives the same content, except for application passwords, which a document does
// not hold.
func (s *Server) Document() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := fmt.Appendf(nil, "{\n\"version\": %d", documentVersion)
	for _, kind := range s.kinds() {
		ids := kind.IDs()
		if len(ids) == 0 {
			continue
		}
		out = fmt.Appendf(out, ",\n%q: [", kind.Name)
		for i, id := range ids {
			record := kind.Record(id)
			if kind.Export != nil {
				record = kind.Export(record)
			}
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(out, '\n'), marshalRecord(record)...)
		}
		out = append(out, "\n]"...)
	}
	return append(out, "\n}\n"...)
}

func marshalRecord(record map[string]any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(record); err != nil {
		panic(fmt.Sprintf("cmstest: %v", err)) // cannot happen: JSON can encode all values of records
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

// Snapshot is a copy of what a server stores: records, users and their application
// passwords.
type Snapshot struct {
	server *Server
	state  state
}

// Snapshot copies what the server stores now, for [Server.Restore]. It takes about a
// microsecond for each record. So each test can begin with the same content, although
// all of them share one server:
//
//	seeded := site.Snapshot()
//	t.Cleanup(func() { site.Restore(seeded) })
func (s *Server) Snapshot() *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Snapshot{s, s.state.clone()}
}

// Restore replaces what the server stores with a snapshot of the same server. A
// snapshot can be restored any number of times. The same requests then get equal records
// in the same orders as on a new server with this [Server.TieSeed]. The list of
// [Server.Requests] and the faults are not changed; the cache of [WithListCache] is emptied.
// Restore panics on nil and on a snapshot of another server.
func (s *Server) Restore(snapshot *Snapshot) {
	if snapshot == nil || snapshot.server != s {
		panic("cmstest: Restore of a snapshot of another server")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = snapshot.state.clone()
	s.site.Ties.Restart()
	clear(s.lists)
}
