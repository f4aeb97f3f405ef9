package queue

import (
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
)

// Check reports what is wrong with the name, the time or the zone of a plan. The engine refuses
// the same times.
func (p Plan) Check() error {
	const longest = 40 // the run adds the time to the name
	if err := job.CheckRun(p.Name); err != nil || len(p.Name) > longest {
		return fmt.Errorf("the name of a plan is 1 to %d letters, digits, _ and -, and %q is not", longest, p.Name)
	}
	const six = "second minute hour day month weekday"
	parts := strings.Fields(p.Cron)
	if len(parts) != len(strings.Fields(six)) {
		return fmt.Errorf("%q is no time: it is to have six fields (%s)", p.Cron, six)
	}
	parser := cron.NewParser(cron.Second | cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)
	schedule, err := parser.Parse(strings.Join(parts, " "))
	if err != nil {
		return fmt.Errorf("%q is no time (%s): %w", p.Cron, six, err)
	}
	if schedule.Next(time.Now()).IsZero() {
		return fmt.Errorf("%q is no time: none of the months has such a day", p.Cron)
	}
	if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "" {
		return fmt.Errorf("%q is no time zone such as Europe/Berlin", p.Zone)
	}
	return nil
}
