/**
 * The user API, in the words of libibverbs.
 *
 * <p>Each room is a package: {@linkplain dev.fenestra.uverbs.handles handles} of contexts, PDs, QPs and CQs; what a
 * program {@linkplain dev.fenestra.uverbs.request posts}; {@linkplain dev.fenestra.uverbs.memory memory}, its regions
 * and windows; {@linkplain dev.fenestra.uverbs.cm connection management}. This package has what all of them use.
 *
 * <p>A program closes the objects of a {@link dev.fenestra.uverbs.handles.Context} in reverse order of creation. A
 * second close does nothing. Control verbs are system calls. Posting and polling never enter the kernel.
 *
 * <p>Each kind of call reports errors in one way:
 *
 * <ul>
 *   <li>A control verb throws {@link dev.fenestra.ib.core.vocabulary.VerbsException} with errno, rule and values. It
 *       has changed nothing then, unless it says otherwise.
 *   <li>A post of request objects throws {@link dev.fenestra.uverbs.request.PostException}, which adds the index of the
 *       first request that was refused. The requests before it are posted.
 *   <li>A post that allocates nothing ({@link dev.fenestra.uverbs.request.SendBuilder}, and the forms that take
 *       numbers) returns 0 or an errno.
 *   <li>A poll throws VerbsException with EIO when the CQ is broken. An await throws it with EAGAIN when its time has
 *       passed.
 *   <li>What the device refuses later is the status of a {@link dev.fenestra.uverbs.handles.Completion}; its
 *       {@code orThrow} turns a failure into {@link dev.fenestra.uverbs.handles.WorkCompletionException}.
 *   <li>The use of a closed object throws {@link IllegalStateException}, and an argument that no device could take
 *       {@link IllegalArgumentException}.
 * </ul>
 *
 * <p>A WRITE from one host to another. Where the hosts come from is not the matter of this package: here a bench has
 * them.
 *
 * {@snippet lang = java :
 * import static dev.fenestra.ib.core.vocabulary.AccessFlag.*;
 * import dev.fenestra.tools.bench.TestBench;
 * import dev.fenestra.uverbs.handles.*;
 * import dev.fenestra.uverbs.memory.*;
 * import dev.fenestra.uverbs.request.*;
 *
 * void main() {
 *     try (TestBench bench = TestBench.twoHosts()) {
 *         Context alice = bench.host("alice").open(), bob = bench.host("bob").open();
 *         ProtectionDomain alicePd = alice.allocPd(), bobPd = bob.allocPd();
 *         CompletionQueue aliceCq = alice.createCq(16), bobCq = bob.createCq(16);
 *         QueuePair aliceQp = alicePd.createQp(QpSpec.rc(aliceCq, aliceCq));
 *         bench.connectPair(aliceQp, bobPd.createQp(QpSpec.rc(bobCq, bobCq)));
 *
 *         MemoryRegion source = alicePd.regMr(alice.allocate(64));
 *         MemoryRegion target = bobPd.regMr(bob.allocate(64), LOCAL_WRITE, REMOTE_WRITE);
 *         aliceQp.post(RdmaWrite.of(1, target.remote(), source.slice(0, 64)));
 *         IO.println(aliceCq.await(1, Duration.ofMillis(1)).status()); // prints: SUCCESS
 *     }
 * }
 * }
 */
package dev.fenestra.uverbs;
