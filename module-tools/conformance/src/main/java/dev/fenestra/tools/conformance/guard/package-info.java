/** Limits of what is judged: an exception or a hang in it is a finding, and never the end of the run. */
package dev.fenestra.tools.conformance.guard;
