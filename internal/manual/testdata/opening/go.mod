module example.org/opening

go 1.26.0
