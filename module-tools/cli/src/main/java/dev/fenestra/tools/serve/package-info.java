/** The parts of a server of real programs beside its door: the file that describes its hosts, and its records. */
package dev.fenestra.tools.serve;
