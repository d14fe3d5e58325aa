/**
 * What happens in all layers of a bench, in order: typed events, as text or as a packet capture.
 *
 * {@snippet lang = java :
 * import dev.fenestra.tools.bench.TestBench;
 * import dev.fenestra.tools.observe.journal.*;
 *
 * void main() {
 *     try (TestBench bench = TestBench.twoHosts();
 *             Journal journal = Journal.of(bench)) {
 *         bench.host("alice").open().allocPd();
 *         for (JournalEvent event : journal.since(0)) {
 *             IO.println(event); // prints: call=ALLOC_PD
 *         }
 *     }
 * }
 * }
 */
package dev.fenestra.tools.observe.journal;
