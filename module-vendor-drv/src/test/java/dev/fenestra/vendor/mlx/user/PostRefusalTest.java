package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and receives that the driver refuses when they are posted, and copies to device memory. */
public class PostRefusalTest extends PostScene {
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
        assertEquals(room, qp.sends().ring().head);
        assertEquals(MlxRule.P11, qp.sendQueue().refusedBy());
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

    /** Bit 31 of the count of a data segment would make it inline data. */
    @ParameterizedTest
    @ValueSource(ints = {0x80000000, 0x8000000c, -1})
    @Provokes(MlxRule.PIECE_LENGTH)
    void shouldRefuseAPieceWhoseLengthIsTheBitOfInlineData(int length) {
        assertBuilderRefuses(MlxRule.PIECE_LENGTH, ready(), queue -> {
            queue.rdmaWrite(1, 8);
            queue.sge(1, data, 8);
            queue.sge(1, data, length);
        });
        for (WrOpcode opcode : List.of(
                WrOpcode.SEND,
                WrOpcode.SEND_WITH_IMM,
                WrOpcode.SEND_WITH_INV,
                WrOpcode.RDMA_WRITE,
                WrOpcode.RDMA_WRITE_WITH_IMM,
                WrOpcode.RDMA_READ,
                WrOpcode.ATOMIC_CMP_AND_SWP,
                WrOpcode.ATOMIC_FETCH_AND_ADD)) {
            assertListRefuses(MlxRule.PIECE_LENGTH, ready(), opcode, entry -> {
                entry.data.add(1, data, 8);
                entry.data.add(1, data, length);
            });
        }
    }

    @Test
    void shouldTakeAPieceThatIsOneByteShorter() {
        MlxQp qp = ready();
        qp.sendQueue().start();
        qp.sendQueue().request(1, 0);
        qp.sendQueue().rdmaWrite(1, 8);
        qp.sendQueue().sge(1, data, Integer.MAX_VALUE);

        assertEquals(0, qp.sendQueue().complete());
        assertEquals(0, qp.receiveQueue().post(1, 1, data, Integer.MAX_VALUE));
    }

    @Test
    @Provokes(MlxRule.PIECE_LENGTH)
    void shouldRefuseAReceiveWhoseLengthIsTheBitOfInlineData() {
        SgeList pieces = new SgeList();
        pieces.add(1, data, 0x80000008);
        MlxQp qp = ready();

        assertReceiveRefused(MlxRule.PIECE_LENGTH, qp, 0, pieces);
        assertEquals(MlxRule.PIECE_LENGTH.errno().code(), qp.receiveQueue().post(1, 1, data, 0x80000000));
        assertEquals(0, qp.receives().head);
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
