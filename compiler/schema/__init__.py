"""JSON Schema of the input files, made from the models that read them: for editors, and for what `explain` tells."""
