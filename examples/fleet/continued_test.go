package main

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestRunWithoutANameContinuesTheRunThatWasInterrupted(t *testing.T) {
	t.Parallel()
	file, secrets := fleetOf(t, newSite(t, cmstest.WithSample()), newSite(t, cmstest.WithSample()))
	folder := t.TempDir()
	stop := serving(t, folder)
	mustDo(t, "enqueue", "-dir", folder, "-sites", file, "-job", "mirror", "-run", "earlier")
	stop()
	said := mustDo(t, "run", "-dir", folder, "-sites", file, "-secrets", secrets)
	for _, want := range []string{"run earlier continues", "\n2 sites done, 0 wait for a person, "} {
		if !strings.Contains(said, want) {
			t.Errorf("fleet run after an interrupted run: %q is not in the output, want it\n%s", want, said)
		}
	}
	if strings.Contains(said, " 0 records") {
		t.Errorf("fleet run after an interrupted run: it counts 0 records, want those of the two sites\n%s", said)
	}
	if status := mustDo(t, "status", "-dir", folder); strings.Count(status, "\nrun ") != 1 {
		t.Errorf("fleet status: want one run\n%s", status)
	}
}

func TestRunSaysWhatItDidForOtherRuns(t *testing.T) {
	t.Parallel()
	file, secrets := fleetOf(t, newSite(t, cmstest.WithSample()))
	folder := t.TempDir()
	stop := serving(t, folder)
	mustDo(t, "enqueue", "-dir", folder, "-sites", file, "-job", "mirror", "-run", "earlier")
	stop()
	said := mustDo(t, "run", "-dir", folder, "-sites", file, "-secrets", secrets, "-job", "drift", "-run", "now")
	for _, want := range []string{
		"run now: 0 sites queued", "0 sites done, 0 wait for a person, 0 records\n",
		"run earlier, which was in the queue: 1 sites done, 0 wait for a person, ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("fleet run beside another run: %q is not in the output, want it\n%s", want, said)
		}
	}
}
