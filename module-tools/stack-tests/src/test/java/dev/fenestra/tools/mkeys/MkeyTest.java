package dev.fenestra.tools.mkeys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.limits.MkeyLimits;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.vendor.mlx.dv.DvCapabilities;
import dev.fenestra.vendor.mlx.dv.DvContext;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvMkeyFlag;
import dev.fenestra.vendor.mlx.dv.InterleavedList;
import java.util.Arrays;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** The layout and the rights of indirect mkeys. */
class MkeyTest extends MkeyScene {
    private static final int ROWS = 24;
    private static final int COLUMNS = 20;
    private static final int CELL = 4;
    private static final int DEEPEST = MkeyLimits.DEFAULT.maxIndirection();

    /** A column of a matrix of bob's: its cells lie a row apart. */
    private void addColumn(InterleavedList columns, int column) {
        columns.add(bob.region.lkey(), bob.region.address() + (long) column * CELL, CELL, (COLUMNS - 1) * CELL);
    }

    @Test
    void shouldTransposeAMatrixInOneWrite() {
        DvMkey[] columns = new DvMkey[COLUMNS];
        SgeList all = new SgeList();
        for (int column = 0; column < COLUMNS; column++) {
            InterleavedList cells = new InterleavedList();
            addColumn(cells, column);
            DvMkey mkey = bob.mkey(2);
            bob.configure(direct -> direct.mrInterleaved(mkey, MkeySide.ALL, ROWS, cells))
                    .orThrow();
            columns[column] = mkey;
            all.add(mkey.lkey(), 0, ROWS * CELL);
        }
        DvMkey transposed = bob.mkey(COLUMNS);
        bob.configure(direct -> direct.mrList(transposed, MkeySide.ALL, all)).orThrow();

        write(transposed, 0, ROWS * COLUMNS * CELL).orThrow();

        byte[] sent = alice.bytes();
        byte[] expected = new byte[ROWS * COLUMNS * CELL];
        for (int at = 0; at < ROWS * COLUMNS; at++) {
            int row = at % ROWS;
            int column = at / ROWS;
            System.arraycopy(sent, at * CELL, expected, (row * COLUMNS + column) * CELL, CELL);
        }
        assertArrayEquals(expected, bob.memory.get(0, expected.length));
    }

    @Test
    void shouldFollowAsManyMkeysAsTheDeviceAllowsAndNotOneMore() {
        int key = bob.region.lkey();
        long base = bob.region.address();
        DvMkey deepest = over(bob, key, base, 1000);
        for (int depth = 2; depth <= DEEPEST; depth++) {
            deepest = over(bob, deepest.lkey(), 0, 1000);
        }
        DvMkey tooDeep = over(bob, deepest.lkey(), 0, 1000);

        write(deepest, 10, 900).orThrow();
        assertArrayEquals(alice.memory.get(0, 900), bob.memory.get(10, 900));
        byte[] before = bob.bytes();

        assertEquals(WcStatus.REM_ACCESS_ERR, write(tooDeep, 0, 8).status());
        assertEquals(HcaRule.K6.id(), lastRule(bob));
        assertArrayEquals(before, bob.bytes());
    }

    /**
     * Contradiction 22: one article says that UMR knows no limit of length; we hold to the driver's and the device's
     * limits.
     */
    @Test
    void shouldHoldUmrToTheLimitsOfDriverAndDevice() {
        DvContext direct = alice.context.unwrap(DvContext.class).orElseThrow();
        DvCapabilities limits = direct.capabilities();
        assertEquals(new DvCapabilities(4, 1024, 1L << 31), limits);

        int pd = alice.pd.handle();
        direct.createMkey(pd, limits.maxEntries(), DvMkeyFlag.INDIRECT).close();
        VerbsException tooMany = Assertions.assertThrows(
                VerbsException.class, () -> direct.createMkey(pd, limits.maxEntries() + 1, DvMkeyFlag.INDIRECT));
        assertEquals(Errno.EINVAL, tooMany.errno());

        DvMkey mkey = alice.mkey(4);
        alice.qp.builder().start().request(1, 8);
        SgeList five = new SgeList();
        for (int i = 0; i < 5; i++) {
            five.add(alice.region.lkey(), alice.region.address(), 8);
        }
        alice.direct.mrList(mkey, MkeySide.ALL, five);
        assertEquals(Errno.ENOMEM.code(), alice.qp.builder().complete());

        SgeList longest = new SgeList();
        longest.add(alice.region.lkey(), alice.region.address(), Integer.MIN_VALUE);
        longest.add(alice.region.lkey(), alice.region.address(), Integer.MIN_VALUE);
        Completion allowed = alice.configure(dv -> dv.mrList(mkey, MkeySide.ALL, longest));
        assertEquals(WcOpcode.DRIVER1, allowed.orThrow().opcode());

        SgeList tooLong = list(alice.region.lkey(), alice.region.address(), Integer.MIN_VALUE + 1);
        Completion refused = alice.configure(dv -> dv.mrList(mkey, MkeySide.ALL, tooLong));
        assertEquals(WcStatus.MW_BIND_ERR, refused.status());
        assertEquals(HcaRule.M5.id(), lastRule(alice));
    }

    @Test
    void shouldLetLaterRequestsUseAnMkeyAtOnce() {
        DvMkey mkey = alice.mkey(4);
        SgeList pieces = list(alice.region.lkey(), alice.region.address() + 100, 200);

        alice.post(8, builder -> alice.direct.mrList(mkey, MkeySide.ALL, pieces));
        alice.perform(
                        0,
                        builder -> builder.rdmaWrite(bob.region.rkey(), bob.region.address())
                                .sge(mkey.lkey(), 50, 100))
                .orThrow();

        assertArrayEquals(alice.memory.get(150, 100), bob.memory.get(0, 100));
    }

    @Test
    void shouldNarrowTheRightsOfTheRegion() {
        DvMkey mkey = bob.mkey(4);
        bob.configure(direct -> direct.mrList(
                        mkey, AccessFlag.REMOTE_READ.bit(), list(bob.region.lkey(), bob.region.address(), 100)))
                .orThrow();

        alice.perform(
                        0,
                        builder ->
                                builder.rdmaRead(mkey.rkey(), 0).sge(alice.region.lkey(), alice.region.address(), 100))
                .orThrow();
        assertArrayEquals(bob.memory.get(0, 100), alice.memory.get(0, 100));

        assertEquals(WcStatus.REM_ACCESS_ERR, write(mkey, 0, 8).status());
        assertEquals(HcaRule.R4.id(), lastRule(bob));
    }

    @Test
    void shouldChangeRightsAndLeaveTheLayout() {
        DvMkey mkey = over(bob);
        bob.configure(direct -> {
                    direct.mkeyConfigure(mkey, 1);
                    direct.setAccess(AccessFlag.REMOTE_READ.bit());
                })
                .orThrow();

        assertEquals(WcStatus.REM_ACCESS_ERR, write(mkey, 0, 8).status());
        assertEquals(HcaRule.R4.id(), lastRule(bob));
    }

    @Test
    void shouldAddThroughAnMkeyAcrossTwoPieces() {
        SgeList halves = new SgeList();
        halves.add(bob.region.lkey(), bob.region.address() + 4, 4);
        halves.add(bob.region.lkey(), bob.region.address() + 4094, 4);
        DvMkey mkey = bob.mkey(4);
        bob.configure(direct -> direct.mrList(mkey, MkeySide.ALL, halves)).orThrow();
        bob.memory.put(4, new byte[] {1, 0, 0, 0});
        bob.memory.put(4094, new byte[] {2, 0, 0, 0});

        alice.perform(
                        0,
                        builder -> builder.atomicFetchAndAdd(mkey.rkey(), 0, 0x5_0000_0003L)
                                .sge(alice.region.lkey(), alice.region.address(), 8))
                .orThrow();

        assertArrayEquals(new byte[] {1, 0, 0, 0, 2, 0, 0, 0}, alice.memory.get(0, 8));
        assertArrayEquals(new byte[] {4, 0, 0, 0}, bob.memory.get(4, 4));
        assertArrayEquals(new byte[] {7, 0, 0, 0}, bob.memory.get(4094, 4));
    }

    @Test
    void shouldReadZerosFromAndLoseWritesToANullRegion() {
        try (MemoryRegion nothing = alice.pd.allocNullMr()) {
            alice.perform(
                            0,
                            builder -> builder.rdmaWrite(bob.region.rkey(), bob.region.address() + 10)
                                    .sge(alice.region.lkey(), alice.region.address(), 20)
                                    .sge(nothing.lkey(), 0x1234_5678_9abcL, 5000)
                                    .sge(alice.region.lkey(), alice.region.address() + 20, 20))
                    .orThrow();

            assertArrayEquals(alice.memory.get(0, 20), bob.memory.get(10, 20));
            assertArrayEquals(new byte[5000], bob.memory.get(30, 5000));
            assertArrayEquals(alice.memory.get(20, 20), bob.memory.get(5030, 20));

            byte[] before = alice.bytes();
            alice.perform(
                            0,
                            builder -> builder.rdmaRead(bob.region.rkey(), bob.region.address())
                                    .sge(nothing.lkey(), 0, 9000)
                                    .sge(alice.region.lkey(), alice.region.address(), 10))
                    .orThrow();
            System.arraycopy(bob.bytes(), 9000, before, 0, 10);
            assertArrayEquals(before, alice.bytes());
        }
    }

    @Test
    void shouldHaveHolesWhereALayoutNamesTheNullRegion() {
        try (MemoryRegion nothing = bob.pd.allocNullMr()) {
            SgeList holed = new SgeList();
            holed.add(bob.region.lkey(), bob.region.address(), 100);
            holed.add(nothing.lkey(), 0, 5000);
            holed.add(bob.region.lkey(), bob.region.address() + 100, 100);
            DvMkey mkey = bob.mkey(4);
            bob.configure(direct -> direct.mrList(mkey, MkeySide.ALL, holed)).orThrow();
            byte[] expected = bob.bytes();
            byte[] sent = alice.bytes();
            System.arraycopy(sent, 0, expected, 0, 100);
            System.arraycopy(sent, 5100, expected, 100, 100);

            write(mkey, 0, 5200).orThrow();
            assertArrayEquals(expected, bob.bytes());

            alice.perform(
                            0,
                            builder -> builder.rdmaRead(mkey.rkey(), 0)
                                    .sge(alice.region.lkey(), alice.region.address(), 5200))
                    .orThrow();
            Arrays.fill(sent, 100, 5100, (byte) 0);
            assertArrayEquals(sent, alice.bytes());
        }
    }
}
