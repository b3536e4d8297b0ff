// The generator's reader of pages, so that pages are read here as they are built in.
#include "../../cmake/generate/page.cpp"
