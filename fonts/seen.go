package fonts

// maxSeen is how many fonts a walk remembers besides its first page and the two
// latest.
const maxSeen = 10_000

// seen remembers the fonts of the first page of a walk, and of its latest ones. A
// server that gives a font again has given it a moment ago, or begins anew; to
// remember all would take memory for the whole catalogue.
type seen struct {
	keys   map[string]struct{}
	pages  [][]string // what each page that is remembered brought
	latest []string   // all of the latest page, in order
	forgot bool       // whether some are no longer remembered
}

// add remembers what is new of a page, and reports for each key whether it is.
func (s *seen) add(keys []string) (fresh []bool) {
	if s.keys == nil {
		s.keys = map[string]struct{}{}
	}
	fresh = make([]bool, len(keys))
	var page []string
	for i, key := range keys {
		if _, again := s.keys[key]; again {
			continue
		}
		s.keys[key] = struct{}{}
		page, fresh[i] = append(page, key), true
	}
	s.pages = append(s.pages, page)
	for len(s.pages) > 3 && len(s.keys)-len(s.pages[0]) > maxSeen {
		for _, key := range s.pages[1] {
			delete(s.keys, key)
		}
		s.pages = append(s.pages[:1], s.pages[2:]...)
		s.forgot = true
	}
	return fresh
}

// begin remembers the first page of the list besides that of the walk.
func (s *seen) begin(keys []string) {
	for _, key := range keys {
		if _, again := s.keys[key]; !again {
			s.keys[key] = struct{}{}
			s.pages[0] = append(s.pages[0], key)
		}
	}
}
