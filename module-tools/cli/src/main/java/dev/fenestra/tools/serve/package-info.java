/** The parts of a server of real programs beside its bridge: the file that describes its hosts, and its records. */
package dev.fenestra.tools.serve;
