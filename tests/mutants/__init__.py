"""Rules broken on purpose: which breaks does no test notice? Told in docs/conformance.md, started by `make mutants`."""
