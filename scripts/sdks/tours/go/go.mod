module tour

go 1.23

require example.com/acme/recado v0.0.0

// What openapi-generator made, in a folder of its own.
replace example.com/acme/recado => ../../client
