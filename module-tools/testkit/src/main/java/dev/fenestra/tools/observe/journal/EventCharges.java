package dev.fenestra.tools.observe.journal;

import static dev.fenestra.tools.observe.cost.CostItem.COMMAND;
import static dev.fenestra.tools.observe.cost.CostItem.CQE_READ;
import static dev.fenestra.tools.observe.cost.CostItem.DMA_BYTE;
import static dev.fenestra.tools.observe.cost.CostItem.DOORBELL;
import static dev.fenestra.tools.observe.cost.CostItem.KERNEL_TRANSITION;
import static dev.fenestra.tools.observe.cost.CostItem.KEY_ENTRY;
import static dev.fenestra.tools.observe.cost.CostItem.MTT_ENTRY;
import static dev.fenestra.tools.observe.cost.CostItem.PAGE_FAULT;
import static dev.fenestra.tools.observe.cost.CostItem.PCIE_READ;
import static dev.fenestra.tools.observe.cost.CostItem.PCIE_WRITE;
import static dev.fenestra.tools.observe.cost.CostItem.PIN_PAGE;
import static dev.fenestra.tools.observe.cost.CostItem.UNPIN_PAGE;
import static dev.fenestra.tools.observe.cost.CostItem.WIRE_BYTE;
import static dev.fenestra.tools.observe.cost.CostItem.WQE_WRITE;

import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.tools.observe.cost.Charge;
import dev.fenestra.tools.observe.cost.CostItem;
import java.util.List;

/** The price of each event in the cost model, as a table. Events that only report other events are free. */
final class EventCharges {
    /** Around the headers of the transport: Ethernet 14, IPv4 20, UDP 8, ICRC 4, FCS 4, preamble and gap 20. */
    private static final int FRAMING = 70;

    private static final int BTH_BYTES = 12;
    /** The payload is read from memory at one end and written at the other. */
    private static final int ENDS = 2;

    private static final int BLOCK_OCTOWORDS = 4;

    private EventCharges() {}

    static List<Charge> of(JournalEvent event) {
        return switch (event) {
            case JournalEvent.SystemCalled _ -> some(KERNEL_TRANSITION, 1);
            case JournalEvent.Pinned pinned -> some(PIN_PAGE, pinned.pages());
            case JournalEvent.Unpinned unpinned -> some(UNPIN_PAGE, unpinned.pages());
            // The device executes it, the driver waits for it: one command.
            case JournalEvent.CommandEnded ended when ended.stamp().layer() == Layer.DRIVER -> some(COMMAND, 1);
            case JournalEvent.TranslationsWritten written -> some(MTT_ENTRY, written.count());
            case JournalEvent.KeyChanged _ -> some(KEY_ENTRY, 1);
            case JournalEvent.WqeWritten wqe ->
                some(WQE_WRITE, (wqe.octowords() + BLOCK_OCTOWORDS - 1) / BLOCK_OCTOWORDS);
            case JournalEvent.DoorbellRung _ -> some(DOORBELL, 1);
            case JournalEvent.WqeFetched _ -> some(PCIE_READ, 1);
            case JournalEvent.CqeWritten _ -> some(PCIE_WRITE, 1);
            case JournalEvent.EventRaised raised ->
                some(raised.kind() == EventKind.PAGE_FAULT ? PAGE_FAULT : PCIE_WRITE, 1);
            case JournalEvent.CqeRead _ -> some(CQE_READ, 1);
            case JournalEvent.PacketSent sent -> bytes(sent.header().length + FRAMING, sent.payloadBytes());
            case JournalEvent.PacketsSent sent ->
                bytes((long) sent.packets() * (BTH_BYTES + FRAMING), sent.payloadBytes());
            default -> List.of();
        };
    }

    private static List<Charge> bytes(long around, long payload) {
        return payload == 0
                ? some(WIRE_BYTE, around)
                : List.of(new Charge(WIRE_BYTE, around + payload), new Charge(DMA_BYTE, ENDS * payload));
    }

    private static List<Charge> some(CostItem item, long count) {
        return List.of(new Charge(item, count));
    }
}
