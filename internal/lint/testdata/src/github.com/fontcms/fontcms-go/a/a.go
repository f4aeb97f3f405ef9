package a

import "sync"

func start(group *sync.WaitGroup) {
	go start(nil)       // want `starts 3 goroutines, and goroutines.go says 0`
	group.Go(func() {}) // want `starts 3 goroutines`
	go func() {         // want `starts 3 goroutines`
		start(group)
	}()
}

const long = "this line has one hundred and twenty-one columns                                                        " + "." // want `the line has \d+ columns, more than 120`
