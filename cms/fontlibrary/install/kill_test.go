package install_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
)

// killer ends the context of a call at one of its requests, as a kill of the process does.
type killer struct {
	mu        sync.Mutex
	at, seen  int
	delivered bool // the request still reaches the site
	kill      context.CancelFunc
	next      http.RoundTripper
}

func (k *killer) RoundTrip(r *http.Request) (*http.Response, error) {
	k.mu.Lock()
	k.seen++
	now := k.seen == k.at
	k.mu.Unlock()
	if !now {
		return k.next.RoundTrip(r)
	}
	if k.delivered {
		r = r.WithContext(context.WithoutCancel(r.Context()))
		if response, err := k.next.RoundTrip(r); err == nil {
			_ = response.Body.Close()
		}
	}
	k.kill()
	return nil, errors.New("the process was killed")
}

// mortal is a store of a process: after its kill nothing is saved.
type mortal struct{ *notes }

func (m mortal) Save(ctx context.Context, receipt []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return m.notes.Save(ctx, receipt)
}

// killed runs a call that is killed at its request number at, and reports whether it was.
func (p *place) killed(at int, delivered bool, call func(context.Context, *install.Installer) error) bool {
	p.Helper()
	ctx, kill := context.WithCancel(p.Context())
	defer kill()
	k := &killer{at: at, delivered: delivered, kill: kill}
	site := p.client(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		k.next = next
		return k
	}))
	err := call(ctx, install.New(site, mortal{p.notes}))
	if ctx.Err() == nil && err != nil {
		p.Fatalf("a call that was not killed: error %v, want nil", err)
	}
	if ctx.Err() != nil && err == nil {
		p.Fatalf("a call that was killed at request %d: error nil, want one", at)
	}
	return ctx.Err() != nil
}

func doInstall(ctx context.Context, i *install.Installer) error {
	_, err := i.Install(ctx, family())
	return err
}

func doUndo(ctx context.Context, i *install.Installer) error {
	_, err := i.Undo(ctx)
	return err
}

// everyKill runs a test for a kill at each request of a call, before and after the site has
// carried it out.
func everyKill(t *testing.T, call func(context.Context, *install.Installer) error, atLeast int,
	begin, check func(p *place, before state)) {
	t.Helper()
	for _, delivered := range []bool{false, true} {
		for at := 1; ; at++ {
			p := newPlace(t)
			before := p.state()
			if begin != nil {
				begin(p, before)
			}
			if !p.killed(at, delivered, call) {
				if at <= atLeast {
					t.Errorf("the call took %d requests, want more than %d to kill it at", at-1, atLeast)
				}
				break
			}
			check(p, before)
			if t.Failed() {
				t.Fatalf("after a kill at request %d, which the site got: %v: failures, want none", at, delivered)
			}
		}
	}
}

func installs(p *place, _ state) {
	p.install(family())
	p.installed()
}

func undoes(p *place, before state) {
	p.undo()
	p.clean(before)
}

func TestKilledInstallGoesOn(t *testing.T) {
	t.Parallel()
	everyKill(t, doInstall, 10, nil, func(p *place, before state) {
		installs(p, before)
		if again := p.install(family()); again.Writes() != 0 {
			p.Errorf("a further Install: %d writes, want none\n%s", again.Writes(), again)
		}
		undoes(p, before)
	})
}

func TestKilledInstallIsUndone(t *testing.T) {
	t.Parallel()
	everyKill(t, doInstall, 10, nil, undoes)
}

func TestKilledUndoGoesOn(t *testing.T) {
	t.Parallel()
	everyKill(t, doUndo, 10, installs, undoes)
}

func TestKilledUndoIsInstalledAgain(t *testing.T) {
	t.Parallel()
	everyKill(t, doUndo, 10, installs, func(p *place, before state) {
		installs(p, before)
		undoes(p, before)
	})
}

// TestLostResponsesDoubleNothing cuts the connection after the site has carried out a
// request, for each request that writes.
func TestLostResponsesDoubleNothing(t *testing.T) {
	t.Parallel()
	for skip := range 6 {
		t.Run(fmt.Sprint("write ", skip+1), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, cms.WithRetry(cms.Retry{MinWait: time.Millisecond}))
			before := p.state()
			p.server.Fail(cmstest.Fault{
				Method: http.MethodPost, Skip: skip, Times: 1, Processed: true, Cut: cmstest.CutAnswer,
			})
			report := p.install(family())
			p.installed()
			if again := p.install(family()); again.Writes() != 0 {
				t.Errorf("a further Install: %d writes, want none\n%s\n%s", again.Writes(), report, again)
			}
			p.server.Fail(cmstest.Fault{
				Method: http.MethodDelete, Skip: skip, Times: 1, Processed: true, Cut: cmstest.CutAnswer,
			})
			undoes(p, before)
		})
	}
}

func TestSecondFaceOfALateCreateIsNamed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.install(family())
	there, err := fontlibrary.New(p.site).Families.BySlug(t.Context(), "test-sans")
	if err != nil {
		t.Fatal(err)
	}
	face := p.server.Record("font-faces", there.FaceIDs[0])
	late := p.server.Insert("font-faces", map[string]any{"parent": there.ID, "filename": face["filename"],
		"file": face["file"], "font_face_settings": face["font_face_settings"]})
	report := p.install(family())
	if !strings.Contains(report.String(), fmt.Sprintf("left      face 100 900 normal  (%d)", late)) ||
		report.Writes() != 0 {
		t.Errorf("Install with a second face %d: %d writes, want none, and its name\n%s", late, report.Writes(), report)
	}
}
