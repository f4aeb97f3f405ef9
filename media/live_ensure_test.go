package media_test

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/oldlists"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// A process of TestLiveEnsureOfSeveralProcesses has a number in this header.
const processHeader = "X-Test-Process"

// outcome is what Ensure returned in a process.
type outcome struct {
	ID    int64
	Error string
}

// TestLiveEnsureProcess is a process of TestLiveEnsureOfSeveralProcesses. It calls Ensure
// for each line of its standard input, which is the content of a file.
func TestLiveEnsureProcess(t *testing.T) { //nolint:paralleltest // it is a process of the next test
	number, address := os.Getenv("FONTCMS_TEST_PROCESS"), os.Getenv("FONTCMS_TEST_PROXY")
	if number == "" {
		t.Skip("only for TestLiveEnsureOfSeveralProcesses")
	}
	site, err := cms.New(address, cms.WithPrefix(os.Getenv("FONTCMS_PREFIX")),
		cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		content, err := hex.DecodeString(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		var result outcome
		m, err := media.New(site).Ensure(t.Context(), media.Bytes("race.png", content), nil,
			cms.Header(processHeader, number))
		if err != nil {
			result.Error = err.Error()
		} else {
			result.ID = m.ID
		}
		text, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("outcome %s\n", text)
	}
}

// writes counts what the processes created and deleted.
type writes struct {
	mu      sync.Mutex
	created map[int64]string // the process
	deleted int
	foreign []string // deletes of records that the process did not create
}

// see notes a response on its way to a process.
func (w *writes) see(resp *http.Response) error {
	process := resp.Request.Header.Get(processHeader)
	w.mu.Lock()
	defer w.mu.Unlock()
	id := func(address string) int64 {
		n, _ := strconv.ParseInt(path.Base(address), 10, 64)
		return n
	}
	switch {
	case resp.Request.Method == http.MethodPost && resp.StatusCode == http.StatusCreated:
		w.created[id(resp.Header.Get("Location"))] = process
	case resp.Request.Method == http.MethodDelete && resp.StatusCode == http.StatusOK:
		w.deleted++
		if deleted := resp.Request.URL.Path; w.created[id(deleted)] != process {
			w.foreign = append(w.foreign, deleted)
		}
	}
	return nil
}

func TestLiveEnsureOfSeveralProcesses(t *testing.T) { //nolint:paralleltest // it counts all files of the site
	site := sitetest.Live(t)
	library := media.New(site)
	rounds := 3
	if n, err := strconv.Atoi(os.Getenv("FONTCMS_ROUNDS")); err == nil {
		rounds = n
	}
	for name, base := range map[string]http.RoundTripper{ //nolint:paralleltest // it counts all files of the site
		"direct": nil, "cache": &oldlists.Cache{}, "replica": &oldlists.Replica{},
	} {
		t.Run(name, func(t *testing.T) {
			seen := &writes{created: map[int64]string{}}
			ask := startProcesses(t, base, seen)
			var tooMany, refused int
			for round := range rounds {
				content := append(drawn(t, 20+round, 20), name...)
				outcomes := ask(hex.EncodeToString(content))
				slug, err := new(media.Bytes("race.png", content)).ContentSlug()
				if err != nil {
					t.Fatal(err)
				}
				list := []string{slug}
				for n := 2; n < 12; n++ {
					list = append(list, fmt.Sprintf("%s-%d", slug, n))
				}
				page, err := library.List(t.Context(), &media.ListOptions{
					Context: cms.ContextEdit, Slug: list, PerPage: 100, OrderBy: cms.ByID, Order: cms.Ascending,
				})
				if err != nil {
					t.Fatal(err)
				}
				var left []int64
				for _, m := range page.Items {
					left = append(left, m.ID)
					if _, err := library.Delete(t.Context(), m.ID); err != nil {
						t.Error(err)
					}
				}
				tooMany += max(0, len(left)-1)
				refused += check(t, left, outcomes)
			}
			t.Logf("%s: %d rounds of %d processes: %d files created, %d deleted again, %d too many, %d errors",
				name, rounds, several, len(seen.created), seen.deleted, tooMany, refused)
			if len(seen.foreign) > 0 {
				t.Errorf("the processes deleted %q, want only records that they created", seen.foreign)
			}
		})
	}
}

// check compares the files that are left with what Ensure returned. It returns the number
// of errors.
func check(t *testing.T, left []int64, outcomes []outcome) (refused int) {
	t.Helper()
	var texts []string
	for _, o := range outcomes {
		if o.Error != "" {
			refused++
			texts = append(texts, o.Error)
		} else if !slices.Contains(left, o.ID) {
			t.Errorf("Ensure returned record %d, want one of %d, which the library has", o.ID, left)
		}
	}
	for _, id := range left[min(1, len(left)):] {
		if !strings.Contains(strings.Join(texts, "\n"), strconv.FormatInt(id, 10)) {
			t.Errorf("Ensure left the records %d, want an error that names %d: %q", left, id, texts)
		}
	}
	return refused
}

// several is the number of processes.
const several = 8

// startProcesses starts the processes, which reach the site through a proxy. The function
// that it returns lets each of them call Ensure at once.
func startProcesses(t *testing.T, base http.RoundTripper, seen *writes) (ask func(line string) []outcome) {
	t.Helper()
	target, err := url.Parse(os.Getenv("FONTCMS_SITE"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }, Transport: base, ModifyResponse: seen.see,
	})
	t.Cleanup(proxy.Close)
	var inputs []*os.File
	var outputs []*bufio.Scanner
	for number := range several {
		process := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "-test.run=^TestLiveEnsureProcess$")
		process.Env = append(os.Environ(), fmt.Sprint("FONTCMS_TEST_PROCESS=", number+1), "FONTCMS_TEST_PROXY="+proxy.URL)
		process.Stderr = os.Stderr
		in, input, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		process.Stdin = in
		output, err := process.StdoutPipe()
		if err := errors.Join(err, process.Start(), in.Close()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := errors.Join(input.Close(), process.Wait()); err != nil {
				t.Error(err)
			}
		})
		inputs, outputs = append(inputs, input), append(outputs, bufio.NewScanner(output))
	}
	return func(line string) []outcome {
		for _, input := range inputs {
			if _, err := input.WriteString(line + "\n"); err != nil {
				t.Fatal(err)
			}
		}
		outcomes := make([]outcome, several)
		for i, output := range outputs {
			text, ok := "", false
			for !ok && output.Scan() {
				text, ok = strings.CutPrefix(output.Text(), "outcome ")
			}
			if err := json.Unmarshal([]byte(text), &outcomes[i]); err != nil {
				t.Fatalf("process %d wrote %q, want an outcome: %v", i+1, text, err)
			}
		}
		return outcomes
	}
}

func TestLiveEnsureStoresNoContentThatChanged(t *testing.T) {
	t.Parallel()
	library := media.New(sitetest.Live(t))
	now, later := drawn(t, 31, 33), drawn(t, 31, 33)
	later[len(later)-1] ^= 1
	for _, raw := range []bool{false, true} {
		file := changing(now, later)
		file.Name, file.Raw = "changing.png", raw
		m, err := library.Ensure(t.Context(), file, nil)
		if m != nil || !errors.Is(err, cms.ErrConflict) {
			t.Errorf("Ensure of a file that changes, raw %t: %+v, %v, want ErrConflict", raw, m, err)
		}
	}
	found, err := library.Count(t.Context(), &media.ListOptions{Search: "changing"})
	if err != nil {
		t.Fatal(err)
	}
	if found != 0 {
		t.Errorf("the library has %d files that changed, want none", found)
	}
	first, err := library.Ensure(t.Context(), media.Bytes("kept.png", now), nil)
	kept(t, library, first, err)
	again, err := library.Ensure(t.Context(), media.Bytes("renamed.png", now), nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.ID != first.ID {
		t.Errorf("Ensure of the same content returned record %d, want %d", again.ID, first.ID)
	}
}
