package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.FakePage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class UserUdataTest {
    private final FakeMemory memory = new FakeMemory();

    private static String hex(MemorySegment segment) {
        return HexFormat.of().formatHex(segment.toArray(ValueLayout.JAVA_BYTE));
    }

    private Pending<UserContext> pendingContext() {
        return new MlxUserProvider().prepareContext(memory, offset -> new FakePage(), () -> null);
    }

    private UserContext context() {
        Pending<UserContext> pending = pendingContext();
        ContextUdata.MAX_SRQ_WQES.set(pending.udata().response(), 0x7fff);
        return pending.complete(0);
    }

    private UserCq cq(UserContext context) {
        return context.prepareCq(7).complete(1);
    }

    @Test
    void shouldAskForAContextInTheRealLayout() {
        assertEquals(
                "10000000" + "00".repeat(12) + "01" + "00".repeat(15),
                hex(pendingContext().udata().request()));
    }

    @Test
    void shouldDescribeACqInTheRealLayout() {
        Pending<UserCq> pending = context().prepareCq(10);

        // The buffer was mapped first, one page of 16 entries; the page of records after it.
        assertEquals(
                "0000000000200000" + "0020000000200000" + "40000000" + "00".repeat(12),
                hex(pending.udata().request()));
        assertEquals(15, pending.complete(1).capacity());
    }

    @Test
    void shouldDescribeAQpInTheRealLayout() {
        UserContext context = context();
        UserCq cq = cq(context);
        QpCapacity asked = new QpCapacity(5, 3, 1, 2, 0);

        Pending<UserQp> pending = context.prepareQp(QpType.RC, asked, false, false, cq, cq);

        // 5 requests of 256 bytes need 32 blocks, 3 receives of 32 bytes 4 WQEs; the record is the second of its page.
        assertEquals(
                "0050000000200000" + "4020000000200000" + "20000000" + "04000000" + "05000000" + "02000000"
                        + "00".repeat(24),
                hex(pending.udata().request()));
    }

    @Test
    void shouldDescribeAnSrqInTheRealLayoutWithReservedWordsZero() {
        PendingSrq pending = context().prepareSrq(new SrqCapacity(5, 2));

        // 5 receives need 8 WQEs, 8 more to rest: 16 WQEs of 64 bytes with 3 elements, one page.
        assertEquals(
                "0000000000200000" + "0020000000200000" + "00".repeat(16),
                hex(pending.udata().request()));
        assertEquals(new SrqCapacity(15, 3), pending.layout());
        assertEquals(new SrqCapacity(7, 3), pending.capacity());
        assertEquals(new SrqCapacity(7, 3), pending.complete(1).capacity());
    }

    @Test
    void shouldGiveAnXrcSrqAUserIndexBesideThoseOfQps() {
        UserContext context = context();
        UserCq cq = cq(context);
        context.prepareQp(QpType.RC, new QpCapacity(1, 1, 1, 1, 0), false, false, cq, cq)
                .complete(0x11);

        PendingSrq pending = context.prepareXrcSrq(new SrqCapacity(5, 2), cq);

        assertEquals(
                "00000000" + "00000000" + "01000000" + "00000000",
                hex(pending.udata().request().asSlice(16, 16)));
    }

    @Test
    void shouldDescribeNothingOfAnXrcTarget() {
        assertEquals(
                "00".repeat(32) + "ffffff00" + "00".repeat(20),
                hex(context().xrcTarget().request()));
    }

    @Test
    void shouldGiveEachQpAUserIndexOfItsOwn() {
        UserContext context = context();
        UserCq cq = cq(context);
        QpCapacity asked = new QpCapacity(1, 1, 1, 1, 0);
        context.prepareQp(QpType.RC, asked, false, false, cq, cq).complete(0x11);

        Pending<UserQp> second = context.prepareQp(QpType.RC, asked, false, false, cq, cq);

        assertEquals("01000000", hex(second.udata().request().asSlice(32, 4)));
    }

    @Test
    void shouldGiveBackWhatADiscardedQueueTook() {
        UserContext context = context();
        UserCq cq = cq(context);
        int areas = memory.areas().size();

        context.prepareQp(QpType.RC, new QpCapacity(1, 1, 1, 1, 0), false, false, cq, cq)
                .discard();
        context.prepareCq(7).discard();
        context.prepareSrq(new SrqCapacity(1, 1)).discard();
        context.prepareXrcSrq(new SrqCapacity(1, 1), cq).discard();
        assertEquals(areas, memory.areas().size());

        cq.destroyed();
        context.close();
        assertTrue(memory.areas().isEmpty());
    }
}
