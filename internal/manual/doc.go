// Package manual holds what is written about the module to the truth: the programs
// and fragments in its pages compile, and their links lead somewhere. It is tests
// alone.
package manual
