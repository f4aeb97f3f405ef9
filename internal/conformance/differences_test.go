package conformance

// difference is a scenario that one of the servers does not pass, deliberately.
type difference struct {
	scenario string
	absent   server // the one that does not pass it
	reason   string
}

// differences are all of them. The suite fails where the servers differ in any other way.
var differences = []difference{}
