// Holds nothing: the target that the precompiled headers belong to.
