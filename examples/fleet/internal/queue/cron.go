package queue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
)

// field is a field of the time of a plan.
type field struct {
	what     string
	min, max int
	names    []string // of the values, from min; nil if they have none
}

// fields are the fields of the time of a plan, in their order.
func fields() []field {
	return []field{
		{"second", 0, 59, nil},
		{"minute", 0, 59, nil},
		{"hour", 0, 23, nil},
		{"day", 1, 31, nil},
		{"month", 1, 12, strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")},
		{"weekday", 0, 6, strings.Fields("sun mon tue wed thu fri sat")},
	}
}

// Check reports what is wrong with the name, the time or the zone of a plan. The engine refuses
// the same times.
func (p Plan) Check() error {
	const longest = 40 // the run adds the time to the name
	if err := job.CheckRun(p.Name); err != nil || len(p.Name) > longest {
		return fmt.Errorf("the name of a plan is 1 to %d letters, digits, _ and -, and %q is not", longest, p.Name)
	}
	parts, all := strings.Fields(p.Cron), fields()
	if len(parts) != len(all) {
		return fmt.Errorf("%q is no time: it is to have six fields (second minute hour day month weekday)", p.Cron)
	}
	var values [][]int
	for i, f := range all {
		found, err := f.values(parts[i])
		if err != nil {
			return fmt.Errorf("%q is no time: %s: %w", p.Cron, f.what, err)
		}
		values = append(values, found)
	}
	const day, month, weekday = 3, 4, 5
	if (free(parts[day]) || free(parts[weekday])) && !exists(values[day], values[month]) {
		return fmt.Errorf("%q is no time: none of the months has such a day", p.Cron)
	}
	if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "" {
		return fmt.Errorf("%q is no time zone such as Europe/Berlin", p.Zone)
	}
	return nil
}

// free reports whether a field allows every value. Otherwise the days are those of the field day
// and those of the field weekday.
func free(text string) bool {
	return slices.ContainsFunc(strings.Split(text, ","), func(part string) bool {
		return slices.Contains([]string{"*", "?", "*/1", "?/1"}, part)
	})
}

// exists reports whether one of the months has one of the days, in a leap year.
func exists(days, months []int) bool {
	for _, month := range months {
		const leap = 2024
		last := time.Date(leap, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
		if slices.ContainsFunc(days, func(day int) bool { return day <= last }) {
			return true
		}
	}
	return false
}

// values are the values of a field: ranges such as *, 5, 1-5, */10 and 0-30/10, with commas between.
func (f field) values(text string) (values []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		low, high, step, err := f.bounds(part)
		if err != nil {
			return nil, err
		}
		for value := low; value <= high; value += step {
			values = append(values, value)
		}
	}
	return values, nil
}

// bounds are the first and last value of a range, and the distance of its values.
func (f field) bounds(text string) (low, high, step int, err error) {
	wrong := fmt.Errorf("%q is not from %d to %d, a range such as %[2]d-%[3]d, or */2", text, f.min, f.max)
	span, every, stepped := strings.Cut(text, "/")
	first, last, ranged := strings.Cut(span, "-")
	low, high, step = f.min, f.max, 1
	if stepped {
		if step, err = strconv.Atoi(every); err != nil || step < 1 {
			return 0, 0, 0, wrong
		}
	}
	if first == "*" || first == "?" {
		if ranged {
			return 0, 0, 0, wrong
		}
		return low, high, step, nil
	}
	if low, err = f.value(first); err != nil {
		return 0, 0, 0, wrong
	}
	if ranged {
		if high, err = f.value(last); err != nil {
			return 0, 0, 0, wrong
		}
	} else if !stepped {
		high = low
	}
	if low > high {
		return 0, 0, 0, wrong
	}
	return low, high, step, nil
}

// value is a number or a name.
func (f field) value(text string) (int, error) {
	if i := slices.Index(f.names, strings.ToLower(text)); i >= 0 {
		return f.min + i, nil
	}
	n, err := strconv.Atoi(text)
	if err == nil && (n < f.min || n > f.max) {
		err = strconv.ErrRange
	}
	return n, err
}
