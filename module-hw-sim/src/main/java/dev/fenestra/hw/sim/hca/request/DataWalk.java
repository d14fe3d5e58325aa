package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.rules.HcaRule;

/**
 * Walks the data segments of a send WQE: adds up their length, gathers payload from them, scatters read data into them.
 * The caller keeps the place ({@code unit}, {@code offset}) between packets.
 */
public final class DataWalk {
    /** The answer of {@link #length} for inline data that its request has no place for. */
    static final long MISPLACED = -1;

    private final Protection protection;
    private final DataPiece piece = new DataPiece();
    private final InlineRun inline = new InlineRun();
    /** The place after the last gather or scatter: unit of the WQE and bytes within its segment. */
    int unit;

    int offset;
    private int units;
    /** The answer to the last access. */
    final Grant grant;

    /**
     * Makes a walk that is nowhere.
     *
     * @param protection the rules of memory
     * @param use the use of the memory
     */
    public DataWalk(Protection protection, Use use) {
        this.protection = protection;
        grant = new Grant(use);
    }

    /**
     * {@return bytes of the data from {@code firstUnit} on; {@link #MISPLACED} when inline data does not fit its WQE,
     * or lies in a request that gathers none} Each piece may be inline.
     */
    long length(QpContext qp, int wqeIndex, int firstUnit, int unitsOfWqe, boolean gathers) {
        long total = 0;
        for (int i = firstUnit; i < unitsOfWqe; i += piece.units) {
            qp.queues.piece(wqeIndex, i, piece);
            if (piece.isInline && !(gathers && piece.length <= qp.queues.inlineRoom(i, unitsOfWqe))) {
                return MISPLACED;
            }
            total += piece.length;
        }
        return total;
    }

    /** Continues at a place of an earlier walk. */
    void resume(int reachedUnit, int reachedOffset, int unitsOfWqe) {
        unit = reachedUnit;
        offset = reachedOffset;
        units = unitsOfWqe;
    }

    /**
     * Finds the place after a number of bytes of the data.
     *
     * @param qp the QP of the request
     * @param wqeIndex of the request
     * @param firstUnit number of the first piece
     * @param unitsOfWqe number after that of the last piece
     * @param bytes before the place
     */
    public void seek(QpContext qp, int wqeIndex, int firstUnit, int unitsOfWqe, long bytes) {
        resume(firstUnit, 0, unitsOfWqe);
        long left = bytes;
        while (left > 0 && unit < units && left >= pieceBytes(qp, wqeIndex, unit)) {
            left -= piece.length;
            unit += piece.units;
        }
        offset = (int) left;
    }

    /**
     * Adds the next bytes to a packet, and moves on. If {@link #grant} refuses or waits, it has added nothing more.
     *
     * @param operation bit of {@link dev.fenestra.hw.sim.hca.limits.OdpSupport}
     */
    Outcome gather(QpContext qp, int wqeIndex, int operation, int length, Packet packet) {
        return walk(qp, wqeIndex, operation, length, packet, false);
    }

    /** Adds a piece of memory to a packet that is the whole message. The result is that of {@link #gather} above. */
    Outcome gather(QpContext qp, DataPiece whole, int operation, Packet packet) {
        Outcome outcome = protection.local(qp, qp.pd, whole, 0, (int) whole.length, operation, grant);
        if (outcome == Outcome.GRANTED) {
            protection.dma.gather(packet, grant);
        }
        return outcome;
    }

    /**
     * Copies the next bytes of a packet to the data, and moves on. If {@link #grant} refuses or waits, it has copied
     * nothing more.
     *
     * @param operation bit of {@link dev.fenestra.hw.sim.hca.limits.OdpSupport}
     */
    Outcome scatter(QpContext qp, int wqeIndex, int operation, int length, Packet packet) {
        return walk(qp, wqeIndex, operation, length, packet, true);
    }

    /** Software may change the segments meanwhile, so the walk trusts no value that was read before. */
    private Outcome walk(QpContext qp, int wqeIndex, int operation, int length, Packet packet, boolean write) {
        int left = length;
        while (left > 0) {
            if (unit >= units) {
                return grant.refuse(HcaRule.W1);
            }
            long available = Math.max(0, pieceBytes(qp, wqeIndex, unit) - offset);
            int part = (int) Math.min(left, available);
            if (piece.isInline) {
                if (write || offset + part > qp.queues.inlineRoom(unit, units)) {
                    return grant.refuse(HcaRule.W1);
                }
                gatherInline(qp, wqeIndex, part, packet);
            } else if (part > 0) {
                Outcome outcome = protection.local(qp, qp.pd, piece, offset, part, operation, grant);
                if (outcome != Outcome.GRANTED) {
                    return outcome;
                }
                move(packet, write);
            }
            left -= part;
            step(part, available);
        }
        return Outcome.GRANTED;
    }

    /**
     * {@return packets whose data lie in the present piece and would certainly be granted; 1 when these are fewer than
     * two}
     */
    int packetsInPiece(QpContext qp, int wqeIndex, int most) {
        int packets = inPiece(qp, wqeIndex, most);
        return packets > 1 && protection.localAtOnce(qp.pd, piece, offset, packets * qp.connection.mtu, grant)
                ? packets
                : 1;
    }

    /**
     * {@return whether the present piece has room for a whole burst, each packet of which would certainly be granted}
     *
     * @param qp the QP of the request
     * @param wqeIndex of the request
     * @param burst the packets
     */
    public boolean holdsBurst(QpContext qp, int wqeIndex, Packet burst) {
        return inPiece(qp, wqeIndex, burst.packets()) == burst.packets()
                && protection.localAtOnce(qp.pd, piece, offset, burst.payloadBytes(), grant);
    }

    /** {@return packets that the rest of the present piece fills completely} */
    private int inPiece(QpContext qp, int wqeIndex, int most) {
        if (unit >= units) {
            return 0;
        }
        qp.queues.piece(wqeIndex, unit, piece);
        return piece.isInline ? 0 : (int) Math.min(most, (piece.length - offset) / qp.connection.mtu);
    }

    private void move(Packet packet, boolean write) {
        if (write) {
            protection.dma.scatter(packet, grant);
        } else {
            protection.dma.gather(packet, grant);
        }
    }

    private void step(int part, long available) {
        if (part == available) {
            unit += piece.units;
            offset = 0;
        } else {
            offset += part;
        }
    }

    private void gatherInline(QpContext qp, int wqeIndex, int length, Packet packet) {
        for (int done = 0; done < length; done += inline.length) {
            qp.queues.inline(wqeIndex, unit, offset + done, inline);
            packet.addPayload(inline.memory, inline.offset, Math.min(length - done, inline.length));
        }
    }

    private long pieceBytes(QpContext qp, int wqeIndex, int number) {
        qp.queues.piece(wqeIndex, number, piece);
        return piece.length;
    }
}
