// Package howto has programs to copy, each in a folder of its own and in one file. They
// import only the standard library and packages of this module that you can import:
//
//   - list: a list of any length
//   - picture: a post with a picture
//   - ensure: create a post or update it, so that the program can run again
//   - ensure/main_test.go: the test of that program, with a site in memory
//   - ensuremany: many posts at once, and a dry run that prints what it would send
//   - resume: a walk that continues where the last run stopped
//   - changes: what was created, changed, trashed and deleted since the last run
//   - exact: a walk that misses no record while others change the site
//   - batch: many updates, and two creates in one round trip
//   - errors: what errors.Is and errors.AsType distinguish
//   - retries: attempts, waits, timeouts and the log
//   - token: a login with tokens that are renewed
//   - customtype: a custom post type
//   - css: fonts of a catalogue as a style sheet
//
// The application password is read from the environment variable FONTCMS_APP_PASSWORD. The
// other folders of examples have programs that do whole jobs.
package howto
