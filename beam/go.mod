module tabletop/beam

go 1.26.0

require github.com/apache/beam/sdks/v2 v2.77.0

require pgregory.net/rapid v1.3.0

replace tabletop => ../
