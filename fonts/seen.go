package fonts

// maxSeen is how many fonts a walk remembers besides its first page and the two
// latest.
const maxSeen = 10_000

// seen remembers the fonts of the first page of a walk, and of its latest ones. A
// server that gives a font again has given it a moment ago, or begins anew; to
// remember all would take memory for the whole catalogue.
type seen struct {
	keys   map[string]int // how many records before it the walk has read
	pages  [][]string     // what each page that is remembered brought
	latest []string       // all of the latest page, in order
	forgot bool           // whether some are no longer remembered
}

// add remembers what is new of a page, and reports for each key whether it is. The
// page begins after so many records.
func (s *seen) add(keys []string, begin int) (fresh []bool) {
	if s.keys == nil {
		s.keys = map[string]int{}
	}
	fresh = make([]bool, len(keys))
	var page []string
	for i, key := range keys {
		if _, again := s.keys[key]; again {
			continue
		}
		s.keys[key] = begin + i
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

// begin remembers the first page of the list besides that of the walk, which
// begins at first.
func (s *seen) begin(keys []string, first int) {
	for i, key := range keys {
		if _, again := s.keys[key]; !again {
			s.keys[key] = first + i
			s.pages[0] = append(s.pages[0], key)
		}
	}
}
