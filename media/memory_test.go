package media_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/race"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// maxResident is what the process of an upload may hold in memory.
const maxResident = 40 << 20

// zeros is a content without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestLargeUploadHoldsLittleMemory uploads 64 MiB, or as many as
// FONTCMS_UPLOAD_MIB says, from a reader, in a process of its own that is also the
// server, and looks at the most that it ever held:
//
//	FONTCMS_UPLOAD_MIB=1024 go test ./media -run LargeUpload -count=1 -v
func TestLargeUploadHoldsLittleMemory(t *testing.T) {
	t.Parallel()
	mib := 64
	if n, err := strconv.Atoi(os.Getenv("FONTCMS_UPLOAD_MIB")); err == nil {
		mib = n
	}
	for _, how := range []string{"form", "form of unknown size", "raw"} {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChildUploads$", "-test.v")
		command.Env = append(os.Environ(), fmt.Sprintf("FONTCMS_CHILD_MIB=%d", mib), "FONTCMS_CHILD_HOW="+how)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("exec.CommandContext: %v", err)
		}
		_, line, ok := strings.Cut(string(out), "resident at most: ")
		line, _, _ = strings.Cut(line, " ")
		resident, err := strconv.Atoi(line)
		if !ok || err != nil {
			t.Skipf("this system does not say what a process holds:\n%s", out)
		}
		t.Logf("%d MiB as a %s: %d KiB resident at most", mib, how, resident>>10)
		if resident > maxResident && !race.Enabled {
			t.Errorf("upload of %d MiB as a %s: %d bytes resident, want at most %d", mib, how, resident, maxResident)
		}
	}
}

// TestChildUploads is the process of TestLargeUploadHoldsLittleMemory.
func TestChildUploads(t *testing.T) { //nolint:paralleltest // it is alone in its process
	mib, err := strconv.ParseInt(os.Getenv("FONTCMS_CHILD_MIB"), 10, 64)
	if err != nil {
		t.Skip("for TestLargeUploadHoldsLittleMemory")
	}
	var received int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received, _ = io.Copy(io.Discard, r.Body)
		stub.Reply(w, 201, created)
	}))
	defer server.Close()
	size := mib << 20
	var told int64
	file := media.File{
		Name:     "large.mp4",
		Reader:   io.LimitReader(zeros{}, size),
		Size:     size,
		Progress: func(sent, _ int64) { told = sent },
	}
	switch os.Getenv("FONTCMS_CHILD_HOW") {
	case "raw":
		file.Raw = true
	case "form of unknown size":
		file.Size = 0
	}
	if _, err := media.New(stub.Dial(t, server.URL)).Upload(t.Context(), file,
		&media.Params{Title: new("large")}); err != nil {
		t.Fatal(err)
	}
	switch {
	case received < size:
		t.Fatalf("server received %d bytes, want at least %d", received, size)
	case received > size+4096:
		t.Fatalf("server received %d bytes, want at most %d", received, size+4096)
	case told != size:
		t.Fatalf("progress told %d bytes, want %d", told, size)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ = strings.Cut(line, "kB")
	kib, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Skip(err)
	}
	fmt.Printf("resident at most: %d bytes\n", kib<<10)
}
