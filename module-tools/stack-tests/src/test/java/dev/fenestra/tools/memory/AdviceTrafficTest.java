package dev.fenestra.tools.memory;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Madvise;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A program gives pages up that a device uses (MADV_DONTNEED). */
class AdviceTrafficTest {
    private static final int BYTES = 4 * PAGE_BYTES;

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();

    @Test
    void shouldLetProcessAndDeviceSeeDifferentPagesOnceAPinnedPageIsGivenUp() {
        MemoryRegion region =
                bob.pd().regMr(bob.memory(), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE);
        bob.memory().advise(Madvise.DONTNEED, PAGE_BYTES, PAGE_BYTES);

        // The program finds zeros, and the device still has what was there before: stale data, as on Linux.
        assertEquals(0, bob.memory().getLong(PAGE_BYTES));
        bob.memory().putLong(PAGE_BYTES, 7);
        alice.perform(RdmaRead.of(
                1, region.slice(PAGE_BYTES, 8).remote(), alice.region().slice(0, 8)));
        assertEquals(0xbbbb_bbbb_bbbb_bbbbL, alice.memory().getLong(0));
        // What a peer writes there never reaches the program.
        alice.perform(RdmaWrite.of(
                2, region.slice(PAGE_BYTES, 8).remote(), alice.region().slice(8, 8)));
        assertEquals(7, bob.memory().getLong(PAGE_BYTES));
        // A new registration has the program's page.
        region.changeTranslation(bob.memory(), 0, Side.REGION_BYTES);
        alice.perform(RdmaWrite.of(
                3, region.slice(PAGE_BYTES, 8).remote(), alice.region().slice(8, 8)));
        assertEquals(0xaaaa_aaaa_aaaa_aaaaL, bob.memory().getLong(PAGE_BYTES));
    }

    /** pyverbs test_odp_rc_traffic: pages are thrown out before each of 100 SENDs. */
    @Test
    void shouldSendRightDataFromPagesPagedOnDemandThatWereGivenUpBefore() {
        Memory source = alice.context().allocate(BYTES);
        Memory target = bob.context().allocate(BYTES);
        MemoryRegion from = alice.pd().regMr(source, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND);
        MemoryRegion to = bob.pd().regMr(target, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            source.advise(Madvise.DONTNEED, 0, BYTES);
            target.advise(Madvise.DONTNEED, 0, BYTES);
            byte[] half = new byte[BYTES / 2];
            random.nextBytes(half);
            source.put(PAGE_BYTES, half);
            bob.qp().postRecv(2 * i, to.all());
            alice.perform(Send.of(2 * i + 1, from.all()));
            bob.await(2 * i).orThrow();

            byte[] expected = new byte[BYTES];
            System.arraycopy(half, 0, expected, PAGE_BYTES, half.length);
            assertArrayEquals(expected, target.get(0, BYTES));
        }
    }
}
