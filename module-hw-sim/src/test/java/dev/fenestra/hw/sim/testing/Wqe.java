package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.mlx5.prm.AtomicSegment;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.RemoteAddressSegment;
import dev.fenestra.hw.sim.mlx5.prm.RepeatBlock;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import java.lang.foreign.MemorySegment;

/** The bytes of a send WQE, signaled unless told otherwise. The index, QPN and size are filled in when it is posted. */
public final class Wqe {
    public static final int UNIT = 16;
    private static final int LARGEST = 64 * UNIT;
    private static final int CONTEXT_AT = 64;
    private static final int LIST_AT = 128;

    private final MemorySegment memory = MemorySegment.ofArray(new long[LARGEST / Long.BYTES]);
    private int bytes = ControlSegment.BYTES;
    private int forcedUnits = -1;
    private int forcedQpn = -1;

    public Wqe(int opcode) {
        ControlSegment.OPCODE.set(memory, 0, opcode);
        ControlSegment.COMPLETION.set(memory, 0, ControlSegment.COMPLETION_ALWAYS);
    }

    public static Wqe send() {
        return new Wqe(WqeOpcode.SEND);
    }

    public static Wqe write(long address, int rkey) {
        return new Wqe(WqeOpcode.RDMA_WRITE).remote(address, rkey);
    }

    public static Wqe read(long address, int rkey) {
        return new Wqe(WqeOpcode.RDMA_READ).remote(address, rkey);
    }

    /** A bind as the type-2 form has it: the window must be free, and it gets this QP and a new tag. */
    public static Wqe bind(int window, int tag, RawRegion region, long address, long length, int rights) {
        return umr(window, tag, UmrControlSegment.MASK_LENGTH | UmrControlSegment.MASK_FREE)
                .range(address, length, rights, region.key(), address);
    }

    /** Frees a window: with the QPN in the mask and tag 0 an invalidate, else an unbind. */
    public static Wqe free(int key, int tag, boolean type2) {
        return umr(key, tag, UmrControlSegment.MASK_FREE | (type2 ? UmrControlSegment.MASK_QPN : 0));
    }

    public static Wqe invalidate(int key) {
        return free(key, 0, true);
    }

    public static Wqe umr(int key, int tag, long mask) {
        Wqe wqe = new Wqe(WqeOpcode.UMR).immediate(key);
        UmrControlSegment.MKEY_MASK.setLong(wqe.memory, UNIT, mask);
        MkeyContext.TAG.set(wqe.memory, CONTEXT_AT, tag);
        wqe.bytes = LIST_AT;
        return wqe;
    }

    /** A configuration of an mkey as mlx5dv writes it, with these rights and no entries yet. */
    public static Wqe configure(int mkey, int rights) {
        Wqe wqe = umr(
                mkey,
                mkey & 0xff,
                UmrControlSegment.MASK_FREE
                        | UmrControlSegment.MASK_TAG
                        | UmrControlSegment.MASK_LENGTH
                        | UmrControlSegment.MASK_LOCAL_WRITE
                        | UmrControlSegment.MASK_REMOTE_READ
                        | UmrControlSegment.MASK_REMOTE_WRITE
                        | UmrControlSegment.MASK_ATOMIC);
        UmrControlSegment.FLAGS.set(wqe.memory, UNIT, UmrControlSegment.INLINE);
        MkeyContext.FREE.word(wqe.memory, CONTEXT_AT, rights);
        return wqe;
    }

    /** A fast registration without pages yet. */
    public static Wqe register(int key, int tag, long iova, long length, int rights) {
        Wqe wqe = umr(
                key,
                tag,
                UmrControlSegment.MASK_FREE
                        | UmrControlSegment.MASK_TAG
                        | UmrControlSegment.MASK_LENGTH
                        | UmrControlSegment.MASK_START_ADDRESS
                        | UmrControlSegment.MASK_PAGE_SIZE
                        | UmrControlSegment.MASK_LOCAL_WRITE
                        | UmrControlSegment.MASK_REMOTE_READ
                        | UmrControlSegment.MASK_REMOTE_WRITE
                        | UmrControlSegment.MASK_ATOMIC);
        UmrControlSegment.FLAGS.set(wqe.memory, UNIT, UmrControlSegment.INLINE | UmrControlSegment.CHECK_FREE);
        MkeyContext.FREE.word(wqe.memory, CONTEXT_AT, rights);
        MkeyContext.START_ADDRESS.setLong(wqe.memory, CONTEXT_AT, iova);
        return wqe.claim(length).pageShift(12);
    }

    public Wqe pageShift(int shift) {
        MkeyContext.LOG_PAGE_SIZE.set(memory, CONTEXT_AT, shift);
        return this;
    }

    /** Adds a page to a fast registration. */
    public Wqe page(int listKey, long address) {
        return listUnit(0, listKey, address);
    }

    public Wqe allowsWindows() {
        MkeyContext.MW_BIND.set(memory, CONTEXT_AT, 1);
        return this;
    }

    /** Adds an entry to the list of a configuration, and its length to the mkey's. */
    public Wqe entry(int lkey, long address, int length) {
        long total = MkeyContext.LENGTH.getLong(memory, CONTEXT_AT) + (length & 0xffffffffL);
        MkeyContext.LENGTH.setLong(memory, CONTEXT_AT, total);
        return listUnit(length, lkey, address);
    }

    public Wqe entry(RawRegion region, int offset, int length) {
        return entry(region.key(), region.address() + offset, length);
    }

    /** Heads the list of a configuration: the entries that follow are repeated. */
    public Wqe repeat(int bytes, int count, int entries) {
        MkeyContext.LENGTH.setLong(memory, CONTEXT_AT, (long) bytes * count);
        return listUnit(bytes, RepeatBlock.REPEAT, (long) count << 32 | entries);
    }

    /** Adds a strided entry after a repeat block. */
    public Wqe strided(RawRegion region, int offset, int length, int stride) {
        return listUnit(stride << 16 | length, region.key(), region.address() + offset);
    }

    /** The mkey claims to be so long. */
    public Wqe claim(long length) {
        MkeyContext.LENGTH.setLong(memory, CONTEXT_AT, length);
        return this;
    }

    /** The list of a configuration lies in memory, with a number of units. */
    public Wqe listAt(int lkey, long address, int units, long length) {
        UmrControlSegment.FLAGS.set(memory, UNIT, 0);
        UmrControlSegment.KLM_OCTOWORDS.set(memory, UNIT, units);
        return claim(length).sge(lkey, address, units * UNIT);
    }

    public Wqe flags(int flags) {
        UmrControlSegment.FLAGS.set(memory, UNIT, flags);
        return this;
    }

    private Wqe listUnit(int first, int second, long third) {
        sge(second, third, first);
        UmrControlSegment.KLM_OCTOWORDS.set(memory, UNIT, (bytes - LIST_AT) / UNIT);
        return this;
    }

    /** The range part of a bind: start address and length of the window, and where in the region it begins. */
    public Wqe range(long start, long length, int rights, int lkey, long address) {
        UmrControlSegment.KLM_OCTOWORDS.set(memory, UNIT, 4);
        int word = MkeyContext.FREE.word(memory, CONTEXT_AT) | rights;
        MkeyContext.FREE.word(memory, CONTEXT_AT, word);
        MkeyContext.START_ADDRESS.setLong(memory, CONTEXT_AT, start);
        MkeyContext.LENGTH.setLong(memory, CONTEXT_AT, length);
        DataSegment.BYTE_COUNT.set(memory, LIST_AT, (int) length);
        DataSegment.LKEY.set(memory, LIST_AT, lkey);
        DataSegment.ADDRESS.setLong(memory, LIST_AT, address);
        bytes = LIST_AT + CONTEXT_AT;
        return this;
    }

    public Wqe remote(long address, int rkey) {
        RemoteAddressSegment.ADDRESS.setLong(memory, bytes, address);
        RemoteAddressSegment.RKEY.set(memory, bytes, rkey);
        bytes += RemoteAddressSegment.BYTES;
        return this;
    }

    public Wqe atomic(long swapOrAdd, long compare) {
        AtomicSegment.SWAP_OR_ADD.setLong(memory, bytes, swapOrAdd);
        AtomicSegment.COMPARE.setLong(memory, bytes, compare);
        bytes += AtomicSegment.BYTES;
        return this;
    }

    public Wqe sge(int lkey, long address, int length) {
        DataSegment.BYTE_COUNT.set(memory, bytes, length);
        DataSegment.LKEY.set(memory, bytes, lkey);
        DataSegment.ADDRESS.setLong(memory, bytes, address);
        bytes += DataSegment.BYTES;
        return this;
    }

    public Wqe sge(RawRegion region, int offset, int length) {
        return length == 0 ? this : sge(region.key(), region.address() + offset, length);
    }

    public Wqe inline(byte[] data) {
        return inline(data, data.length);
    }

    /** Inline data whose length field says something of its own. */
    public Wqe inline(byte[] data, int said) {
        DataSegment.BYTE_COUNT.set(memory, bytes, DataSegment.INLINE | said);
        MemorySegment.copy(MemorySegment.ofArray(data), 0, memory, bytes + 4L, data.length);
        bytes += data.length + 4 + UNIT - 1 & -UNIT;
        return this;
    }

    public Wqe immediate(int value) {
        ControlSegment.IMMEDIATE.set(memory, 0, value);
        return this;
    }

    public Wqe unsignaled() {
        ControlSegment.COMPLETION.set(memory, 0, 0);
        return this;
    }

    public Wqe fenced() {
        ControlSegment.FENCE.set(memory, 0, ControlSegment.FENCE_FULL);
        return this;
    }

    public Wqe solicited() {
        ControlSegment.SOLICITED.set(memory, 0, 1);
        return this;
    }

    /** Lies about the size. */
    public Wqe units(int units) {
        forcedUnits = units;
        return this;
    }

    /** Lies about the QP. */
    public Wqe qpn(int qpn) {
        forcedQpn = qpn;
        return this;
    }

    /** The key it is about. */
    public int key() {
        return ControlSegment.IMMEDIATE.get(memory, 0);
    }

    /** The bytes so far, to be spoiled. */
    public MemorySegment memory() {
        return memory;
    }

    int units() {
        return (bytes + UNIT - 1) / UNIT;
    }

    void finish(int index, int qpn) {
        ControlSegment.WQE_INDEX.set(memory, 0, index);
        ControlSegment.QPN.set(memory, 0, forcedQpn < 0 ? qpn : forcedQpn);
        ControlSegment.DS.set(memory, 0, forcedUnits < 0 ? units() : forcedUnits);
    }
}
