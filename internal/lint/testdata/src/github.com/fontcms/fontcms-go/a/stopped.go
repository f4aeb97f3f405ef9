package a // want `starts no goroutine, and goroutines.go has it`
