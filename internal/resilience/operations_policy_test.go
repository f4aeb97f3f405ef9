package resilience

import "slices"

// attempts is how often a client sends a request at most, unless it is told
// otherwise.
const attempts = 4

// policy is what an operation is, for the question whether it may be repeated.
type policy int

const (
	unstatedPolicy policy = iota
	safe                  // twice is as good as once: reads, most updates
	deleting              // as safe, but the second time there is nothing left
	onlyOnce              // twice is one too many: creates, uploads, batches
	single                // as once, and the body can be read a single time
)

// repetition says who sends a request again after a fault.
type repetition int

const (
	unsaid   repetition = iota
	fine                // the fault is tolerated
	never               // the answer is final
	ifSafe              // it may have been done: those whom twice does not hurt
	whenever            // it was not done: all but those who cannot
)

// fate is what a fault means.
type fate struct {
	again repetition
	// acted says that the site may have done what it was asked for, as far as the
	// client can tell. To an operation that must not happen twice it is [unknown].
	acted bool
	// gets is what the error of the caller is, nothing for no error.
	gets kinds
	// costs is how many requests one attempt takes, if not one: redirects.
	costs int
	// looks is how many requests more it takes to see that the fault has passed.
	looks int
}

// faultRow is a fault.
type faultRow struct {
	name string
	does fault
	fate
	// reading replaces the fate where the operation is a GET, except where it is
	// the named one.
	reading *fate
	except  map[string]fate

	// shape says that the answer is JSON, or nothing, of another shape than is due.
	shape bool
	// record says that a record may be why the site fails: a walk asks for the ids
	// of the page, too.
	record bool
	// inBody says that the fault is in the body of an answer whose status and
	// header are those of success.
	inBody bool
	// waits is how long the client waits before each repetition. It implies fake.
	waits stretch
	// fake is for faults that take time: they come over pipes, in a bubble of
	// testing/synctest.
	fake bool
	// always says that the fault is one only if it comes each time.
	always bool
	// dial replaces how the client reaches the server the first time, or always.
	dial dialer
}

// cell is what is expected where a row and a column meet.
type cell struct {
	sent int // how often, with all that follows in the same call
	gets kinds
	done bool // the caller is told that an earlier attempt did it
}

// a pass is one way to run a cell.
type pass string

const (
	// persisting: the fault comes each time.
	persisting pass = "persisting"
	// passing: it comes once, and then all is well.
	passing pass = "passing"
	// acting: it comes once, though what was asked for was done, so that there is
	// nothing left to delete.
	acting pass = "acting"
)

func (c *faultRow) of(o *operation) fate {
	if f, ok := c.except[o.name]; ok {
		return f
	}
	if c.reading != nil && o.reads {
		return *c.reading
	}
	return c.fate
}

// times is how often an operation with this fate is tried.
func (f fate) times(p policy) int {
	switch {
	case p == single:
		return 1
	case f.again == whenever, f.again == ifSafe && (p == safe || p == deleting):
		return attempts
	}
	return 1
}

// expect is the matrix: what is to happen to o under c. It is not ok where the
// pass is no other than the persisting one.
func expect(o *operation, c *faultRow, p pass) (cell, bool) {
	f := c.of(o)
	times, costs := f.times(o.policy), max(f.costs, 1)
	if o.policy == single && f.again != fine {
		costs = 1
	}
	// A write whose answer nobody looks at: the reading that follows meets the fault.
	deaf := o.deaf && c.shape
	// A file whose record the header of the answer names: it is read instead.
	traced := o.traced && c.inBody && f.again != fine

	switch p {
	case persisting:
		switch {
		case f.again == fine:
			return cell{sent: costs * (1 + o.after)}, true
		case c.record && o.walks:
			return cell{sent: times*costs + 1, gets: f.gets}, true
		case deaf:
			return cell{sent: 1 + 1, gets: f.gets}, true
		case traced:
			return cell{sent: 1 + f.times(safe), gets: f.gets.and(unfinished)}, true
		case f.acted && (o.policy == onlyOnce || o.policy == single):
			return cell{sent: times * costs, gets: f.gets.and(unknown)}, true
		}
		return cell{sent: times * costs, gets: f.gets}, true
	case passing:
		switch {
		case deaf, traced:
			return cell{sent: 2}, true
		case f.again != fine && (times > 1 || costs > 1) && !c.always:
			return cell{sent: 2 + o.after + f.looks}, true
		}
	case acting:
		if o.policy != deleting || times == 1 {
			break
		}
		if f.acted {
			return cell{sent: 2 + o.again, done: true}, true
		}
		return cell{sent: 2, gets: o.nothingLeft}, true
	}
	return cell{}, false
}

func (k kinds) and(more ...errorKind) kinds { return append(slices.Clone(k), more...).sorted() }
