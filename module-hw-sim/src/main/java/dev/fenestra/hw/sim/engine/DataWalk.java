package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.queue.DataPiece;
import org.jspecify.annotations.Nullable;

/**
 * Walks the data segments of a send WQE: adds up their length, gathers payload from them, scatters read data into them. The place
 * reached ({@code unit}, {@code offset}) is kept by the caller between packets.
 */
final class DataWalk {
    private final KeyChecks checks;
    private final Dma dma;
    private final PageFaults faults;
    private final DataPiece piece = new DataPiece();
    /** Where the last gather or scatter stopped: unit of the WQE and bytes within its segment. */
    int unit;

    int offset;
    private int units;
    /** What a refused access asked for. */
    int refusedKey;

    long refusedAddress;
    int refusedLength;

    DataWalk(KeyChecks checks, Dma dma, PageFaults faults) {
        this.checks = checks;
        this.dma = dma;
        this.faults = faults;
    }

    /** Bytes of the data behind {@code firstUnit}; -1 when an inline segment does not fit its WQE. */
    long length(QpContext qp, int wqeIndex, int firstUnit, int unitsOfWqe) {
        long total = 0;
        for (int i = firstUnit; i < unitsOfWqe; i++) {
            qp.queues.piece(wqeIndex, i, piece);
            if (i == firstUnit && piece.isInline) {
                return piece.length <= qp.queues.inlineRoom(firstUnit, unitsOfWqe) ? piece.length : -1;
            }
            total += piece.length;
        }
        return total;
    }

    /** Goes on at a place reached before. */
    void resume(int reachedUnit, int reachedOffset, int unitsOfWqe) {
        unit = reachedUnit;
        offset = reachedOffset;
        units = unitsOfWqe;
    }

    /** Finds the place a number of bytes into the data. */
    void seek(QpContext qp, int wqeIndex, int firstUnit, int unitsOfWqe, long bytes) {
        resume(firstUnit, 0, unitsOfWqe);
        if (bytes == 0) {
            return;
        }
        if (isInline(qp, wqeIndex, firstUnit)) {
            offset = (int) bytes;
            return;
        }
        long left = bytes;
        while (unit < units && left >= pieceBytes(qp, wqeIndex, unit)) {
            left -= piece.length;
            unit++;
        }
        offset = (int) left;
    }

    /**
     * Adds the next bytes to a packet, from the place reached on. Null when done; else the rule that forbids it, O2 when it must wait.
     *
     * @param operation bit of {@link dev.fenestra.hw.sim.device.OdpSupport}
     */
    @Nullable
    HcaRule gather(QpContext qp, int wqeIndex, int firstUnit, int operation, int length, Packet packet) {
        if (length > 0 && isInline(qp, wqeIndex, firstUnit)) {
            if ((long) offset + length > qp.queues.inlineRoom(firstUnit, units)) {
                return HcaRule.W1;
            }
            gatherInline(qp, wqeIndex, firstUnit, length, packet);
            return null;
        }
        return walk(qp, wqeIndex, operation, length, packet, false);
    }

    /** Adds a piece of memory to a packet that is the whole message. Null when done; else as {@link #gather} above. */
    @Nullable
    HcaRule gather(QpContext qp, DataPiece whole, int operation, Packet packet) {
        int length = (int) whole.length;
        HcaRule refusal = checks.local(qp, whole.lkey, whole.address, length, false);
        if (refusal == null) {
            refusal = faults.check(qp, FaultSlots.GATHER, operation, length, length);
        }
        if (refusal == null) {
            dma.gather(packet, checks.mtt, checks.position, length);
        } else {
            refuse(whole.lkey, whole.address, length);
        }
        return refusal;
    }

    /**
     * Places the next bytes of a packet, from the place reached on. Null when done; else the rule that forbids it, O2 when it must wait.
     *
     * @param operation bit of {@link dev.fenestra.hw.sim.device.OdpSupport}
     */
    @Nullable
    HcaRule scatter(QpContext qp, int wqeIndex, int operation, int length, Packet packet) {
        return walk(qp, wqeIndex, operation, length, packet, true);
    }

    /** Software may change the segments meanwhile, so the walk trusts none of what it read before. */
    private @Nullable HcaRule walk(
            QpContext qp, int wqeIndex, int operation, int length, Packet packet, boolean write) {
        int kind = write ? FaultSlots.LAND : FaultSlots.GATHER;
        int left = length;
        while (left > 0) {
            if (unit >= units) {
                return HcaRule.W1;
            }
            long available = Math.max(0, pieceBytes(qp, wqeIndex, unit) - offset);
            int part = (int) Math.min(left, available);
            if (part > 0) {
                long address = piece.address + offset;
                HcaRule refusal = checks.local(qp, piece.lkey, address, part, write);
                if (refusal == null) {
                    refusal = faults.check(qp, kind, operation, part, available);
                }
                if (refusal != null) {
                    refuse(piece.lkey, address, part);
                    return refusal;
                }
                move(packet, part, write);
            }
            left -= part;
            step(part, available);
        }
        return null;
    }

    /**
     * How many packets, from the place reached on, have their data in one piece, so that it is certain that none of them would be refused
     * or had to wait; 1 when less than two have.
     */
    int packetsInPiece(QpContext qp, int wqeIndex, int firstUnit, int most) {
        int packets = isInline(qp, wqeIndex, firstUnit) ? 0 : inPiece(qp, wqeIndex, most);
        return packets > 1 && isCertain(qp, packets * qp.mtu, false) ? packets : 1;
    }

    /** Whether a piece has room for a whole burst from the place reached on, and no packet of it would be refused or had to wait. */
    boolean holdsBurst(QpContext qp, int wqeIndex, Packet burst) {
        return inPiece(qp, wqeIndex, burst.packets()) == burst.packets() && isCertain(qp, burst.payloadBytes(), true);
    }

    /** How many packets the rest of the piece reached holds completely. */
    private int inPiece(QpContext qp, int wqeIndex, int most) {
        return unit < units ? (int) Math.min(most, (pieceBytes(qp, wqeIndex, unit) - offset) / qp.mtu) : 0;
    }

    private boolean isCertain(QpContext qp, int bytes, boolean write) {
        return checks.local(qp, piece.lkey, piece.address + offset, bytes, write) == null
                && dma.isThere(checks.mtt, checks.position, bytes);
    }

    private void move(Packet packet, int part, boolean write) {
        if (write) {
            dma.scatter(packet, checks.mtt, checks.position, part);
        } else {
            dma.gather(packet, checks.mtt, checks.position, part);
        }
    }

    private void step(int part, long available) {
        if (part == available) {
            unit++;
            offset = 0;
        } else {
            offset += part;
        }
    }

    private void gatherInline(QpContext qp, int wqeIndex, int firstUnit, int length, Packet packet) {
        int left = length;
        while (left > 0) {
            int part = Math.min(left, qp.queues.inlineRun(offset));
            packet.addPayload(qp.queues.inlineAddress(wqeIndex, firstUnit, offset), part);
            offset += part;
            left -= part;
        }
    }

    private void refuse(int lkey, long address, int length) {
        refusedKey = lkey;
        refusedAddress = address;
        refusedLength = length;
    }

    private boolean isInline(QpContext qp, int wqeIndex, int number) {
        qp.queues.piece(wqeIndex, number, piece);
        return piece.isInline;
    }

    private long pieceBytes(QpContext qp, int wqeIndex, int number) {
        qp.queues.piece(wqeIndex, number, piece);
        return piece.length;
    }
}
