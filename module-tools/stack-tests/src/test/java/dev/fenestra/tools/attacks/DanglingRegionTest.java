package dev.fenestra.tools.attacks;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Listing;
import dev.fenestra.tools.observe.snapshot.ResourceFilter;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A7: the program frees a buffer and forgets its region. The stack cannot refuse what it was told to grant, but it can
 * say so.
 */
class DanglingRegionTest {
    private static final ResourceFilter MRS = new ResourceFilter("mr", null, null);

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final Client alice = new Client(bench.host("alice"));
    private final Context bob = bench.host("bob").open();
    private final ProtectionDomain pd = bob.allocPd();
    private final QueuePair to = pd.createQp(QpSpec.rc(bob.createCq(16), bob.createCq(16)));

    private List<String> warnings() {
        return Listing.warnings(Snapshot.of(bench.hosts()), MRS);
    }

    @Test
    void shouldGrantAccessToFreedMemoryAndWarnOfTheRegion() {
        Memory kept = bob.allocate(2 * PAGE_BYTES);
        Memory freed = bob.allocate(2 * PAGE_BYTES);
        MemoryRegion innocent = pd.regMr(kept, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        MemoryRegion region = pd.regMr(freed, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        alice.connect(bench, to);
        assertEquals(List.of(), warnings());

        freed.unmap(0, PAGE_BYTES);
        assertEquals(1, warnings().size());
        assertTrue(
                warnings().getFirst().contains("freed 4096 bytes"), warnings().toString());
        freed.free();

        assertEquals(
                WcStatus.SUCCESS,
                alice.attempt(RdmaWrite.of(1, region.slice(0, 8).remote(), alice.region.slice(0, 8)))
                        .status());
        assertTrue(
                warnings().getFirst().contains("freed 8192 bytes"), warnings().toString());
        region.close();
        assertEquals(List.of(), warnings());
        innocent.close();
    }
}
