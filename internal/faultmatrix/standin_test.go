package faultmatrix

import "errors"

// Names of package cms that are on their way.
var (
	errForeignRecord = errors.New("foreign record") //nolint:gochecknoglobals // until cms has it
	errPagesRepeat   = errors.New("pages repeat")   //nolint:gochecknoglobals // until cms has it
	errEmptyPages    = errors.New("empty pages")    //nolint:gochecknoglobals // until cms has it
)
