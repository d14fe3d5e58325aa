package dev.fenestra.tools.routes;

import java.util.List;

/**
 * What one trip has entered.
 *
 * @param files source files in order of first entry, from the root of the sources on
 * @param methods in order of first entry, such as {@code dev.fenestra.uverbs.handles.QueuePair.post}; a dot also stands
 *     before the name of a nested class
 * @param switches how many entries were in another file than the entry before
 * @param untilEffect how many of the files were entered before the effect was there
 */
record TripLog(List<String> files, List<String> methods, int switches, int untilEffect) {}
