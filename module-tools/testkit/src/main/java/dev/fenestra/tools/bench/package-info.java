/**
 * Hosts with an HCA each on one fabric, in this process: where tests and tools get opened contexts from.
 *
 * {@snippet lang = java :
 * import static dev.fenestra.ib.core.vocabulary.AccessFlag.*;
 * import dev.fenestra.tools.bench.*;
 * import dev.fenestra.uverbs.memory.*;
 * import dev.fenestra.uverbs.request.*;
 *
 * void main() {
 *     try (TestBench bench = TestBench.twoHosts()) {
 *         QpPair pair = bench.pair(bench.host("alice").open(), bench.host("bob").open());
 *         Peer alice = pair.one(), bob = pair.other();
 *         RemoteBuffer window = bob.window(0, 5, REMOTE_WRITE);
 *         alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 5)));
 *         IO.println(alice.attempt(RdmaWrite.of(2, window, alice.region().slice(0, 6))).status());
 *         // prints: REM_ACCESS_ERR
 *         bench.host("bob").refusals().forEach(IO::println);
 *         // prints: [A7] the range reaches beyond the window
 *     }
 * }
 * }
 */
package dev.fenestra.tools.bench;
