"""What telecompile can tell at length: a page a code, and what each key of the input files is for."""
