package dev.fenestra.hw.sim.mlx5.prm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.Patience;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnershipTest {
    private static final int LOG = 3;

    private final MemorySegment memory = Arena.ofAuto().allocate(256, 64);

    @Test
    void shouldBelongToSoftwareInTheLapOfItsOwnerBit() {
        for (int n = 0; n < 64; n++) {
            int lap = n >>> LOG & 1;
            assertTrue(CqeOwnership.isSoftwares(Cqe.OPCODE.insert(Cqe.REQ) | lap, n, LOG));
            assertFalse(CqeOwnership.isSoftwares(Cqe.OPCODE.insert(Cqe.REQ) | 1 - lap, n, LOG));
            assertFalse(CqeOwnership.isSoftwares(Cqe.FRESH, n, LOG), "never written");
            assertFalse(CqeOwnership.isSoftwares(Cqe.FRESH | 1, n, LOG));
        }
    }

    @Test
    void shouldShowThePublishedWordInItsField() {
        CqeOwnership.publish(memory, 64, Cqe.WQE_COUNTER.insert(0x1234) | Cqe.OPCODE.insert(Cqe.RESP_SEND) | 1);
        assertEquals(0x1234, Cqe.WQE_COUNTER.get(memory, 64));
        assertEquals(Cqe.RESP_SEND, Cqe.OPCODE.get(memory, 64));
        assertEquals(Cqe.OWNER.word(memory, 64), CqeOwnership.observe(memory, 64));
    }

    @Test
    void shouldKeepTheCountersOfARecordApart() {
        DoorbellRecord.publish(DoorbellRecord.RECEIVE, memory, 8, 0x11223344);
        DoorbellRecord.publish(DoorbellRecord.SEND, memory, 8, 0x55667788);
        assertEquals(0x11223344, DoorbellRecord.observe(DoorbellRecord.RECEIVE, memory, 8));
        assertEquals(0x55667788, DoorbellRecord.observe(DoorbellRecord.SEND, memory, 8));
        assertEquals(0x11223344, DoorbellRecord.RECEIVE.get(memory, 8), "big-endian like all words");
    }

    @Test
    void shouldShowACommandEntryWithItsLastWord() {
        CommandEntry.publish(memory, 0, CommandEntry.TOKEN.insert(9) | CommandEntry.OWNERSHIP.insert(1));
        assertEquals(9, CommandEntry.TOKEN.extract(CommandEntry.observe(memory, 0)));
        assertTrue(CommandEntry.OWNERSHIP.isSet(memory, 0));
    }

    @Test
    void shouldShowWhatWasWrittenBeforeTheCounter() throws InterruptedException {
        int rounds = 20_000;
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= rounds; i++) {
                DataSegment.LKEY.set(memory, 64, i);
                DoorbellRecord.publish(DoorbellRecord.SEND, memory, 0, i);
            }
        });
        Patience.until("the last counter is seen", () -> {
            int seen = DoorbellRecord.observe(DoorbellRecord.SEND, memory, 0);
            assertTrue(DataSegment.LKEY.get(memory, 64) >= seen);
            return seen >= rounds;
        });
        writer.join();
    }

    @Test
    void shouldFindEachCommandByItsCode() {
        Set<Integer> codes = new HashSet<>();
        for (CommandOpcode opcode : CommandOpcode.values()) {
            assertTrue(codes.add(opcode.code()));
            assertSame(opcode, CommandOpcode.of(opcode.code()));
        }
        assertNull(CommandOpcode.of(0x7777));
    }
}
