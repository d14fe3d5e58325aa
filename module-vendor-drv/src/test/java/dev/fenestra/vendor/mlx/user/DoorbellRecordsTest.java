package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoorbellRecordsTest {
    private final FakeMemory memory = new FakeMemory();
    private final DoorbellRecords records = DoorbellRecords.keeping(memory);

    @Test
    void shouldPutSixtyFourRecordsOnAPageACacheLineApart() {
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            addresses.add(records.take().address());
        }

        assertEquals(2, memory.areas().size());
        for (int i = 1; i < 64; i++) {
            assertEquals(addresses.getFirst() + 64L * i, addresses.get(i));
        }
        assertTrue(addresses.get(64) - addresses.getFirst() >= 4096);
    }

    @Test
    void shouldWriteBothCountersBigEndian() {
        DoorbellRecords.Record record = records.take();

        record.publish(DoorbellRecord.RECEIVE, 0x0102);
        record.publish(DoorbellRecord.SEND, 0x0a0b0c0d);

        assertEquals("000001020a0b0c0d", HexFormat.of().formatHex(memory.read(record.address(), 8)));
    }

    @Test
    void shouldHandOutARecordAgainZeroed() {
        List<DoorbellRecords.Record> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            all.add(records.take());
        }
        DoorbellRecords.Record record = all.get(17);
        record.publish(DoorbellRecord.SEND, -1);
        record.publish(DoorbellRecord.RECEIVE, -1);

        records.give(record);

        assertEquals(record.address(), records.take().address());
        assertEquals("00".repeat(8), HexFormat.of().formatHex(memory.read(record.address(), 8)));
        assertEquals(1, memory.areas().size());
    }

    @Test
    void shouldGiveItsPagesBack() {
        for (int i = 0; i < 130; i++) {
            records.take();
        }

        records.close();

        assertTrue(memory.areas().isEmpty());
    }
}
