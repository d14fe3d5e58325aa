package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.memory.ReregException;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RegisterMr;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Fast-register regions: pages by work request. */
class FastRegistrationTest extends FastRegion {
    @Test
    void shouldAnnounceMemoryManagementExtensions() {
        assertTrue(bob.context().deviceAttributes().can(DeviceCapability.MEM_MGT_EXTENSIONS));
        assertEquals(512, bob.context().deviceAttributes().memory().maxFastRegPages());
    }

    @Test
    void shouldMoveDataThroughARegistration() {
        Completion.Done done = bob.perform(all(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ));

        alice.perform(
                RdmaWrite.of(2, region.slice(5000, 100).remote(), alice.region().slice(0, 100)));

        assertEquals(WcOpcode.REG_MR, done.opcode());
        assertArrayEquals(alice.memory().get(0, 100), memory.get(5000, 100));
        alice.perform(
                RdmaRead.of(3, region.slice(0, 100).remote(), alice.region().slice(200, 100)));
        assertArrayEquals(new byte[100], alice.memory().get(200, 100));
    }

    @Test
    void shouldUseTheNewKeyInRequestsBehindIt() {
        bob.qp().post(all(LOCAL_WRITE).unsignaled());

        bob.perform(RdmaRead.of(2, aliceRemote(), region.slice(PAGE, 64)));

        assertArrayEquals(alice.memory().get(0, 64), memory.get(PAGE, 64));
    }

    private RemoteBuffer aliceRemote() {
        MemoryRegion readable = alice.pd().regMr(alice.memory(), REMOTE_READ);
        return readable.slice(0, 64).remote();
    }

    @Test
    void shouldOrderPagesAsTheRequestSays() {
        IntStream.range(0, PAGES).forEach(i -> memory.put((long) i * PAGE, new byte[] {(byte) i}));
        List<Integer> reversed =
                IntStream.range(0, PAGES).map(i -> PAGES - 1 - i).boxed().toList();

        bob.perform(RegisterMr.of(
                1, region, nextKey(), pages, reversed, 0x7000, (long) PAGES * PAGE, LOCAL_WRITE, REMOTE_READ));

        for (int i = 0; i < PAGES; i++) {
            alice.perform(RdmaRead.of(
                    2, region.slice((long) i * PAGE, 1).remote(), alice.region().slice(0, 1)));
            assertEquals(PAGES - 1 - i, alice.memory().get(0, 1)[0], "page " + i);
        }
    }

    @Test
    void shouldBeginInsideOfAPage() {
        long iova = 0x5000_0000_0123L;

        bob.perform(RegisterMr.of(1, region, nextKey(), pages, List.of(3, 1), iova, PAGE, LOCAL_WRITE, REMOTE_WRITE));
        alice.perform(RdmaWrite.of(2, region.all().remote(), alice.region().slice(0, PAGE)));

        byte[] sent = alice.memory().get(0, PAGE);
        int first = PAGE - 0x123;
        assertArrayEquals(Arrays.copyOf(sent, first), memory.get(3L * PAGE + 0x123, first));
        assertArrayEquals(Arrays.copyOf(sent, 0x123), memory.get(PAGE, 0x123));
        assertEquals(0, memory.get(3L * PAGE + 0x122, 1)[0]);
        assertEquals(0, memory.get(PAGE + 0x123, 1)[0]);
    }

    @Test
    void shouldRegisterAgainAfterAnInvalidate() {
        for (int round = 0; round < 300; round++) {
            bob.perform(all(LOCAL_WRITE, REMOTE_WRITE));
            alice.perform(
                    RdmaWrite.of(2, region.slice(0, 8).remote(), alice.region().slice(0, 8)));
            bob.perform(LocalInvalidate.of(3, region.rkey()));
        }
        pair.assertRefused(
                HcaRule.R5,
                region.all().remote(),
                RdmaWrite.of(4, region.all().remote(), alice.region().slice(0, 8)));
    }

    @Test
    void shouldLetThePeerInvalidateWhatGivesItARight() {
        bob.perform(all(LOCAL_WRITE, REMOTE_READ));
        bob.qp().postRecv(7, bob.region().slice(0, 64));

        alice.perform(SendWithInvalidate.of(2, region.rkey(), alice.region().slice(0, 8)));
        Completion.Done received = bob.await(7).orThrow();

        assertEquals(OptionalInt.of(region.rkey()), received.invalidatedKey());
        pages.close();
    }

    @Test
    void shouldKeepPagesPinnedWhileARegionHasThem() {
        long pinned = bob.host().process().memory().pinnedPages();
        bob.perform(all(LOCAL_WRITE));

        VerbsException refused = assertThrows(VerbsException.class, pages::close);

        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals(KernelRule.PAGES_UNUSED, refused.rule());
        assertTrue(refused.values().contains(region.name()), refused.values());
        bob.perform(LocalInvalidate.of(2, region.lkey()));
        pages.close();
        assertEquals(pinned - PAGES, bob.host().process().memory().pinnedPages());
    }

    @Test
    void shouldLetGoOfThePagesWhenTheRegionGoes() {
        bob.perform(all(LOCAL_WRITE));

        region.close();
        long pinned = bob.host().process().memory().pinnedPages();
        pages.close();

        assertEquals(pinned - PAGES, bob.host().process().memory().pinnedPages());
    }

    @Test
    void shouldCarryWindows() {
        bob.perform(all(LOCAL_WRITE, MW_BIND));
        MemoryWindow window = bob.pd().allocMw(MwType.TYPE_2);
        int key = MemoryKey.next(window.rkey());

        bob.perform(BindMw.of(2, window, key, region.slice(PAGE, 64), REMOTE_WRITE));
        alice.perform(RdmaWrite.of(
                3,
                new RemoteBuffer(region.address() + PAGE, 8, key),
                alice.region().slice(0, 8)));

        assertArrayEquals(alice.memory().get(0, 8), memory.get(PAGE, 8));
        assertThrows(VerbsException.class, region::close);
        assertFails(HcaRule.I7, WcStatus.MW_BIND_ERR, LocalInvalidate.of(4, region.lkey()));
    }

    @Test
    void shouldNotBeRegisteredAnewByRereg() {
        assertThrows(ReregException.class, () -> region.changeAccess(REMOTE_READ));
    }

    @Test
    void shouldRegisterAsManyPagesAsTheDeviceAnnounces() {
        int most = bob.context().deviceAttributes().memory().maxFastRegPages();
        Memory large = bob.context().allocate((long) most * PAGE);
        PageList list = bob.pd().listPages(large);
        MemoryRegion fast = bob.pd().allocMr(most);

        bob.perform(RegisterMr.of(1, fast, MemoryKey.next(fast.lkey()), list, LOCAL_WRITE, REMOTE_WRITE));
        alice.perform(RdmaWrite.of(
                2, fast.slice((most - 1L) * PAGE, 64).remote(), alice.region().slice(0, 64)));

        assertArrayEquals(alice.memory().get(0, 64), large.get((most - 1L) * PAGE, 64));
    }

    @Test
    void shouldRegisterThroughTheBuilder() {
        RegisterMr what = all(LOCAL_WRITE, REMOTE_WRITE);
        int errno = bob.qp().builder().start().request(9, 4).registerMr(what).complete();

        assertEquals(0, errno);
        assertEquals(what.newKey(), region.lkey());
    }
}
