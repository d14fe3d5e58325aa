package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import java.lang.foreign.MemorySegment;

/** A QP's queues, written as software writes them. */
public final class RawQp {
    static final int LOG_RECEIVES = 4;
    static final int RECEIVE_STRIDE = 64;
    private static final int RECEIVE_BYTES = RECEIVE_STRIDE << LOG_RECEIVES;
    private static final int BLOCK = 64;

    private final RawMemory memory;
    private final DoorbellPage doorbell;
    private final long[] pages;
    private final long record;
    private final int blocks;
    private final int number;
    private int sent;
    private int received;

    RawQp(RawMemory memory, DoorbellPage doorbell, long[] pages, long record, int blocks, int number) {
        this.memory = memory;
        this.doorbell = doorbell;
        this.pages = pages;
        this.record = record;
        this.blocks = blocks;
        this.number = number;
    }

    public int number() {
        return number;
    }

    public long record() {
        return record;
    }

    /** Basic blocks posted. */
    public int sent() {
        return sent;
    }

    /** Bus address of a 16-byte unit of the send ring; the ring wraps. */
    public long sendUnit(int blockIndex, int unit) {
        int inRing = blockIndex * BLOCK + unit * Wqe.UNIT & blocks * BLOCK - 1;
        return address(RECEIVE_BYTES + inRing);
    }

    /** Bus address of a data segment of a receive WQE. */
    public long receiveUnit(int index, int unit) {
        return address((index & (1 << LOG_RECEIVES) - 1) * RECEIVE_STRIDE + unit * Wqe.UNIT);
    }

    private long address(int inBuffer) {
        return pages[inBuffer / RawMemory.PAGE] + inBuffer % RawMemory.PAGE;
    }

    /** Writes a WQE and its doorbell record; the device does not know yet. */
    public int write(Wqe wqe) {
        int index = sent & 0xffff;
        wqe.finish(index, number);
        for (int unit = 0; unit < wqe.units(); unit++) {
            long at = sendUnit(index, unit);
            MemorySegment.copy(wqe.memory(), (long) unit * Wqe.UNIT, memory.segment(at), memory.offset(at), Wqe.UNIT);
        }
        sent += (wqe.units() + 3) / 4;
        sendRecord(sent);
        return index;
    }

    /** Posts a WQE; returns its index. */
    public int post(Wqe wqe) {
        int index = write(wqe);
        ring();
        return index;
    }

    public void ring() {
        doorbell.write64(UarPage.SEND_DOORBELL, (long) number << 8);
    }

    public void sendRecord(int value) {
        DoorbellRecord.publish(DoorbellRecord.SEND, memory.segment(record), memory.offset(record), value & 0xffff);
    }

    public void receiveRecord(int value) {
        DoorbellRecord.publish(DoorbellRecord.RECEIVE, memory.segment(record), memory.offset(record), value & 0xffff);
    }

    /** Posts a receive; the pieces are key, address and length of up to four elements. */
    public int receive(long... pieces) {
        int index = received & 0xffff;
        int units = pieces.length / 3;
        for (int unit = 0; unit < units; unit++) {
            int from = unit * 3;
            element(index, unit, (int) pieces[from], pieces[from + 1], (int) pieces[from + 2]);
        }
        if (units < RECEIVE_STRIDE / Wqe.UNIT) {
            element(index, units, DataSegment.TERMINATOR_LKEY, 0, 0);
        }
        receiveRecord(++received);
        return index;
    }

    public int receive(RawRegion region, int offset, int length) {
        return receive(region.key(), region.address() + offset, length);
    }

    private void element(int index, int unit, int lkey, long address, int length) {
        long at = receiveUnit(index, unit);
        DataSegment.BYTE_COUNT.set(memory.segment(at), memory.offset(at), length);
        DataSegment.LKEY.set(memory.segment(at), memory.offset(at), lkey);
        DataSegment.ADDRESS.setLong(memory.segment(at), memory.offset(at), address);
    }

    /** Starts counting at 0, as software does when it takes the QP to RESET. */
    public void forget() {
        sent = 0;
        received = 0;
        sendRecord(0);
        receiveRecord(0);
    }
}
