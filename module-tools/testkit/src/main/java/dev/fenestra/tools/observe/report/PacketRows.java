package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.observe.journal.JournalEvent.PacketSent;
import dev.fenestra.tools.observe.journal.JournalEvent.PacketsSent;
import dev.fenestra.tools.observe.journal.PacketDetails;
import dev.fenestra.tools.observe.report.EventRow.PacketRow;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Puts packets into words. */
final class PacketRows {
    private PacketRows() {}

    static PacketRow of(PacketSent sent, PacketNote note) {
        PacketDetails details = note.details;
        byte[] header = sent.header();
        int opcode = Bth.opcode(header, 0);
        int mask = WireOpcode.maskOf(opcode);
        boolean hasReth = (mask & OpcodeMask.RETH) != 0;
        int reth = hasReth ? WireOpcode.offsetOf(opcode, OpcodeMask.RETH) : 0;
        return new PacketRow(
                name(opcode),
                note.to,
                Bth.destinationQpn(header, 0),
                Bth.psn(header, 0),
                hasReth ? "0x" + Long.toHexString(Reth.address(header, reth)) : null,
                hasReth ? MemoryKey.text(Reth.rkey(header, reth)) : null,
                hasReth ? Integer.toUnsignedLong(Reth.length(header, reth)) : null,
                sent.payloadBytes(),
                (mask & OpcodeMask.AETH) == 0
                        ? null
                        : Aeth.describe(Aeth.syndrome(header, WireOpcode.offsetOf(opcode, OpcodeMask.AETH))),
                note.isAgain(),
                1,
                note.original,
                note.leaves(),
                note.arrives,
                note.comment(),
                details == null ? null : HexFormat.of().formatHex(details.frame()),
                details == null ? null : details.frameBytes(),
                details == null ? null : details.payloadAt());
    }

    /** The comment is that of the first; their bytes are not kept. */
    static PacketRow of(PacketsSent sent, PacketNote note) {
        return new PacketRow(
                sent.kind(),
                note.to,
                note.details == null ? 0 : Bth.destinationQpn(note.details.header(), 0),
                sent.firstPsn(),
                null,
                null,
                null,
                sent.payloadBytes(),
                null,
                note.isAgain(),
                sent.packets(),
                note.original,
                note.leaves(),
                note.arrives,
                note.comment(),
                null,
                null,
                null);
    }

    /** The right that a packet needs from the key that it names. */
    static String right(byte[] header) {
        int mask = WireOpcode.maskOf(Bth.opcode(header, 0));
        if ((mask & OpcodeMask.READ_REQUEST) != 0) {
            return "remote-read";
        }
        return (mask & OpcodeMask.ATOMIC) == 0 ? "remote-write" : "remote-atomic";
    }

    private static String name(int opcode) {
        @Nullable WireOpcode known = WireOpcode.of(opcode);
        return known == null ? String.format("0x%02x", opcode) : known.name().replaceFirst("_", " ");
    }
}
