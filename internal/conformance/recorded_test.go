package conformance

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cmsrecord "github.com/fontcms/fontcms-go/cms/cmstest/record"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// recordedRuns holds exchanges of live runs, those of each scenario in a folder of its own, and in a file of that
// what the second opinions were, one after the other.
const (
	recordedRuns    = "testdata/recorded"
	recordedOpinion = "stored.json"
	recordedIndex   = "index" // what the site lists, which says to scenarios what to expect
)

// opinion is what a database said about a record.
type opinion struct {
	Kind   string `json:"kind"`
	ID     int64  `json:"id"`
	Record record `json:"record"`
}

// TestRecorded holds the client to what a real site once answered: the scenarios whose exchanges are in the tree,
// without a site. What they send must be what was recorded, all of it.
func TestRecorded(t *testing.T) {
	t.Parallel()
	docs, runs := readDocuments(t), cmp.Or(os.Getenv("FONTCMS_CONFORMANCE_REPLAY"), recordedRuns)
	unused := recordedFolders(t, runs)
	if len(unused) == 0 {
		t.Fatalf("Folder %s has no recordings, want some", runs)
	}
	unused = slices.DeleteFunc(unused, func(folder string) bool { return folder == recordedIndex })
	routes := recordedRoutes(t, docs, runs)
	for _, sc := range scenarios() {
		at := slices.Index(unused, filepath.FromSlash(sc.folder()))
		if at < 0 {
			continue
		}
		unused = slices.Delete(unused, at, at+1)
		t.Run(sc.path(), func(t *testing.T) {
			t.Parallel()
			s, replayer := recordedSite(t, docs, filepath.Join(runs, sc.folder()))
			s.routes = routes
			sc.run(t, s, s.as(sc.role))
			if err := replayer.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	for _, folder := range unused {
		t.Errorf("Recording %s has no scenario, want it removed; see the README in %s", folder, recordedRuns)
	}
}

// recordedSite answers from a folder.
func recordedSite(t testing.TB, docs *documents, folder string) (*site, *cmsrecord.Replayer) {
	t.Helper()
	replayer, err := cmsrecord.NewReplayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{
		documents: docs, server: live, prefix: "wp", address: cmsrecord.Origin, logins: map[role]login{},
		transport: replayer, stored: recordedStored(t, folder),
	}
	for _, r := range []role{admin, editor, author, contributor, subscriber} {
		s.logins[r] = login{string(r), "recorded without a password"}
	}
	return s, replayer
}

func recordedRoutes(t testing.TB, docs *documents, runs string) map[string]*describe.Route {
	t.Helper()
	s, replayer := recordedSite(t, docs, filepath.Join(runs, recordedIndex))
	routes := readRoutes(t, s)
	if err := replayer.Close(); err != nil {
		t.Error(err)
	}
	return routes
}

// recordedFolders are those that hold exchanges, below a folder. One that is not there holds none.
func recordedFolders(t testing.TB, below string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(below, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".http.json") {
			return err
		}
		folder, err := filepath.Rel(below, filepath.Dir(path))
		if err == nil && !slices.Contains(out, folder) {
			out = append(out, folder)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return out
}

// recordedStored repeats the second opinions of a scenario.
func recordedStored(t testing.TB, folder string) func(testing.TB, string, int64) record {
	t.Helper()
	var left []opinion
	if file, err := os.ReadFile(filepath.Join(folder, recordedOpinion)); err == nil {
		if err := json.Unmarshal(file, &left); err != nil {
			t.Fatalf("Unmarshal of the records of %s: error %v, want a list", folder, err)
		}
	}
	return func(t testing.TB, kind string, id int64) record {
		t.Helper()
		if len(left) == 0 || left[0].Kind != kind {
			t.Fatalf("Record of %s %d: none was recorded, want it in the recording", kind, id)
		} else if left[0].ID != id {
			t.Fatalf("Record of %s %d: another was recorded next, want it in the recording", kind, id)
		}
		r := left[0].Record
		left = left[1:]
		return r
	}
}

// folder is where the exchanges of a scenario are recorded: its path, in characters that a module may hold.
func (sc scenario) folder() string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || strings.ContainsRune("\"'*<>?`|\\:", r) {
			return '_'
		}
		return r
	}, sc.path())
}

// recording writes the exchanges of a live run into a folder. One that holds some already is brought up to date: only
// the scenarios in it are run.
type recording struct {
	folder string
	only   []string // nil: every scenario
}

func newRecording(t testing.TB, folder string, s *site) *recording {
	t.Helper()
	if folder == "" {
		return nil
	}
	r := &recording{folder, recordedFolders(t, folder)}
	for _, name := range r.only {
		files, err := filepath.Glob(filepath.Join(globbed(folder), globbed(name), "*.http.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	recorder, err := cmsrecord.NewRecorder(filepath.Join(folder, recordedIndex), nil)
	if err != nil {
		t.Fatal(err)
	}
	index := *s
	index.transport = recorder
	readRoutes(t, &index)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// globbed is a name as a pattern for itself.
func globbed(name string) string {
	return strings.NewReplacer("[", `\[`, "*", `\*`, "?", `\?`).Replace(name)
}

func indented(t testing.TB, v any) []byte {
	t.Helper()
	out, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// wants says whether a live run is to run a scenario.
func (r *recording) wants(sc scenario) bool {
	return r == nil || r.only == nil || slices.Contains(r.only, filepath.FromSlash(sc.folder()))
}

// of is the site as a scenario sees it while it is recorded.
func (r *recording) of(t testing.TB, sc scenario, s *site) *site {
	t.Helper()
	if r == nil {
		return s
	}
	recorder, err := cmsrecord.NewRecorder(filepath.Join(r.folder, sc.folder()),
		cmp.Or(s.transport, http.DefaultTransport))
	if err != nil {
		t.Fatal(err)
	}
	recorded := *s
	recorded.transport = recorder
	var opinions []opinion
	recorded.stored = func(t testing.TB, kind string, id int64) record {
		t.Helper()
		r := s.stored(t, kind, id)
		opinions = append(opinions, opinion{kind, id, r})
		return r
	}
	t.Cleanup(func() {
		if err := recorder.Close(); err != nil {
			t.Error(err)
		}
		if opinions != nil {
			file := filepath.Join(r.folder, sc.folder(), recordedOpinion)
			if err := os.WriteFile(file, append(indented(t, opinions), '\n'), 0o644); err != nil {
				t.Error(err)
			}
		}
	})
	return &recorded
}
