package conformance

import "slices"

func pageReading() []scenario {
	return slices.Concat(pages().orders(dated()))
}
