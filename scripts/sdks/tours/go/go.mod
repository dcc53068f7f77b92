module tour

go 1.23

require example.com/acme/recado v0.0.0

// Folder of the generated client.
replace example.com/acme/recado => ../../client
