// Package manual tests the pages and comments of the module: programs and fragments
// compile, links exist, commands of the README work, and the words are those of
// CONTRIBUTING. It has only tests.
package manual
