package resilience

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/fontcms/fontcms-go/internal/freeport"
)

// stretch is a span of time that is stated to be waited.
type stretch = time.Duration

// network are the faults of what lies between client and site.
func network() []faultRow {
	unreached := func(gets ...errorKind) fate { return fate{again: whenever, gets: gets} }
	broken := fate{again: ifSafe, acted: true, gets: kinds{lost}}
	cutShort := fate{again: ifSafe, acted: true, gets: kinds{short}}
	huge := fate{again: never, acted: true, gets: kinds{pastLimit}}
	return []faultRow{
		{name: "connection refused", fate: unreached(refused), dial: refuse},
		{name: "no such host", fate: unreached(noHost), dial: noSuchHost},

		{name: "reset before the request was read", fate: broken, does: (*exchange).reset},
		{name: "reset in the middle of the request", fate: broken, does: func(x *exchange) bool {
			_, _ = x.in.Discard(100)
			return x.reset()
		}},
		{name: "reset after the request", fate: broken, does: after((*exchange).reset)},
		{name: "closed after the request", fate: broken, does: after(func(*exchange) bool { return false })},

		{name: "stalled headers", fake: true, fate: fate{again: ifSafe, acted: true, gets: kinds{late}},
			does: after((*exchange).stall)},
		{name: "stalled body", fake: true, inBody: true, fate: fate{again: ifSafe, acted: true, gets: kinds{late}},
			does: part(0, (*exchange).stall)},

		{name: "cut body", inBody: true, fate: cutShort, does: part(0, hangUp)},
		{name: "cut body, in chunks", inBody: true, fate: cutShort, does: after(func(x *exchange) bool {
			a := x.good()
			half := a.body[:len(a.body)/2]
			x.write([]byte(a.head("Transfer-Encoding: chunked") + fmt.Sprintf("%x\r\n%s\r\n", len(half), half)))
			return false
		})},
		// HTTP cannot tell where this one ends, but JSON can.
		{name: "cut body, of no stated length", inBody: true, fate: fate{again: never, acted: true, gets: kinds{notREST}},
			does: after(func(x *exchange) bool {
				a := x.good()
				x.write([]byte(a.head("Connection: close") + a.body[:len(a.body)/2]))
				return false
			})},
		{name: "Content-Length too long", inBody: true, fate: cutShort, does: part(10, hangUp)},
		// What is too much would meet the next request of the connection, or not:
		// net/http drops the connection when it sees it in time.
		{name: "Content-Length too short", inBody: true, fate: fate{again: never, acted: true, gets: kinds{notREST}},
			does: after(func(x *exchange) bool {
				a := x.good()
				return x.write([]byte(a.head(fmt.Sprintf("Connection: close\r\nContent-Length: %d", len(a.body)-3)) + a.body))
			})},

		{name: "gzip bomb", fate: huge, does: after(func(x *exchange) bool {
			return x.flood(respond(200, "", "Content-Encoding: gzip", "Connection: close"), gzipBomb(), total/bombSize)
		})},
		{name: "10 GiB answer", fate: huge, does: after(func(x *exchange) bool {
			return x.flood(respond(200, "", fmt.Sprintf("Content-Length: %d", int64(total))), spaces(), total/len(spaces()))
		})},
		{name: "10 GiB error answer", record: true, fate: fate{again: ifSafe, acted: true, gets: kinds{notREST}},
			does: after(func(x *exchange) bool {
				return x.flood(respond(500, "", fmt.Sprintf("Content-Length: %d", int64(total))), spaces(), total/len(spaces()))
			})},
	}
}

// after is a fault that comes when the request was read.
func after(then fault) fault {
	return func(x *exchange) bool { return x.read() && then(x) }
}

func hangUp(*exchange) bool { return false }

// part sends half of a good answer, or all of it and a length that is too long.
func part(more int, then fault) fault {
	return after(func(x *exchange) bool {
		a := x.good()
		body := a.body
		if more == 0 {
			body = body[:len(body)/2]
		}
		x.write([]byte(a.head(fmt.Sprintf("Content-Length: %d", len(a.body)+more)) + body))
		return then(x)
	})
}

// flood sends the same bytes again and again, as long as they are taken.
func (x *exchange) flood(a canned, block []byte, times int) bool {
	for ok := x.write([]byte(a.head())); ok && times > 0; times-- {
		ok = x.write(block)
	}
	return false
}

// refuse dials an address that nobody listens on.
func refuse(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", freeport.Refused)
}

// noSuchHost fails as net.Dialer does when a name is unknown.
func noSuchHost(context.Context) (net.Conn, error) {
	return nil, &net.OpError{Op: "dial", Net: "tcp",
		Err: &net.DNSError{Err: "no such host", Name: "x.invalid", IsNotFound: true}}
}
