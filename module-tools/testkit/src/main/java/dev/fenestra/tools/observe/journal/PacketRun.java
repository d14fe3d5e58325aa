package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.tools.observe.journal.JournalEvent.PacketsSent;
import org.jspecify.annotations.Nullable;

/** Middle packets of one message while they are being counted. */
final class PacketRun {
    private final Stamp stamp;
    private final int opcode;
    private final int qpNumber;
    private final int firstPsn;
    private int lastPsn;
    private int packets = 1;
    private long payloadBytes;

    PacketRun(Stamp stamp, byte[] header, int payloadBytes) {
        this.stamp = stamp;
        this.payloadBytes = payloadBytes;
        opcode = Bth.opcode(header, 0);
        qpNumber = Bth.destinationQpn(header, 0);
        firstPsn = Bth.psn(header, 0);
        lastPsn = firstPsn;
    }

    /** Takes one packet more, if it continues the run. */
    boolean takes(String host, byte[] header, int morePayload) {
        boolean continues = stamp.host().equals(host)
                && opcode == Bth.opcode(header, 0)
                && qpNumber == Bth.destinationQpn(header, 0);
        if (continues) {
            lastPsn = Bth.psn(header, 0);
            packets++;
            payloadBytes += morePayload;
        }
        return continues;
    }

    /** The sequence of their event. */
    long sequence() {
        return stamp.sequence();
    }

    PacketsSent event() {
        @Nullable WireOpcode known = WireOpcode.of(opcode);
        String name =
                known == null ? String.format("0x%02x", opcode) : known.name().replaceFirst("_", " ");
        return new PacketsSent(stamp, name, firstPsn, lastPsn, packets, payloadBytes);
    }
}
