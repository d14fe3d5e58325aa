package dev.fenestra.hw.sim.mlx5.command;

import static dev.fenestra.hw.sim.mlx5.command.Commands.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Reply;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MkeyCommandTest {
    private static final long START = 0x4000_0800L;
    private static final int MKEY = CreateMkey.MKEY_OFFSET;

    private final RawPair pair = new RawPair();
    private final RawHost host = pair.alice.host;
    private final int pd = pair.alice.pd;

    @AfterEach
    void close() {
        pair.close();
    }

    private Reply create(Consumer<MemorySegment> spoil) {
        MemorySegment in = host.regionInput(pd, START, 8192, host.memory.pages(3), RawHost.ALL_RIGHTS, RawHost.MW_BIND);
        spoil.accept(in);
        return host.commands.execute(in, 16);
    }

    private void refuses(int status, Consumer<MemorySegment> spoil) {
        refused(status, create(spoil));
    }

    private void refuses(Consumer<MemorySegment> spoil) {
        refuses(CommandStatus.BAD_PARAMETER, spoil);
    }

    private static Consumer<MemorySegment> page(int i, long address) {
        return in -> MttEntry.VALUE.setLong(in, CreateMkey.LIST_OFFSET + i * 8L, address);
    }

    @Test
    void shouldRefuseARegionWithoutConsumingAKeyOrATranslation() {
        int before = RawHost.good(create(in -> {})).object();
        long written = host.hca.counters().mttWritten;
        refuses(CommandStatus.BAD_RESOURCE, in -> MkeyContext.PD.set(in, MKEY, 999));
        refuses(in -> {
            MkeyContext.START_ADDRESS.setLong(in, MKEY, 0x4000);
            MkeyContext.LENGTH.setLong(in, MKEY, 0);
        });
        refuses(in -> MkeyContext.LENGTH.setLong(in, MKEY, -1));
        refuses(in -> MkeyContext.LENGTH.setLong(in, MKEY, Long.MIN_VALUE));
        refuses(in -> MkeyContext.LENGTH.setLong(in, MKEY, Long.MAX_VALUE));
        refuses(in -> MkeyContext.LENGTH.setLong(in, MKEY, 4 * 4096 + 1));
        refuses(in -> CreateMkey.TRANSLATION_OCTOWORDS.set(in, 0, 1));
        refuses(in -> MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, 11));
        refuses(in -> MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, 31));
        refuses(in -> MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_INDIRECT));
        refuses(in -> MkeyContext.OBJECT_CLASS.set(in, MKEY, 15));
        refuses(page(0, host.memory.hole()));
        refuses(page(2, 0));
        refuses(page(1, -4096L));
        refuses(page(1, host.memory.page() + 0x200));
        refuses(in -> CreateMkey.LEDGER.setLong(in, 0, host.memory.hole()));
        refuses(in -> CreateMkey.LEDGER.setLong(in, 0, host.memory.page() + 4));
        refuses(in -> CreateMkey.LEDGER.setLong(in, 0, host.memory.page() + 4092));
        assertEquals(written, host.hca.counters().mttWritten);
        assertEquals(before + 1, RawHost.good(create(in -> {})).object());
    }

    @Test
    void shouldTakeTheTagOfTheContextUnlessItIsToChoose() {
        Reply told = create(in -> {
            MkeyContext.CHOOSE_TAG.set(in, MKEY, 0);
            MkeyContext.TAG.set(in, MKEY, 0x5c);
        });
        RawRegion region = new RawRegion(host.memory, told.object() << 8 | 0x5c, START, new long[0]);
        pair.alice.qp.post(Wqe.send().sge(region, 0, 8).unsignaled());
        pair.fabric.progress();
        assertTrue(host.refusals.isEmpty(), "the key works: " + host.refusals);
    }

    @Test
    void shouldGiveAnIndexBackWithItsNextTag() {
        Reply first = RawHost.good(create(in -> {}));
        RawHost.good(host.destroyKey(first.key()));
        Reply second = RawHost.good(create(in -> {}));
        assertEquals(first.object(), second.object());
        assertEquals(first.tag() + 1 & 0xff, second.tag());
    }

    @Test
    void shouldDestroyAKeyOnceAndKnowNoOther() {
        int key = RawHost.good(create(in -> {})).key();
        RawHost.good(host.destroyKey(key));
        refused(CommandStatus.BAD_RESOURCE, host.destroyKey(key));
        refused(CommandStatus.BAD_RESOURCE, host.destroyKey(0));
        refused(CommandStatus.BAD_RESOURCE, host.destroyKey(-1));
        refused(CommandStatus.BAD_RESOURCE, host.commands.execute(CommandOpcode.QUERY_BOUND_WINDOWS, key >>> 8));
    }

    @Test
    void shouldKnowNoWindowsWhenBuiltWithoutThem() {
        HcaConfig config = HcaConfig.ofIpv4(0x0a000009).withWindows(WindowSupport.NONE);
        try (RawHost without = new RawHost(config, new Fabric())) {
            int itsPd = without.pd();
            for (int objectClass : new int[] {MkeyContext.CLASS_MW_TYPE_1, MkeyContext.CLASS_MW_TYPE_2}) {
                refused(
                        CommandStatus.BAD_PARAMETER,
                        without.commands.execute(without.windowInput(itsPd, objectClass), 16));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 20_001, 100_000})
    void shouldRegisterThroughThousandsOfMailboxes(int count) {
        long last = host.memory.page();
        long[] pages = new long[count];
        Arrays.fill(pages, host.memory.page());
        pages[count - 1] = last;
        MemorySegment in = host.regionInput(pd, 0x10000, count * 4096L, pages, RawHost.ALL_RIGHTS, 0);
        int key = RawHost.good(host.commands.execute(in, 16)).key();
        assertTrue(host.hca.counters().mttWritten >= count);
        RawRegion target = pair.bob.host.region(pair.bob.pd, 64);
        host.memory.write(last + 4000, new byte[] {1, 2, 3, 4, 5});
        pair.alice.qp.post(Wqe.write(target.address(), target.key()).sge(key, 0x10000 + count * 4096L - 96, 5));
        pair.settle();
        assertTrue(pair.alice.sent().isSuccess());
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, target.bytes(0, 5));
    }

    @Test
    void shouldHaveAsManyKeysAsItSays() {
        HcaConfig small = HcaConfig.ofIpv4(0x0a000009).withLimits(HcaLimits.DEFAULT.withLogMaxMkey(6));
        try (RawHost few = new RawHost(small, new Fabric())) {
            int itsPd = few.pd();
            int last = 0;
            for (int i = 0x10; i < 64; i++) {
                last = few.window(itsPd, 1);
            }
            MemorySegment another = few.windowInput(itsPd, MkeyContext.CLASS_MW_TYPE_1);
            refused(CommandStatus.LIMIT_EXCEEDED, few.commands.execute(another, 16));
            RawHost.good(few.destroyKey(last));
            assertEquals(last >>> 8, few.window(itsPd, 2) >>> 8);
        }
    }
}
