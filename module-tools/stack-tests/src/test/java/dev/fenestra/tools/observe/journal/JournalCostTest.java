package dev.fenestra.tools.observe.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.tools.observe.cost.Bill;
import dev.fenestra.tools.observe.cost.CostItem;
import dev.fenestra.tools.observe.cost.CostModel;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JournalCostTest {
    private static final CostModel MODEL = CostModel.builtIn();

    private static Stamp stamp(Layer layer) {
        return new Stamp(0, 0, "bob", layer);
    }

    static Stream<Arguments> events() {
        Stamp stamp = stamp(Layer.HW_SIM);
        return Stream.of(
                Arguments.of(new JournalEvent.SystemCalled(stamp, "REG_MR", 0), "kernel_transition 1"),
                Arguments.of(new JournalEvent.SystemCalled(stamp, "REG_MR", 22), "kernel_transition 1"),
                Arguments.of(new JournalEvent.Pinned(stamp, 256), "pin_page 256"),
                Arguments.of(new JournalEvent.Unpinned(stamp, 256), "unpin_page 256"),
                Arguments.of(new JournalEvent.CommandEnded(stamp(Layer.DRIVER), 0x200, 0), "command 1"),
                Arguments.of(new JournalEvent.CommandEnded(stamp, 0x200, 0), ""),
                Arguments.of(new JournalEvent.TranslationsWritten(stamp, 7), "mtt_entry 7"),
                Arguments.of(new JournalEvent.KeyChanged(stamp, KeyChange.CREATED, 1), "key_entry 1"),
                Arguments.of(new JournalEvent.WqeWritten(stamp, 1, 0, 7, 0x25, 4), "wqe_write 1"),
                Arguments.of(new JournalEvent.WqeWritten(stamp, 1, 0, 7, 0x25, 5), "wqe_write 2"),
                Arguments.of(new JournalEvent.DoorbellRung(stamp, 1, 1), "doorbell 1"),
                Arguments.of(new JournalEvent.DoorbellSeen(stamp, 1), ""),
                Arguments.of(new JournalEvent.WqeFetched(stamp, 1, 0, 8, 4), "pcie_read 1"),
                Arguments.of(
                        new JournalEvent.CqeWritten(stamp, 1, 1, CompletionKind.REQUEST, CompletionStatus.SUCCESS),
                        "pcie_write 1"),
                Arguments.of(new JournalEvent.EventRaised(stamp, EventKind.PAGE_FAULT, 1), "page_fault 1"),
                Arguments.of(new JournalEvent.EventRaised(stamp, EventKind.SRQ_LIMIT, 1), "pcie_write 1"),
                Arguments.of(new JournalEvent.CqeRead(stamp, 1, 0, 0), "cqe_read 1"),
                Arguments.of(new JournalEvent.PacketSent(stamp, new byte[16], 0), "wire_byte 86"),
                Arguments.of(new JournalEvent.PacketSent(stamp, new byte[28], 100), "dma_byte 200, wire_byte 198"),
                Arguments.of(new JournalEvent.PacketsSent(stamp, "x", 0, 1, 2, 8192), "dma_byte 16384, wire_byte 8356"),
                Arguments.of(new JournalEvent.VerbCalled(stamp, "ibv_reg_mr"), ""),
                Arguments.of(new JournalEvent.QpStateChanged(stamp, 1, QpState.RESET), ""));
    }

    @ParameterizedTest
    @MethodSource("events")
    void shouldChargeForWhatAnEventIs(JournalEvent event, String charged) {
        assertEquals(charged, new Bill().add(event.charges()).toString());
    }

    @Test
    void shouldShowAndSumCosts() throws IOException {
        StringWriter out = new StringWriter();
        JournalEvent called = new JournalEvent.SystemCalled(stamp(Layer.IB_CORE), "REG_MR", 0);
        try (JournalText text = new JournalText(out, MODEL)) {
            text.accept(called);
            text.accept(called);
            text.accept(new JournalEvent.VerbCalled(stamp(Layer.UVERBS), "ibv_reg_mr"));
        }
        List<String> lines = out.toString().lines().toList();
        assertEquals(4, lines.size());
        assertTrue(lines.getFirst().contains("~350 ns  system call REG_MR"), lines.getFirst());
        assertTrue(lines.get(2).contains(" 0  ibv_reg_mr"), lines.get(2));
        assertEquals(
                "modelled cost on bob: ~700 ns of work, a model and no measurement (kernel_transition 2)",
                lines.getLast());
        assertEquals(700, new Bill().add(CostItem.KERNEL_TRANSITION, 2).nanos(MODEL));
    }
}
