package resilience

import "time"

// The limits that the tests of this package hold calls to.
const (
	// perByte, and slack in addition, is how many bytes of the heap the result of a call
	// keeps for each byte of its response, as [cms.WithMaxResponseSize] says.
	perByte = 16
	slack   = 8 << 20
	// little is how many bytes an error keeps.
	little = 1 << 20
	// peak is how many bytes a call allocates for each byte of its response, in addition to
	// what it keeps.
	peak = 200

	// maxResponse is the limit of responses of the clients of the matrix.
	maxResponse = 256 << 10
	// floodAllocated is how many bytes a call allocates whose site sends ten gigabytes: four
	// error responses of up to one megabyte each are kept, and buffers double.
	floodAllocated = 32 << 20
	// floodByDefault is the same for a client with the default limit of 64 MiB.
	floodByDefault = total / 10
	// floodTaken is how many bytes of one response lie in the buffers of both ends.
	floodTaken = 32 << 20

	// leakLimit is the limit of responses of the clients of the test of leaks.
	leakLimit = 64 << 10
	// growth is how many bytes the heap grows in the test of leaks, with its servers.
	growth = 16 << 20
	// settle is how long goroutines and connections may take to end.
	settle = 10 * time.Second

	// obeyed is how long a call may continue after its context has ended.
	obeyed = 50 * time.Millisecond
	// patience is the deadline of each row.
	patience = 2 * time.Minute

	// tolerated is how many empty pages in succession a walk reads.
	tolerated = 1000
	// walkSlack is how many further requests a walk sends that prefetches and looks twice.
	walkSlack = 50
)
