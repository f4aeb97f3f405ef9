package secrets

import (
	"bytes"
	"compress/gzip"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// number is a secret that errors of JSON would quote.
const number = "98765432109876543210987654"

const (
	uuid = "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11"
	made = `{"uuid":"` + uuid + `","id":7,"app_id":"","name":"ci","created":"2026-08-28T17:00:00","password":"` +
		password + `"}`
)

// reply is one response of a site.
type reply struct {
	status int
	header http.Header
	body   func() io.Reader
}

// stalls is a body that ends in an error, as that of a connection that is lost.
type stalls struct{ err error }

func (s stalls) Read([]byte) (int, error) { return 0, s.err }

// odd are responses with the password, of one status.
func odd(status int) map[string]reply {
	out := map[string]reply{}
	add := func(name, body string) {
		out[name] = reply{status, nil, func() io.Reader { return strings.NewReader(body) }}
	}
	step := 1
	if status != http.StatusCreated && status != http.StatusInternalServerError {
		step = 61
	}
	for cut := 0; cut < len(made); cut += step {
		add(fmt.Sprintf("cut after %d bytes", cut), made[:cut])
	}
	for _, cut := range []int{len(made) / 2, len(made) - 2, len(made)} {
		out[fmt.Sprintf("lost after %d bytes", cut)] = reply{status, nil, func() io.Reader {
			return io.MultiReader(strings.NewReader(made[:cut]), stalls{io.ErrUnexpectedEOF})
		}}
	}
	escaped := strings.Replace(made, `"password"`, `"p\u0061ssword"`, 1)
	for name, body := range map[string]string{
		"whole":                made,
		"in a list":            "[" + made + "]",
		"in an object":         `{"data":` + made + `}`,
		"in a member":          `{"uuid":"` + uuid + `","id":7,"name":"ci","data":` + made + `}`,
		"after a notice":       "<br />\n<b>Warning</b>: " + password + " in x.php\n" + made,
		"before a comment":     made + "<!-- " + password + " -->",
		"after a word":         password + "\n" + made,
		"in a page":            "<!DOCTYPE html><html><body>" + made + "</body></html>",
		"in text":              "Password: " + password,
		"twice":                made + "\n" + made,
		"with an escaped name": escaped,
		"with an escaped one":  escaped[:len(escaped)-1],
		"as a list":            strings.Replace(made, `"`+password+`"`, `["`+password+`"]`, 1),
		"as an object":         strings.Replace(made, `"`+password+`"`, `{"raw":"`+password+`"}`, 1),
		"under another name":   strings.Replace(made, `"password"`, `"secret"`, 1),
		"as a string":          strconv.Quote(password),
		"as the id":            `{"id":"` + password + `","uuid":5}`,
		"as a number's text":   strings.Replace(made, `"id":7`, `"id":"`+password+`"`, 1),
		"as another record":    strings.Replace(made, `"id":7`, `"id":8`, 1),
		"in data": `{"code":"rest_odd","message":"no","data":` +
			strings.Replace(made, `"id"`, `"status":500,"id"`, 1) + `}`,
		"in a list of data": `{"code":"rest_odd","message":"no","data":["` + password + `"]}`,
		"in details": `{"code":"rest_odd","message":"no","data":{"status":500,"details":{"name":{"code":"a",` +
			`"message":"b","data":` + made + `}}}}`,
		"in an additional one": `{"code":"rest_odd","message":"no","data":{"status":500},"additional_errors":[{"code":"a",` +
			`"message":"b","data":` + made + `}]}`,
		"in additional data": `{"code":"rest_odd","message":"no","data":{"status":500},"additional_data":[` + made + `]}`,
		"in the text of a fall": `{"code":"internal_server_error","message":"Uncaught Error: x('` + password +
			`')","data":{"status":500,"error":{"message":"` + password + `"}}}`,
		"in that of a gateway": `{"code":500,"message":"` + password + `"}`,
		"in a member of meta": `{"code":"rest_meta_database_error","message":"no","data":{"status":500,"key":"k","value":"` +
			password + `"}}`,
	} {
		add(name, body)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(made))
	_ = w.Close()
	whole := func() io.Reader { return strings.NewReader(made) }
	out["packed"] = reply{status, http.Header{"Content-Encoding": {"gzip"}},
		func() io.Reader { return bytes.NewReader(packed.Bytes()) }}
	out["said to be packed"] = reply{status, http.Header{"Content-Encoding": {"gzip"}}, whole}
	out["elsewhere"] = reply{status, http.Header{"Location": {"https://other.test/x"}}, whole}
	add("too large", made+strings.Repeat(" ", 8<<10))
	return out
}

// kind is what a call is asked for that makes a secret. It returns what the caller gets.
type kind func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error)

func kinds() map[string]kind {
	name := &users.PasswordParams{Name: new("ci")}
	login := &users.Params{Username: new("ada"), Email: new("ada@example.org"), Password: new(argument)}
	literal := cms.Request[users.Password]{Method: http.MethodPost, Path: "shop/v1/keys", Secret: true}
	return map[string]kind{
		"Passwords.Create": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return users.New(site).Passwords(5).Create(ctx, name, options...)
		},
		"the Create of a catalog on its route": func(
			ctx context.Context, site *cms.Client, options ...cms.CallOption,
		) (any, error) {
			own := cms.NewCatalog[users.Password, users.PasswordParams, users.PasswordListOptions](site,
				"cms/v2/users/me/application-passwords", "uuid")
			return own.Create(ctx, name, options...)
		},
		"Do with its request": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return cms.Do(ctx, site, users.New(site).MyPasswords.CreateRequest(name), options...)
		},
		"Do with its params": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return cms.Do(ctx, site, cms.Request[users.Password]{Method: http.MethodPost,
				Path: "cms/v2/users/me/application-passwords", Body: name}, options...)
		},
		"without params": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return users.New(site).MyPasswords.Create(ctx, nil, options...)
		},
		"a literal request": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return cms.Do(ctx, site, literal, options...)
		},
		"one that must have an id": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return cms.Do(ctx, site, cms.Request[users.User]{Method: http.MethodPost, Path: "shop/v1/keys/7", ID: 7,
				Secret: true}, options...)
		},
		"one for numbers": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return cms.Do(ctx, site, cms.Request[[]int]{Path: "shop/v1/keys", Secret: true}, options...)
		},
		"one that is repeated": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return cms.Do(ctx, site, cms.Request[cms.Nothing]{Method: http.MethodPut, Path: "shop/v1/keys",
				Secret: true}, options...)
		},
		"Users.Create": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return users.New(site).Create(ctx, login, options...)
		},
		"Users.Update": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return users.New(site).Update(ctx, 7, &users.Params{Password: new(argument)}, options...)
		},
		"Me.Update": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return users.New(site).UpdateMe(ctx, &users.Params{Password: new(argument)}, options...)
		},
		"a batch": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return batch.New(site).Add(users.New(site).CreateRequest(login)).Do(ctx, options...)
		},
		"a batch of one by one": func(ctx context.Context, site *cms.Client, options ...cms.CallOption) (any, error) {
			return batch.New(site).Add(literal).OneByOne().Do(ctx, options...)
		},
	}
}

// holds names a part of the new password in what a value holds, in unexported fields
// as well.
func holds(value any) (what string) {
	w := walk{seen: map[string]bool{}, found: func(path []reflect.Type) { what = fmt.Sprint(path) }}
	w.into(reflect.ValueOf(value), nil)
	return what
}

// withheld fails the test if an error, or what came with it, holds the password.
func withheld(t *testing.T, what string, value any, err error, answer cms.Response, said string) {
	t.Helper()
	got := []any{answer, &answer}
	if err != nil {
		got = append(got, err, value)
	}
	if report, ok := value.(*batch.Report); ok && report != nil {
		for _, result := range report.Results {
			if result.Err != nil {
				got = append(got, result, result.Err)
			}
		}
	}
	for _, one := range got {
		if v := reflect.ValueOf(one); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
			continue
		}
		if path := holds(one); path != "" {
			t.Errorf("Call of %s: the secret is held in %s, want it withheld", what, path)
		}
		text := ""
		for _, verb := range []string{"%v", "%+v", "%#v"} {
			text += fmt.Sprintf(verb, one) + "\n"
		}
		encoded, _ := stdjson.Marshal(one)
		tells(t, what, text+string(encoded)+logged(one))
		if inner, ok := one.(error); ok {
			for ; inner != nil; inner = errors.Unwrap(inner) {
				tells(t, what, fmt.Sprintf("%v %+v %#v", inner, inner, inner))
			}
		}
	}
	if answer.Noise != "" {
		t.Errorf("Call of %s: Noise %q, want none", what, answer.Noise)
	}
	if e, ok := errors.AsType[*cms.Error](err); ok && (len(e.Body) > 0 || len(e.Data) > 0) {
		t.Errorf("Call of %s: Body %q, Data %q, want neither", what, e.Body, e.Data)
	}
	if broken, ok := errors.AsType[*cms.BrokenRecordError](err); ok && len(broken.Raw) > 0 {
		t.Errorf("Call of %s: Raw %q of a broken record, want none", what, broken.Raw)
	}
	tells(t, what+": the log", said)
}

func TestNothingKeepsTheResponseOfASecretRequest(t *testing.T) {
	t.Parallel()
	for name, call := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failed := 0
			for _, status := range []int{200, 201, 207, 302, 400, 403, 404, 500, 501, 503} {
				for what, answer := range odd(status) {
					said := &journal{}
					site, err := cms.New("https://docs.example.org", cms.WithApplicationPassword(user, "another password"),
						cms.WithMaxResponseSize(4<<10),
						cms.WithLogger(slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelDebug}))),
						cms.WithRetry(cms.Retry{Attempts: 2, MinWait: time.Microsecond, MaxWait: time.Microsecond}),
						cms.WithHTTPClient(&http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
							header := answer.header.Clone()
							if header == nil {
								header = http.Header{}
							}
							header.Set("Content-Type", "application/json")
							return &http.Response{StatusCode: answer.status, Header: header, Body: io.NopCloser(answer.body()),
								Request: req}, nil
						})}))
					if err != nil {
						t.Fatal(err)
					}
					var got cms.Response
					value, err := call(t.Context(), site, cms.Capture(&got))
					if err != nil {
						failed++
					}
					withheld(t, fmt.Sprintf("%d %s", status, what), value, err, got, said.String())
				}
			}
			if failed < 100 {
				t.Errorf("Calls that failed: %d, want at least 100", failed)
			}
		})
	}
}

func TestNothingKeepsTheResponseToASecretItemOfABatch(t *testing.T) {
	t.Parallel()
	items := map[string]string{
		"no object":  strconv.Quote(password),
		"no status":  `{"status":"` + password + `","body":` + made + `}`,
		"a number":   `{"status":` + number + `}`,
		"odd header": `{"status":500,"headers":{"X":["a"]},"body":` + strconv.Quote(password) + `}`,
	}
	for _, status := range []int{200, 201, 400, 500} {
		for name, answer := range odd(status) {
			if body, err := io.ReadAll(answer.body()); err == nil && stdjson.Valid(body) {
				items[fmt.Sprint(status, " ", name)] = fmt.Sprintf(`{"status":%d,"headers":{},"body":%s}`, status, body)
			}
		}
	}
	for name, item := range items {
		for _, around := range []string{`{"responses":[%s]}`, `{"responses":[%[1]s,%[1]s]}`, `{"responses":%s}`,
			"Warning: " + password + "\n" + `{"responses":[%s]}`, `[%s]`} {
			site, err := cms.New("https://docs.example.org", cms.WithRetry(cms.Retry{Attempts: 1}),
				cms.WithHTTPClient(&http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
					body := io.NopCloser(strings.NewReader(fmt.Sprintf(around, item)))
					return &http.Response{StatusCode: http.StatusMultiStatus,
						Header: http.Header{"Content-Type": {"application/json"}}, Body: body, Request: req}, nil
				})}))
			if err != nil {
				t.Fatal(err)
			}
			for what, params := range map[string]any{"params": &users.Params{Password: new(argument)},
				"a value": users.Params{Password: new(argument)}} {
				var got cms.Response
				report, err := batch.New(site).Post("cms/v2/users/7", params).Do(t.Context(), cms.Capture(&got))
				withheld(t, fmt.Sprintf("%s in %s, %s", name, around, what), report, err, got, "")
				if text := fmt.Sprintf("%v %+v", err, report); strings.Contains(text, number) {
					t.Errorf("Batch of %s in %s, %s: %s, want no secret in it", name, around, what, text)
				}
			}
		}
	}
}

func TestInvalidHTTPOfASecretRequestIsNotKept(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"the record alone":     made + "\r\n\r\n",
		"the record as status": "HTTP/1.1 " + made + "\r\n\r\n",
		"the record as header": "HTTP/1.1 201 Created\r\n" + made + "\r\n\r\n",
		"a bad chunk":          "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n" + made,
		"a bad length":         "HTTP/1.1 201 Created\r\nContent-Length: " + password + "\r\n\r\n" + made,
		"a bad encoding":       "HTTP/1.1 201 Created\r\nTransfer-Encoding: " + password + "\r\n\r\n" + made,
		"less than was said":   "HTTP/1.1 201 Created\r\nContent-Length: 5000\r\n\r\n" + made,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = listener.Close() })
			go func() {
				for {
					conn, err := listener.Accept()
					if err != nil {
						return
					}
					_, _ = conn.Read(make([]byte, 8<<10))
					_, _ = io.WriteString(conn, answer)
					_ = conn.Close()
				}
			}()
			said := &journal{}
			site, err := cms.New("http://"+listener.Addr().String(), cms.WithRetry(cms.Retry{Attempts: 1}),
				cms.WithLogger(slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelDebug}))))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(site.CloseIdleConnections)
			var got cms.Response
			value, err := users.New(site).MyPasswords.Create(t.Context(), &users.PasswordParams{Name: new("ci")},
				cms.Capture(&got))
			if !errors.Is(err, cms.ErrOutcomeUnknown) {
				t.Errorf("Create with an invalid response: error %v, want ErrOutcomeUnknown", err)
			}
			withheld(t, name, value, err, got, said.String())
		})
	}
}

func TestErrorOfASecretRequestHasTheMessageOfTheSite(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"code":"rest_invalid_param","message":"Invalid parameter(s): name","data":{"status":400,"params":{"name":"it is ` +
			`too long"},"details":{"name":{"code":"rest_too_long","message":"it is too long","data":null}}}}`: "it is too long",
		`{"code":"existing_user_login","message":"Sorry, that username already exists!","data":null}`: "Sorry, that " +
			"username already exists!",
	} {
		for _, status := range []int{400, 500} {
			site, err := cms.New("https://docs.example.org",
				cms.WithHTTPClient(&http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
					return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
						Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
				})}), cms.WithRetry(cms.Retry{Attempts: 1}))
			if err != nil {
				t.Fatal(err)
			}
			for name, call := range kinds() {
				_, err := call(t.Context(), site)
				e, ok := errors.AsType[*cms.Error](err)
				if !ok || e.Code == "" {
					t.Errorf("Call of %s: error %v, want one with a code", name, err)
				} else if !strings.Contains(err.Error(), want) || len(e.Body) > 0 {
					t.Errorf("Call of %s: error %v, want %q and no body", name, err, want)
				}
			}
		}
	}
}
