package queue

import "testing"

// times are plans that are fine or not. The engine has to be of the same opinion.
func times() map[[2]string]bool {
	const utc, berlin = "UTC", "Europe/Berlin"
	return map[[2]string]bool{
		{"0 0 3 * * *", berlin}:            true,
		{"*/10 * * * * *", utc}:            true,
		{"0 0,30 8-18/2 ? jan-MAR 1", utc}: true,
		{"5/15 0 0 1 * sun,Wed", berlin}:   true,
		{"0 0 3 * * *", ""}:                false,
		{"0 0 0 29 2 *", utc}:              true,
		{"0 0 0 31 2 mon", utc}:            true, // each Monday of February
		{"0 0 0 31 2 *", utc}:              false,
		{"0 0 0 31 4,6,9,11 ?", utc}:       false,
		{"0 3 * * *", utc}:                 false,
		{"0 0 3 * * * *", utc}:             false,
		{"60 0 3 * * *", utc}:              false,
		{"0 0 24 * * *", utc}:              false,
		{"0 0 0 0 * *", utc}:               false,
		{"0 0 0 1 13 *", utc}:              false,
		{"0 0 0 * * 7", utc}:               false,
		{"0 5-1 0 * * *", utc}:             false,
		{"0 1-2-3 0 * * *", utc}:           false,
		{"0 1/2/3 0 * * *", utc}:           false,
		{"0 */0 0 * * *", utc}:             false,
		{"0 -1 0 * * *", utc}:              false,
		{"0 five 0 * * *", utc}:            false,
		{"0 0 0 * * monday", utc}:          false,
		{"@daily", utc}:                    false,
		{"TZ=UTC", utc}:                    false,
		{"TZ=UTC 0 0 3 * *", utc}:          false,
		{"0\t0 3 * * *", utc}:              true,
		{"0 0 3 * * *", "Europe/Bärlin"}:   false,
		{"0 0 3 * * *", "Local"}:           true,
	}
}

func TestTimesOfPlansAreCheckedAsTheEngineDoes(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	for at, want := range times() {
		plan := Plan{Name: "nightly", Cron: at[0], Zone: at[1], Kind: "mirror"}
		if err := plan.Check(); (err == nil) != want {
			t.Errorf("Check of %q in %q: error %v, want it accepted: %v", at[0], at[1], err, want)
		}
		if at[0] == "@daily" {
			continue // the engine knows it, and -cron does not
		}
		if err := q.schedule(t.Context(), plan); (err == nil) != want {
			t.Errorf("the engine with %q in %q: error %v, want it accepted: %v", at[0], at[1], err, want)
		}
	}
}
