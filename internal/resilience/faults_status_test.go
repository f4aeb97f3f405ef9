package resilience

import (
	"net/http"
	"strings"
	"time"
)

const (
	// moved is the argument that redirects put behind an address.
	moved = "moved=1"

	page       = "<!DOCTYPE html>\n<html><head><title>Sorry</title></head><body><h1>Sorry</h1></body></html>"
	slowly     = `{"code":"too_many_requests","message":"Slowly.","data":{"status":429}}`
	considered = `{"code":"rest_upload_sideload_error","message":"No.","data":{"status":500}}`
	fatal      = `{"code":"internal_server_error","message":"<p>There has been a critical error.</p>",` +
		`"data":{"status":500},"additional_errors":[]}`
	maintenance = `{"code":"wp_die","message":"Briefly unavailable.","data":{"status":503},"additional_errors":[]}`
)

// redirects are answers that send the client elsewhere.
func redirects() []faultRow {
	const list = "font list" // a POST that reads
	away := fate{again: never, gets: kinds{redirected}}
	// A read is sent on within the origin, if its method stays. A write never is.
	followed := fate{again: fine, costs: 2}
	// Ten redirects of one attempt are followed.
	endless := fate{again: never, gets: kinds{redirected}, costs: 11}
	elsewhere := func(name string, where func(x *exchange) string) faultRow {
		return faultRow{name: "redirect to another " + name, fate: away, does: after(func(x *exchange) bool {
			return x.answer(respond(307, "", "Location: "+where(x)))
		})}
	}
	within := func(status int) fault {
		return after(func(x *exchange) bool {
			uri := x.req.RequestURI
			if strings.HasSuffix(uri, moved) {
				return x.answer(x.good())
			}
			mark := "?"
			if strings.Contains(uri, mark) {
				mark = "&"
			}
			return x.answer(respond(status, "", "Location: "+uri+mark+moved))
		})
	}
	return []faultRow{
		{name: "endless redirect", fate: away, reading: &endless, except: map[string]fate{list: endless},
			does: after(func(x *exchange) bool {
				return x.answer(respond(307, "", "Location: "+x.req.RequestURI))
			})},
		elsewhere("host", func(x *exchange) string {
			return "http://" + strings.Replace(x.req.Host, "127.0.0.1", "localhost", 1) + x.req.RequestURI
		}),
		elsewhere("port", func(x *exchange) string {
			return "http://" + x.server.witness.Addr().String() +
				x.req.RequestURI
		}),
		elsewhere("scheme", func(x *exchange) string { return "https://" + x.req.Host + x.req.RequestURI }),
		{name: "redirect to another method, 303", fate: away, reading: &followed, does: within(303)},
		{name: "redirect to another method, 302", fate: away, reading: &followed, does: within(302)},
		{name: "301 on a write", fate: away, reading: &followed, does: within(301)},
		{name: "308 within the origin", fate: away, reading: &followed, does: within(308),
			except: map[string]fate{list: followed}},
	}
}

// statuses are answers of other statuses than those of success.
func statuses() []faultRow {
	const list = "font list"
	says := func(a canned) fault { return after(func(x *exchange) bool { return x.answer(a) }) }
	// Whose answer is HTML, that of a proxy: unavailable is said by status alone.
	proxy := fate{again: ifSafe, acted: true, gets: kinds{notREST, unavailable}}
	// Cloudflare cannot set up TLS with the site, and another attempt would fail alike.
	certificate := fate{again: never, acted: true, gets: kinds{notREST, unavailable}}
	undecided := fate{again: never, acted: true, gets: kinds{}} // only that
	unproven := fate{again: ifSafe, acted: true, gets: kinds{notREST}}
	turnedAway := fate{again: whenever, gets: kinds{limited, coded}}
	return []faultRow{
		{name: "401 without reason", fate: fate{again: never, gets: kinds{notREST}}, does: says(respond(401, "")),
			except: map[string]fate{
				list: {again: never, gets: kinds{notREST, unauthorized}}, // the catalogue goes by status
			}},
		{name: "403 from a firewall in HTML", fate: fate{again: never, gets: kinds{notREST}}, does: says(respond(403, page)),
			except: map[string]fate{
				list: {again: never, gets: kinds{notREST, forbidden}},
			}},
		{name: "408", fate: fate{again: ifSafe, acted: true, gets: kinds{notREST}}, does: says(respond(408, page))},
		{name: "425", fate: fate{again: never, gets: kinds{notREST}}, does: says(respond(425, page))},

		{name: "429 without Retry-After", fate: turnedAway, does: says(respond(429, slowly))},
		{name: "429 of a proxy", fate: fate{again: whenever, gets: kinds{notREST, limited}}, does: says(respond(429, page)),
			except: map[string]fate{
				list: {again: whenever, gets: kinds{limited}}, // the catalogue goes by status
			}},
		{name: "429 with Retry-After in seconds", fate: turnedAway, waits: 30 * time.Second,
			does: says(respond(429, slowly, "Retry-After: 30"))},
		{name: "429 with Retry-After as a date", fate: turnedAway, waits: 45 * time.Second,
			does: after(func(x *exchange) bool {
				return x.answer(respond(429, slowly, "Retry-After: "+time.Now().Add(45*time.Second).UTC().Format(http.TimeFormat)))
			})},
		{name: "429 with Retry-After absurd", fate: fate{again: never, gets: kinds{limited, coded}}, fake: true,
			does: says(respond(429, slowly, "Retry-After: 99999999999999999999"))},
		{name: "429 with Retry-After that is no time", fate: turnedAway,
			does: says(respond(429, slowly, "Retry-After: soon"))},

		{name: "500 that is an answer", fate: fate{again: never, gets: kinds{coded}}, does: says(respond(500, considered)),
			except: map[string]fate{
				list: {again: ifSafe, gets: kinds{coded}}, // the catalogue has no such answers
			}},
		{name: "500 that is an outage", record: true, fate: fate{again: ifSafe, acted: true, gets: kinds{coded}},
			does: says(respond(500, fatal))},
		{name: "500 in HTML", record: true, fate: fate{again: ifSafe, acted: true, gets: kinds{notREST}},
			does: says(respond(500, page))},
		// A cache or a plugin replaces the status. A delete is told by the next response, and
		// where no id is due, the body proves nothing.
		{name: "500 with the right body", fate: fate{again: never, gets: kinds{other}}, except: map[string]fate{
			"create": undecided, "autosave": undecided, "update that activates": undecided, "media edit": undecided,
			"upload of a form": undecided, "upload of a file": undecided, "upload of a reader": undecided,
			"trash": unproven, "delete": unproven, "deactivate": unproven, "batch": unproven, "sideload": unproven,
			list: {again: ifSafe, gets: kinds{coded}},
		}, does: after(func(x *exchange) bool {
			a := x.good()
			a.status, a.header = 500, nil
			return x.answer(a)
		})},
		{name: "501 in HTML", fate: fate{again: never, acted: true, gets: kinds{notREST}}, does: says(respond(501, page))},
		{name: "502", fate: proxy, does: says(respond(502, page))},
		{name: "503 maintenance", fate: fate{again: whenever, gets: kinds{unavailable, coded}}, waits: 20 * time.Second,
			does: says(respond(503, maintenance, "Retry-After: 20"))},
		{name: "503 maintenance for ten minutes", fate: fate{again: never, gets: kinds{unavailable, coded}}, fake: true,
			does: says(respond(503, maintenance, "Retry-After: 600"))},
		// Without Retry-After it is not the site's own word.
		{name: "503 maintenance without Retry-After", fate: fate{again: ifSafe, acted: true, gets: kinds{unavailable, coded}},
			does: says(respond(503, maintenance))},
		{name: "503 of a proxy", fate: proxy, does: says(respond(503, page))},
		{name: "503 of a proxy with Retry-After", fate: proxy, waits: 10 * time.Second,
			does: says(respond(503, page, "Retry-After: 10"))},
		{name: "504", fate: proxy, does: says(respond(504, page))},
		{name: "520 of Cloudflare", fate: proxy, does: says(respond(520, page))},
		{name: "522 of Cloudflare", fate: proxy, does: says(respond(522, page))},
		{name: "524 of Cloudflare", fate: proxy, does: says(respond(524, page))},
		{name: "525 of Cloudflare", fate: certificate, does: says(respond(525, page))},
		{name: "526 of Cloudflare", fate: certificate, does: says(respond(526, page))},
		{name: "530 of Cloudflare", fate: proxy, does: says(respond(530, page))},
	}
}
