package secrets

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
)

// verbs are those of fmt. Without %p: fmt prints all that is no pointer with it and
// asks no method, which go vet finds.
var verbs = []string{"%v", "%+v", "%#v", "%s", "%q", "%+q", "%x", "%X", "% x", "%d", "%t", "%T", "%g",
	"%U", "%10v", "%-5s"}

// carriers are what a program builds in order to send it: as JSON they are what
// they are, as they have to be where one is kept for later.
var carriers = map[string]bool{"cms.Request": true, "cms.BatchItem": true, "cms.DryRunError": true, "batch.Item": true,
	"cms/cmstest.Fault": true, "cms/users.Params": true}

// wrapped are the shapes in which a value stands in a program.
func wrapped(value any) map[string]any {
	out := map[string]any{
		"itself":            value,
		"in an interface":   struct{ V any }{value},
		"in a list":         []any{value},
		"in a map":          map[string]any{"v": value},
		"behind a pointer":  &value,
		"in a wrapped text": fmt.Errorf("it is %v", value),
	}
	typed := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(value)), 0, 1)
	out["in a typed list"] = reflect.Append(typed, reflect.ValueOf(value)).Interface()
	if err, ok := value.(error); ok {
		out["wrapped"] = fmt.Errorf("while testing: %w", err)
		out["joined"] = errors.Join(errors.New("first"), err)
		for inner := err; inner != nil; inner = errors.Unwrap(inner) {
			out[fmt.Sprintf("inside: %T", inner)] = inner
		}
	}
	return out
}

func TestNothingExportedTellsASecret(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, values := range w.holders() {
		for i, value := range values {
			for how, shape := range wrapped(value) {
				what := fmt.Sprintf("%s (%d, %T) %s", name, i, value, how)
				printed := fmt.Sprint(shape) + fmt.Sprintln("a", shape, "b") + string(fmt.Append(nil, shape))
				for _, verb := range verbs {
					printed += "\n" + verb[1:] + ": " + fmt.Sprintf(verb, shape)
				}
				tells(t, what+" printed", printed)
				if !carriers[name] {
					v1, _ := stdjson.Marshal(shape)
					v2, _ := json.Marshal(shape)
					tells(t, what+" as JSON", string(v1)+string(v2))
				}
				if !carriers[name] || how == "itself" {
					tells(t, what+" in a log", logged(shape))
				}
				tells(t, what+" recovered", recovered(shape))
			}
		}
	}
	tells(t, "the log of the clients", w.log.String())
	if w.log.String() == "" {
		t.Error("Log of the clients is empty, want lines")
	}
}

// logged is what the handlers of slog make of a value.
func logged(value any) string {
	var log journal
	for _, handler := range []slog.Handler{
		slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}),
		slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}),
	} {
		logger := slog.New(handler)
		logger.Debug("x", "value", value)
		logger.With("value", value).WithGroup("g").Error("x", slog.Group("h", slog.Any("value", value)))
	}
	return log.String()
}

// recovered is what a program prints of a panic.
func recovered(value any) (text string) {
	defer func() {
		r := recover()
		text = fmt.Sprintf("panic: %v [recovered] %+v %#v", r, r, r)
	}()
	panic(value)
}

func TestTextWithASecretIsNoticed(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"%v", "%s", "%q", "%x", "%X", "% x", "%#v"} {
		for _, secret := range plain() {
			if told(fmt.Sprintf(verb, secret)) == "" || told(fmt.Sprintf(verb, []byte(secret))) == "" {
				t.Errorf("Text printed by %s of %q is not noticed, want it noticed", verb, secret)
			}
		}
	}
	if told("nothing of interest") != "" {
		t.Error("Text without a secret is noticed, want it ignored")
	}
	text := fmt.Sprintf("%+v", source{user, password})
	if told(text) == "" {
		t.Error("Text of a printed source is not noticed, want it noticed")
	}
}
