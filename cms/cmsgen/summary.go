package main

import (
	"errors"
	"fmt"
	"io"
)

// summary has the messages that a run prints on standard error at its end.
type summary struct {
	unread         []string // OPTIONS and samples that were not read, with the reasons
	leftOut        []string // operations without generated code
	asJSON         []string // operations that return undecoded JSON, with the reasons
	contradictions []string // contradictions between samples and schemas
	refused        bool     // whether at least one read in unread failed; false if all were skipped deliberately
}

// skippedError is the reason why cmsgen deliberately does not read a route.
type skippedError string

func (e skippedError) Error() string { return string(e) }

func skipped(format string, args ...any) error { return skippedError(fmt.Sprintf(format, args...)) }

// warn records that something was not read.
func (s *summary) warn(err error) {
	s.unread = append(s.unread, "not read: "+err.Error())
	if _, ok := errors.AsType[skippedError](err); !ok {
		s.refused = true
	}
}

// print writes all messages. If there are any, it also writes a line with the number of
// each kind.
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
