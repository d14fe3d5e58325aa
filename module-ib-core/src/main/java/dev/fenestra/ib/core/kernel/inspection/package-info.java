/** What a host shows of its work: counted calls, logged refusals, an observer, and the objects that processes have. */
package dev.fenestra.ib.core.kernel.inspection;
