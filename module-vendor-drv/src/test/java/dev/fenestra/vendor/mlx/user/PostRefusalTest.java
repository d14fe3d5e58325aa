package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.FakePage;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

public class PostRefusalTest {
    private static final QpCapacity CAPACITY = new QpCapacity(4, 4, 2, 1, 60);
    private static final int WINDOW_KEY = 0x12345601;
    private static final int NEXT_KEY = 0x12345602;
    private static final int READ = AccessFlag.REMOTE_READ.bit();
    private static final int ZERO_BASED = AccessFlag.ZERO_BASED.bit();

    private final FakeMemory memory = new FakeMemory();
    private final FakePage page = new FakePage();
    private final UserMr mr = new UserMr(0x700, 0x700, 1, 0x1000, 0x1000, AccessFlag.MW_BIND.bit());
    private final UserMw type1 = new UserMw(MwType.TYPE_1, 1, WINDOW_KEY);
    private final UserMw type2 = new UserMw(MwType.TYPE_2, 1, WINDOW_KEY);
    private final long data = memory.allocate(4096);

    private MlxQp qp(QpType type, boolean atomics, QpState... states) {
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

    private MlxQp ready() {
        return qp(QpType.RC, true, QpState.INIT, QpState.RTR, QpState.RTS);
    }

    private void assertBuilderRefuses(MlxRule rule, MlxQp qp, Consumer<SendQueue> request) {
        SendQueue queue = qp.sendQueue();
        queue.start();
        queue.request(1, 0);
        request.accept(queue);
        assertRefused(rule, qp, queue.complete());
    }

    private void assertListRefuses(MlxRule rule, MlxQp qp, WrOpcode opcode, Consumer<SendList.Entry> request) {
        SendList list = new SendList();
        request.accept(list.add(1, opcode, 0));
        int errno = qp.sendQueue().post(list);
        assertEquals(0, list.badIndex());
        assertRefused(rule, qp, errno);
    }

    private void assertType1Refused(MlxRule rule, MlxQp qp, UserMr region, long length, int access) {
        assertRefused(rule, qp, qp.sendQueue().bindType1(1, 0, type1, region, 0x1000, length, access));
        assertEquals(WINDOW_KEY, type1.rkey());
    }

    private void assertRefused(MlxRule rule, MlxQp qp, int errno) {
        assertEquals(rule.errno().code(), errno);
        assertEquals(rule, qp.sendQueue().refusedBy());
        assertEquals(0, qp.sends().slots().head);
        assertEquals(0, qp.sends().ring().posted);
        assertEquals(0, page.offsets().size());
    }

    private Consumer<SendQueue> bind(UserMw mw, int newKey, long length, int access) {
        return queue -> queue.bindMw(mw, newKey, mr, 0x1000, length, access);
    }

    private Consumer<SendList.Entry> bindEntry(UserMw mw, int newKey, long length, int access) {
        return entry -> {
            entry.mw = mw;
            entry.mr = mr;
            entry.newKey = newKey;
            entry.bindAddress = 0x1000;
            entry.bindLength = length;
            entry.bindAccess = access;
        };
    }

    private static Consumer<MrRegistration> nothing() {
        return what -> {};
    }

    /** A request that would pass, but for what is changed. */
    private MrRegistration registration(Consumer<MrRegistration> change) {
        MlxUserContext context =
                new MlxUserContext(memory, VendorCalls.mapping(offset -> page), () -> null, UserOptions.DEFAULT);
        MrRegistration what = new MrRegistration();
        what.region = context.prepareFastMr(2).complete(0);
        what.oldKey = WINDOW_KEY;
        what.newKey = NEXT_KEY;
        what.pagesKey = 0x900;
        what.pages = new long[] {0x10_0000, 0x10_1000, 0x10_2000};
        what.pageCount = 1;
        what.length = 64;
        what.access = READ;
        change.accept(what);
        return what;
    }

    private void assertNotRegistered(MlxRule rule, Supplier<MlxQp> qp, Consumer<MrRegistration> change) {
        MrRegistration what = registration(change);
        assertBuilderRefuses(rule, qp.get(), queue -> queue.registerMr(what));
        assertListRefuses(rule, qp.get(), WrOpcode.REG_MR, entry -> entry.registration.set(what));
    }

    @Test
    @Provokes({MlxRule.REG_TRANSPORT, MlxRule.REG_REGION, MlxRule.REG_KEY, MlxRule.REG_ACCESS, MlxRule.REG_PAGES})
    void shouldRefuseAFastRegistrationThatTheDeviceCannotJudge() {
        QpState[] up = {QpState.INIT, QpState.RTR, QpState.RTS};
        assertNotRegistered(MlxRule.REG_TRANSPORT, () -> qp(QpType.UD, true, up), nothing());
        assertNotRegistered(MlxRule.REG_REGION, this::ready, what -> what.region = null);
        assertNotRegistered(MlxRule.REG_KEY, this::ready, what -> what.newKey = WINDOW_KEY + 0x100);
        assertNotRegistered(MlxRule.REG_ACCESS, this::ready, what -> what.access = ZERO_BASED);
        assertNotRegistered(MlxRule.REG_PAGES, this::ready, what -> what.pageCount = 3);
    }

    @Test
    void shouldPostAFastRegistration() {
        SendList list = new SendList();
        list.add(1, WrOpcode.REG_MR, 0).registration.set(registration(nothing()));
        assertEquals(0, ready().sendQueue().post(list));
    }

    @Test
    @Provokes({MlxRule.DM_RANGE, MlxRule.DM_WORDS})
    void shouldLookAtTheRangeOfACopyBeforeItsWords() {
        MlxUserDm onCard = new MlxUserDm(MemorySegment.ofArray(new byte[64]));
        MemorySegment odd = MemorySegment.ofArray(new byte[3]);
        MemorySegment word = MemorySegment.ofArray(new byte[4]);

        assertCopyRefused(MlxRule.DM_RANGE, () -> onCard.write(62, odd));
        assertCopyRefused(MlxRule.DM_RANGE, () -> onCard.read(Long.MAX_VALUE, word));
        assertCopyRefused(MlxRule.DM_WORDS, () -> onCard.write(0, odd));
        assertCopyRefused(MlxRule.DM_WORDS, () -> onCard.read(2, word));
    }

    private static void assertCopyRefused(MlxRule rule, Executable copy) {
        VerbsException refused = assertThrows(VerbsException.class, copy);
        assertEquals(rule, refused.rule());
        assertEquals(rule.errno(), refused.errno());
    }

    @Test
    @Provokes(MlxRule.POST_PATH)
    void shouldRefuseADatagramThatSaysNotWhereItGoes() {
        QpState[] up = {QpState.INIT, QpState.RTR, QpState.RTS};
        assertBuilderRefuses(MlxRule.POST_PATH, qp(QpType.UD, true, up), SendQueue::send);
        assertListRefuses(MlxRule.POST_PATH, qp(QpType.UD, true, up), WrOpcode.SEND, entry -> {});
    }

    @Test
    @Provokes(MlxRule.P4)
    void shouldRefuseAZeroBasedWindowOfType1() {
        assertType1Refused(MlxRule.P4, ready(), mr, 8, READ | ZERO_BASED);
    }

    @Test
    @Provokes(MlxRule.P5)
    void shouldRefuseToBindAWindowOfType1ToANullRegion() {
        assertType1Refused(MlxRule.P5, ready(), new UserMr(0x200, 0, 1, 0, -1, 0, MrType.NULL_MR), 8, READ);
    }

    @Test
    @Provokes(MlxRule.P6)
    void shouldRefuseToBindAWindowOfType1ToAZeroBasedRegion() {
        assertType1Refused(MlxRule.P6, ready(), new UserMr(0x700, 0x700, 1, 0, 8, ZERO_BASED), 8, READ);
    }

    @Test
    @Provokes(MlxRule.P7)
    void shouldRefuseWindowsOfMoreThan2GiB() {
        assertBuilderRefuses(MlxRule.P7, ready(), bind(type2, NEXT_KEY, (1L << 31) + 1, READ));
        assertListRefuses(MlxRule.P7, ready(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY, -1, READ));
        assertType1Refused(MlxRule.P7, ready(), mr, (1L << 31) + 1, READ);
    }

    @Test
    @Provokes(MlxRule.P8)
    void shouldRefuseAWindowOfType1InARequest() {
        assertBuilderRefuses(MlxRule.P8, ready(), bind(type1, NEXT_KEY, 8, READ));
        assertListRefuses(MlxRule.P8, ready(), WrOpcode.BIND_MW, bindEntry(type1, NEXT_KEY, 8, READ));
        assertListRefuses(MlxRule.P8, ready(), WrOpcode.BIND_MW, entry -> {});
    }

    @Test
    @Provokes(MlxRule.P9)
    void shouldRefuseToBindThroughUd() {
        assertBuilderRefuses(MlxRule.P9, datagrams(), bind(type2, NEXT_KEY, 8, READ));
        assertListRefuses(MlxRule.P9, datagrams(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY, 8, READ));
        assertType1Refused(MlxRule.P9, datagrams(), mr, 8, READ);
    }

    private MlxQp datagrams() {
        return qp(QpType.UD, true, QpState.INIT, QpState.RTR, QpState.RTS);
    }

    @Test
    @Provokes({MlxRule.P10, MlxRule.P10_LIST})
    void shouldRefuseToPostBeforeRts() {
        MlxQp qp = qp(QpType.RC, true, QpState.INIT, QpState.RTR);
        assertBuilderRefuses(MlxRule.P10, qp, SendQueue::send);
        assertListRefuses(MlxRule.P10_LIST, qp, WrOpcode.SEND, entry -> {});
        assertType1Refused(MlxRule.P10_LIST, qp, mr, 8, READ);
    }

    @Test
    @Provokes(MlxRule.P10)
    void shouldRefuseToPostAfterAReset() {
        MlxQp qp = ready();
        qp.stateChanged(QpState.RESET);

        assertBuilderRefuses(MlxRule.P10, qp, SendQueue::send);
    }

    @Test
    void shouldGoOnPostingInErrorState() {
        MlxQp qp = ready();
        qp.stateChanged(QpState.ERR);
        qp.sendQueue().start();
        qp.sendQueue().request(1, 0);
        qp.sendQueue().send();

        assertEquals(0, qp.sendQueue().complete());
        assertNull(qp.sendQueue().refusedBy());
    }

    @Test
    @Provokes(MlxRule.P11)
    void shouldRefuseWhatTheQueueHasNoRoomFor() {
        MlxQp qp = ready();
        int room = qp.capacity().maxSendWr();
        assertBuilderRefuses(MlxRule.P11, qp, queue -> {
            for (int i = 0; i <= room; i++) {
                queue.request(i, 0);
                queue.send();
            }
        });
        SendList list = new SendList();
        for (int i = 0; i <= room; i++) {
            list.add(i, WrOpcode.SEND, 0);
        }

        assertEquals(MlxRule.P11.errno().code(), qp.sendQueue().post(list));

        assertEquals(room, list.badIndex());
        assertEquals(room, qp.sends().slots().head);
        assertEquals(MlxRule.P11, qp.sendQueue().refusedBy());
    }

    @Test
    @Provokes(MlxRule.B2)
    void shouldRefuseWindowRightsThatNoWindowHas() {
        int ofRegions = AccessFlag.MW_BIND.bit();
        assertBuilderRefuses(MlxRule.B2, ready(), bind(type2, NEXT_KEY, 8, ofRegions));
        assertListRefuses(MlxRule.B2, ready(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY, 8, ofRegions));
        assertType1Refused(MlxRule.B2, ready(), mr, 8, ofRegions);
    }

    @Test
    @Provokes(MlxRule.B13)
    void shouldRefuseANewKeyOfAnotherIndex() {
        assertBuilderRefuses(MlxRule.B13, ready(), bind(type2, NEXT_KEY + 0x100, 8, READ));
        assertListRefuses(MlxRule.B13, ready(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY + 0x100, 8, READ));
    }

    @Test
    @Provokes(MlxRule.POST_SGE)
    void shouldRefuseTooManyElements() {
        assertBuilderRefuses(MlxRule.POST_SGE, ready(), queue -> {
            queue.send();
            for (int i = 0; i < 3; i++) {
                queue.sge(1, data, 8);
            }
        });
        assertListRefuses(MlxRule.POST_SGE, ready(), WrOpcode.SEND, entry -> {
            for (int i = 0; i < 3; i++) {
                entry.data.add(1, data, 8);
            }
        });
    }

    @Test
    @Provokes(MlxRule.POST_INLINE)
    void shouldRefuseTooMuchInlineData() {
        int room = ready().capacity().maxInlineData();
        assertBuilderRefuses(MlxRule.POST_INLINE, ready(), queue -> {
            queue.send();
            queue.inline(data, room);
            queue.inline(data, 1);
        });
        assertListRefuses(MlxRule.POST_INLINE, ready(), WrOpcode.SEND, entry -> {
            entry.flags = SendFlag.INLINE;
            entry.data.add(0, data, room);
            entry.data.add(0, data, 1);
        });
    }

    @Test
    @Provokes(MlxRule.POST_INLINE)
    void shouldTakeALengthAsUnsigned() {
        assertBuilderRefuses(MlxRule.POST_INLINE, ready(), queue -> {
            queue.send();
            queue.inline(data, -1);
        });
        assertListRefuses(MlxRule.POST_INLINE, ready(), WrOpcode.SEND, entry -> {
            entry.flags = SendFlag.INLINE;
            entry.data.add(0, data, -1);
        });
    }

    @Test
    @Provokes(MlxRule.POST_ADDRESS)
    void shouldRefuseInlineDataThatIsNotMapped() {
        assertBuilderRefuses(MlxRule.POST_ADDRESS, ready(), queue -> {
            queue.send();
            queue.inline(data + 4090, 10);
        });
        assertListRefuses(MlxRule.POST_ADDRESS, ready(), WrOpcode.SEND, entry -> {
            entry.flags = SendFlag.INLINE;
            entry.data.add(0, data + 4090, 10);
        });
    }

    @Test
    @Provokes(MlxRule.POST_FORMAT)
    void shouldRefuseWhatTheFormatHasNoOpcodeFor() {
        MlxQp qp = ready();
        assertBuilderRefuses(MlxRule.POST_FORMAT, qp, queue -> queue.flush(1, 8, 64, 1, 0));
        assertBuilderRefuses(MlxRule.POST_FORMAT, qp, queue -> queue.atomicWrite(1, 8, 42));
        assertListRefuses(MlxRule.POST_FORMAT, qp, WrOpcode.FLUSH, entry -> {});
        assertListRefuses(MlxRule.POST_FORMAT, qp, WrOpcode.ATOMIC_WRITE, entry -> {});
    }

    @Test
    @Provokes(MlxRule.POST_OPCODE)
    void shouldRefuseAtomicsWhereTheDeviceHasNone() {
        MlxQp qp = qp(QpType.RC, false, QpState.INIT, QpState.RTS);
        assertBuilderRefuses(MlxRule.POST_OPCODE, qp, queue -> queue.atomicCompareAndSwap(1, 8, 1, 2));
        assertBuilderRefuses(MlxRule.POST_OPCODE, qp, queue -> queue.atomicFetchAndAdd(1, 8, 1));
        assertListRefuses(MlxRule.POST_OPCODE, qp, WrOpcode.ATOMIC_FETCH_AND_ADD, entry -> {});
    }

    @Test
    @Provokes(MlxRule.POST_OPCODE)
    void shouldBuildOnlyWhatTheTransportDoes() {
        MlxQp unreliable = qp(QpType.UC, true, QpState.INIT, QpState.RTS);
        assertBuilderRefuses(MlxRule.POST_OPCODE, unreliable, queue -> queue.rdmaRead(1, 8));
        assertBuilderRefuses(MlxRule.POST_OPCODE, unreliable, queue -> queue.atomicFetchAndAdd(1, 8, 1));
        assertBuilderRefuses(MlxRule.POST_OPCODE, datagrams(), queue -> queue.rdmaWrite(1, 8));
        assertBuilderRefuses(MlxRule.POST_OPCODE, datagrams(), queue -> queue.localInvalidate(1));
    }

    @Test
    @Provokes(MlxRule.RECEIVE_SGE)
    void shouldRefuseReceivesOfTooManyElements() {
        SgeList pieces = new SgeList();
        pieces.add(1, data, 8);
        pieces.add(1, data, 8);

        assertReceiveRefused(MlxRule.RECEIVE_SGE, ready(), 0, pieces);
    }

    @Test
    @Provokes(MlxRule.RECEIVE_STATE)
    void shouldRefuseReceivesInReset() {
        MlxQp qp = qp(QpType.RC, true);
        assertReceiveRefused(MlxRule.RECEIVE_STATE, qp, 0, new SgeList());
        assertEquals(MlxRule.RECEIVE_STATE.errno().code(), qp.receiveQueue().post(1, 1, data, 8));
    }

    @Test
    @Provokes(MlxRule.RECEIVE_ROOM)
    void shouldRefuseReceivesThatTheQueueHasNoRoomFor() {
        MlxQp qp = ready();
        for (int i = 0; i < CAPACITY.maxRecvWr(); i++) {
            assertEquals(0, qp.receiveQueue().post(i, 1, data, 8));
        }

        assertReceiveRefused(MlxRule.RECEIVE_ROOM, qp, CAPACITY.maxRecvWr(), new SgeList());
    }

    private static void assertReceiveRefused(MlxRule rule, MlxQp qp, int head, SgeList pieces) {
        assertEquals(rule.errno().code(), qp.receiveQueue().post(1, pieces));
        assertEquals(rule, qp.receiveQueue().refusedBy());
        assertEquals(head, qp.receives().head);
    }

    @Test
    @Provokes(MlxRule.SIZES)
    void shouldRefuseQueuesThatDoNotFitTheDevice() {
        VerbsException refused = assertThrows(
                VerbsException.class,
                () -> QpSizes.of(new QpCapacity(1 << 20, 1, 1, 1, 0), SendOverhead.of(Transport.RC)));

        assertEquals(MlxRule.SIZES, refused.rule());
        assertEquals(MlxRule.SIZES.errno(), refused.errno());
    }
}
