package main

import (
	"errors"
	"fmt"
	"io"
)

// summary holds what a run reports on standard error at its end.
type summary struct {
	unread         []string // OPTIONS and samples, with the reasons
	leftOut        []string // operations
	asJSON         []string // operations that return JSON, with the reasons
	contradictions []string // between samples and schemas
	refused        bool     // some of unread, by the site or by the network
}

// skippedError is the reason for which cmsgen does not read something that it could read.
type skippedError string

func (e skippedError) Error() string { return string(e) }

func skipped(format string, args ...any) error { return skippedError(fmt.Sprintf(format, args...)) }

// warn adds something that was not read.
func (s *summary) warn(err error) {
	s.unread = append(s.unread, "not read: "+err.Error())
	if _, ok := errors.AsType[skippedError](err); !ok {
		s.refused = true
	}
}

// print writes the lists, and a line with their lengths unless all are empty.
func (s *summary) print(messages io.Writer) {
	for _, lines := range [][]string{s.unread, s.leftOut, s.asJSON, s.contradictions} {
		for _, line := range lines {
			say(messages, line)
		}
	}
	if len(s.unread)+len(s.leftOut)+len(s.asJSON)+len(s.contradictions) == 0 {
		return
	}
	text := fmt.Sprintf("summary: %d not read, %d routes left out, %d contradictions",
		len(s.unread), len(s.leftOut), len(s.contradictions))
	if len(s.asJSON) > 0 {
		text += fmt.Sprintf(", %d reasons for JSON", len(s.asJSON))
	}
	say(messages, text)
}
