package archiver_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const page = "https://docs.example.org/kerning/?a=1&b=2"

func TestCallsSendEveryArgument(t *testing.T) {
	t.Parallel()
	const asURL = "url=https%3A%2F%2Fdocs.example.org%2Fkerning%2F%3Fa%3D1%26b%3D2"
	ok := replay.Reply{Status: 200, Body: "{}"}
	p, site := sitetest.NewTap(t, ok, ok, ok, ok, ok)
	s, ctx := archiver.New(site, nil), t.Context()
	for _, service := range []string{"", "wayback"} {
		if _, err := s.TriggerSnapshot(ctx, page, service); err != nil {
			t.Error(err)
		}
		if _, err := s.GetSnapshots(ctx, page, service); err != nil {
			t.Error(err)
		}
	}
	if _, err := archiver.New(site, archiver.WithNamespace("web-archive/v2")).GetSnapshots(ctx, page, ""); err != nil {
		t.Error(err)
	}
	p.Sent(
		`POST /cms-json/archiver/v1/trigger-snapshot {"url":"`+page+`"}`,
		"GET /cms-json/archiver/v1/get-snapshots?"+asURL,
		`POST /cms-json/archiver/v1/trigger-snapshot {"url":"`+page+`","service":"wayback"}`,
		"GET /cms-json/archiver/v1/get-snapshots?service=wayback&"+asURL,
		"GET /cms-json/web-archive/v2/get-snapshots?"+asURL,
	)
}

// both are the two calls.
func both(s *archiver.Service) map[string]func(context.Context, string, string,
	...cms.CallOption) (json.RawMessage, error) {
	return map[string]func(context.Context, string, string, ...cms.CallOption) (json.RawMessage, error){
		"TriggerSnapshot": s.TriggerSnapshot, "GetSnapshots": s.GetSnapshots,
	}
}

func TestBadArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t)
	for _, call := range both(archiver.New(site)) {
		_, err := call(t.Context(), "", "wayback")
		p.Refused(err, "url")
	}
	for _, call := range both(archiver.New(site, archiver.WithNamespace(""))) {
		_, err := call(t.Context(), page, "")
		p.Refused(err, "namespace")
	}
}

func TestTriggerSnapshotIsNotRetried(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]replay.Reply{"lost": {Err: replay.ErrLost}, "an outage": {Status: 502, Body: "x"},
		"no answer": {Status: 500, Body: "<html>"}} {
		p, site := sitetest.NewTap(t, r)
		if _, err := archiver.New(site).TriggerSnapshot(t.Context(), page, ""); !errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("%s: TriggerSnapshot: error %v, want ErrOutcomeUnknown", name, err)
		}
		if len(p.Asked()) != 1 {
			t.Errorf("%s: TriggerSnapshot sent %d requests, want 1", name, len(p.Asked()))
		}
	}
	_, site := sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost}, replay.Reply{Status: 503},
		replay.Reply{Status: 200, Body: "[]"})
	if _, err := archiver.New(site).GetSnapshots(t.Context(), page, ""); err != nil {
		t.Error(err)
	}
}

func TestSiteWithoutThePluginHasNoRoute(t *testing.T) {
	t.Parallel()
	gone := replay.Reply{Status: 404, Body: `{"code":"rest_no_route","message":"No.","data":{"status":404}}`}
	_, site := sitetest.NewTap(t, gone, gone)
	for name, call := range both(archiver.New(site)) {
		_, err := call(t.Context(), page, "")
		if e := sitetest.Failure(t, err, 404, cms.CodeNoRoute, cms.ErrNoRoute); e.Operation != "archiver."+name {
			t.Errorf("%s: error of the operation %q, want archiver.%s", name, e.Operation, name)
		}
	}
}

func TestResponseIsTheJSONItself(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"a":[1,"<b>"],"A":null}`, `[]`, `"queued"`, `true`, `7`, `null`, `{"a":1,"a":2}`} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: " " + body + "\n"})
		if got, err := archiver.New(site).GetSnapshots(t.Context(), page, ""); err != nil || string(got) != body {
			t.Errorf("GetSnapshots of %s: %s, error %v, want the same", body, got, err)
		}
	}
	for _, r := range []replay.Reply{{Status: 204}, {Status: 200, Body: ""}} {
		_, site := sitetest.NewTap(t, r)
		if got, err := archiver.New(site).TriggerSnapshot(t.Context(), page, ""); err != nil || got != nil {
			t.Errorf("TriggerSnapshot of an empty response: %s, error %v, want nil", got, err)
		}
	}
}
