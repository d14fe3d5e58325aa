package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.FakePage;
import java.util.function.Consumer;

/** A QP over fake memory, and what must hold when a post is refused: errno, rule, and nothing posted. */
abstract class PostScene {
    static final QpCapacity CAPACITY = new QpCapacity(4, 4, 2, 1, 60);
    static final int WINDOW_KEY = 0x12345601;
    static final int NEXT_KEY = 0x12345602;
    static final int READ = AccessFlag.REMOTE_READ.bit();
    static final int ZERO_BASED = AccessFlag.ZERO_BASED.bit();
    final FakeMemory memory = new FakeMemory();
    final FakePage page = new FakePage();
    final UserMr mr = new UserMr(0x700, 0x700, 1, 0x1000, 0x1000, AccessFlag.MW_BIND.bit());
    final UserMw type1 = new UserMw(MwType.TYPE_1, 1, WINDOW_KEY);
    final UserMw type2 = new UserMw(MwType.TYPE_2, 1, WINDOW_KEY);
    final long data = memory.allocate(4096);

    MlxQp qp(QpType type, boolean atomics, QpState... states) {
        MlxUserContext context = new MlxUserContext(
                memory, VendorCalls.mapping(offset -> page), () -> null, UserOptions.DEFAULT.withAtomics(atomics));
        MlxCq cq = (MlxCq) context.prepareCq(7).complete(1);
        MlxQp qp =
                (MlxQp) context.prepareQp(type, CAPACITY, true, false, cq, cq).complete(0x17);
        for (QpState state : states) {
            qp.stateChanged(state);
        }
        return qp;
    }

    MlxQp ready() {
        return qp(QpType.RC, true, QpState.INIT, QpState.RTR, QpState.RTS);
    }

    void assertBuilderRefuses(MlxRule rule, MlxQp qp, Consumer<SendQueue> request) {
        SendQueue queue = qp.sendQueue();
        queue.start();
        queue.request(1, 0);
        request.accept(queue);
        assertRefused(rule, qp, queue.complete());
    }

    void assertListRefuses(MlxRule rule, MlxQp qp, WrOpcode opcode, Consumer<SendList.Entry> request) {
        SendList list = new SendList();
        request.accept(list.add(1, opcode, 0));
        int errno = qp.sendQueue().post(list);
        assertEquals(0, list.badIndex());
        assertRefused(rule, qp, errno);
    }

    void assertType1Refused(MlxRule rule, MlxQp qp, UserMr region, long length, int access) {
        assertRefused(rule, qp, qp.sendQueue().bindType1(1, 0, type1, region, 0x1000, length, access));
        assertEquals(WINDOW_KEY, type1.rkey());
    }

    void assertRefused(MlxRule rule, MlxQp qp, int errno) {
        assertEquals(rule.errno().code(), errno);
        assertEquals(rule, qp.sendQueue().refusedBy());
        assertEquals(0, qp.sends().ring().head);
        assertEquals(0, qp.sends().ring().posted);
        assertEquals(0, page.offsets().size());
    }

    MlxQp datagrams() {
        return qp(QpType.UD, true, QpState.INIT, QpState.RTR, QpState.RTS);
    }
}
