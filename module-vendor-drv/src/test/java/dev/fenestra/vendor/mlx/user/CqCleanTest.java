package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.FakePage;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CqCleanTest {
    private static final CqLayout LAYOUT = CqLayout.of(7);

    private final FakeMemory memory = new FakeMemory();
    private final MlxUserContext context =
            new MlxUserContext(memory, VendorCalls.mapping(offset -> new FakePage()), () -> null, UserOptions.DEFAULT);
    private final QueueBuffer buffer = new QueueBuffer(memory, LAYOUT.bytes());
    private final DoorbellRecords.Record record =
            DoorbellRecords.keeping(memory).take();
    private final MlxCq cq =
            new MlxCq(context.pages(), context.queues(), LAYOUT, buffer, record, MlxQueueLock.of(false));
    private final MlxQp gone = qp(0xa);
    private final MlxQp staying = qp(0xb);

    private MlxQp qp(int number) {
        return (MlxQp) context.prepareQp(QpType.RC, new QpCapacity(8, 8, 1, 1, 0), true, true, cq, cq)
                .complete(number);
    }

    /**
     * Each entry of {@code before} belongs to the QP that goes (x) or to the one that stays (its letter comes back).
     */
    @ParameterizedTest(name = "{0} from {1}")
    @CsvSource({
        "'', 0, ''",
        "x, 0, ''",
        "a, 0, a",
        "xxx, 0, ''",
        "abc, 0, abc",
        "axbxc, 0, abc",
        "xaxbx, 0, ab",
        "xxab, 0, ab",
        "abxx, 0, ab",
        "axbxcxdx, 0, abcd",
        "xxxxxxxx, 0, ''",
        "abcdefgh, 0, abcdefgh",
        "axbxc, 6, abc",
        "xaxb, 7, ab",
        "xxxxxxxx, 5, ''",
        "axbx, 8, ab",
        "axbx, 15, ab",
        "axbx, 16777214, ab"
    })
    void shouldTakeOutTheEntriesOfOneQpAndKeepTheOthersInOrder(String before, int start, String after) {
        cq.consumer = start;
        for (int i = 0; i < before.length(); i++) {
            write(start + i, before.charAt(i));
        }

        cq.clean(gone);

        int removed = before.length() - after.length();
        assertEquals(start + removed, cq.consumer);
        assertEquals(
                start + removed & 0xffffff,
                DoorbellRecord.observe(DoorbellRecord.RECEIVE, record.segment(), record.offset()));
        Completions left = new Completions(8);
        assertEquals(0, cq.poll(left));
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < left.size(); i++) {
            letters.append((char) left.wrId(i));
            assertEquals(staying.number(), left.qpNumber(i));
        }
        assertEquals(after, letters.toString());
    }

    private void write(int index, char letter) {
        MlxQp of = letter == 'x' ? gone : staying;
        of.sends().ring().note(index & 7, letter, 0, 0);
        MemorySegment entry = buffer.segment(LAYOUT.at(index));
        long offset = buffer.offset(LAYOUT.at(index));
        Cqe.USER_INDEX.set(entry, offset, of.userIndex());
        Cqe.QPN.word(entry, offset, Cqe.WQE_OPCODE.insert(0x0a) | of.number());
        Cqe.OWNER.word(
                entry,
                offset,
                Cqe.WQE_COUNTER.insert(index & 7)
                        | Cqe.OPCODE.insert(Cqe.REQ)
                        | Cqe.OWNER.insert(index >>> LAYOUT.logEntries()));
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 3"})
    void shouldAnswerForResetAndDestroy(boolean reset, int seed) {
        for (int i = 0; i < 4; i++) {
            write(i, (i + seed) % 2 == 0 ? 'x' : 'a');
        }

        if (reset) {
            gone.stateChanged(QpState.RESET);
        } else {
            gone.destroyed();
        }

        Completions left = new Completions(8);
        assertEquals(0, cq.poll(left));
        assertEquals(2, left.size());
    }
}
