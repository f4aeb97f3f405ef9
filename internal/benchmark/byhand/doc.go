// Package byhand does what the SDK does with only net/http and encoding/json, as one
// would write it in an afternoon. The benchmarks compare the SDK with it. Its types
// hold all fields of the specification. It retries nothing, drops unknown members
// and accepts only responses that follow the specification.
package byhand
