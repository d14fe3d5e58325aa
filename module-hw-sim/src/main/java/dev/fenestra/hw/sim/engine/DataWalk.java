package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.manual.DataSegment;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Walks the data segments of a send WQE: adds up their length, gathers payload from them, scatters read data into them. The place
 * reached ({@code unit}, {@code offset}) is kept by the caller between packets.
 */
final class DataWalk {
    private static final long LONGEST_SEGMENT = 1L << 31;

    private final KeyChecks checks;
    private final Dma dma;
    /** Where the last gather or scatter stopped: unit of the WQE and bytes within its segment. */
    int unit;

    int offset;
    private int units;
    /** What a refused access asked for. */
    int refusedKey;

    long refusedAddress;
    int refusedLength;

    DataWalk(KeyChecks checks, Dma dma) {
        this.checks = checks;
        this.dma = dma;
    }

    /** Bytes of the data behind {@code firstUnit}; -1 when an inline segment does not fit its WQE. */
    long length(QpContext qp, int wqeIndex, int firstUnit, int unitsOfWqe) {
        if (firstUnit < unitsOfWqe && isInline(qp, wqeIndex, firstUnit)) {
            int bytes = inlineBytes(qp, wqeIndex, firstUnit);
            return bytes <= inlineRoom(firstUnit, unitsOfWqe) ? bytes : -1;
        }
        long total = 0;
        for (int i = firstUnit; i < unitsOfWqe; i++) {
            total += segmentBytes(qp, wqeIndex, i);
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
        while (unit < units && left >= segmentBytes(qp, wqeIndex, unit)) {
            left -= segmentBytes(qp, wqeIndex, unit);
            unit++;
        }
        offset = (int) left;
    }

    /** Adds the next bytes to a packet, from the place reached on. Null when done; else the rule that forbids it. */
    @Nullable
    HcaRule gather(QpContext qp, int wqeIndex, int firstUnit, int length, Packet packet) {
        if (length > 0 && isInline(qp, wqeIndex, firstUnit)) {
            if ((long) offset + length > inlineRoom(firstUnit, units)) {
                return HcaRule.W1;
            }
            gatherInline(qp, wqeIndex, firstUnit, length, packet);
            return null;
        }
        return walk(qp, wqeIndex, length, packet, false);
    }

    /** Places the next bytes of a packet, from the place reached on. Null when done; else the rule that forbids it. */
    @Nullable
    HcaRule scatter(QpContext qp, int wqeIndex, int length, Packet packet) {
        return walk(qp, wqeIndex, length, packet, true);
    }

    /** Software may change the segments meanwhile, so the walk trusts none of what it read before. */
    private @Nullable HcaRule walk(QpContext qp, int wqeIndex, int length, Packet packet, boolean write) {
        int left = length;
        while (left > 0) {
            if (unit >= units) {
                return HcaRule.W1;
            }
            int at = qp.queues.sendUnit(wqeIndex, unit);
            MemorySegment memory = qp.queues.memory().segment(at);
            long base = qp.queues.memory().offset(at);
            long available = Math.max(0, segmentBytes(memory, base) - offset);
            int part = (int) Math.min(left, available);
            if (part > 0) {
                int lkey = DataSegment.LKEY.get(memory, base);
                long address = DataSegment.ADDRESS.getLong(memory, base) + offset;
                HcaRule refusal = checks.local(qp, lkey, address, part, write);
                if (refusal != null) {
                    refuse(lkey, address, part);
                    return refusal;
                }
                move(packet, part, write);
            }
            left -= part;
            step(part, available);
        }
        return null;
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

    private static int inlineRoom(int firstUnit, int unitsOfWqe) {
        return (unitsOfWqe - firstUnit) * QueueGeometry.UNIT_BYTES - DataSegment.INLINE_HEADER_BYTES;
    }

    private void gatherInline(QpContext qp, int wqeIndex, int firstUnit, int length, Packet packet) {
        int left = length;
        while (left > 0) {
            int inData = DataSegment.INLINE_HEADER_BYTES + offset;
            int at = qp.queues.sendUnit(wqeIndex, firstUnit + inData / QueueGeometry.UNIT_BYTES)
                    + inData % QueueGeometry.UNIT_BYTES;
            int part = Math.min(left, QueueGeometry.UNIT_BYTES - inData % QueueGeometry.UNIT_BYTES);
            packet.addPayload(qp.queues.memory().busAddress(at), part);
            offset += part;
            left -= part;
        }
    }

    private void refuse(int lkey, long address, int length) {
        refusedKey = lkey;
        refusedAddress = address;
        refusedLength = length;
    }

    private static boolean isInline(QpContext qp, int wqeIndex, int unit) {
        int at = qp.queues.sendUnit(wqeIndex, unit);
        return DataSegment.BYTE_COUNT.get(
                        qp.queues.memory().segment(at), qp.queues.memory().offset(at))
                < 0;
    }

    private static int inlineBytes(QpContext qp, int wqeIndex, int unit) {
        int at = qp.queues.sendUnit(wqeIndex, unit);
        return DataSegment.BYTE_COUNT.get(
                        qp.queues.memory().segment(at), qp.queues.memory().offset(at))
                & ~DataSegment.INLINE;
    }

    private static long segmentBytes(QpContext qp, int wqeIndex, int unit) {
        int at = qp.queues.sendUnit(wqeIndex, unit);
        return segmentBytes(qp.queues.memory().segment(at), qp.queues.memory().offset(at));
    }

    /** The length of a segment; by the device's convention 0 stands for 2 GiB. */
    private static long segmentBytes(MemorySegment memory, long base) {
        int count = DataSegment.BYTE_COUNT.get(memory, base) & ~DataSegment.INLINE;
        return count == 0 ? LONGEST_SEGMENT : count;
    }
}
