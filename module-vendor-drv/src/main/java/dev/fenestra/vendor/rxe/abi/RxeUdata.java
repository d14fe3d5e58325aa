package dev.fenestra.vendor.rxe.abi;

import dev.fenestra.hw.sim.rxe.RxeFormats;
import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import java.lang.foreign.MemorySegment;

/** Udata (rdma_user_rxe.h). Requests have none, but for the resize of an SRQ. */
public final class RxeUdata {
    /** Where a queue is mapped: {@code mminfo}. */
    public static final HostLayout MAPPING = new HostLayout("struct mminfo", 16);
    /** What the program gives to mmap. */
    public static final HostField OFFSET = MAPPING.u64("offset", 0);
    /** Bytes, whole pages. */
    public static final HostField SIZE = MAPPING.u32("size", 8);

    /** Answer of CREATE_QP: the receive queue, then the send queue. */
    public static final int QP_BYTES = 2 * MAPPING.bytes();
    /** Where the send queue stands in the answer of CREATE_QP. */
    public static final int SENDS_AT = MAPPING.bytes();

    /** Answer of CREATE_SRQ, behind the mapping. */
    public static final HostLayout SRQ = new HostLayout("struct rxe_create_srq_resp", 24);
    /** Number of the SRQ. */
    public static final HostField SRQ_NUMBER = SRQ.u32("srq_num", 16);

    /** Request of MODIFY_SRQ. */
    public static final HostLayout MODIFY_SRQ = new HostLayout("struct rxe_modify_srq_cmd", 8);
    /** Address to which the kernel stores the mapping of the new queue. */
    public static final HostField MAPPING_ADDRESS = MODIFY_SRQ.u64("mmap_info_addr", 0);

    /** Answer of CREATE_AH. */
    public static final HostLayout AH = new HostLayout("struct rxe_create_ah_resp", 8);
    /** Number of the address handle. */
    public static final HostField AH_NUMBER = AH.u32("ah_num", 0);

    /** Ours: behind the answer of CREATE_CQ, the number that a store to the page of registers names the CQ by. */
    public static final int CQ_NUMBER_AT = MAPPING.bytes();
    /** Ours: bytes of the answer of CREATE_CQ with that number. */
    public static final int CQ_BYTES = CQ_NUMBER_AT + Long.BYTES;
    /** Most pieces of a request. */
    public static final int MAX_SGE = 32;
    /** Most pieces of a receive of an SRQ. */
    public static final int MAX_SRQ_SGE = 27;
    /** Most completions of a CQ. */
    public static final int MAX_CQE = 32767;
    /** Bytes of a piece. */
    public static final int SGE_BYTES = RxeFormats.SENDS.piece().bytes();
    /** Most inline data. */
    public static final int MAX_INLINE = MAX_SGE * SGE_BYTES;

    private RxeUdata() {}

    /**
     * {@return bytes for data in a send request: pieces and inline data share them}
     *
     * @param pieces that there must be room for
     * @param inlineBytes that there must be room for
     */
    public static int dataRoom(int pieces, int inlineBytes) {
        return Math.max(pieces * SGE_BYTES, inlineBytes);
    }

    /**
     * {@return a part of an answer}
     *
     * @param answer of the kernel half
     * @param at where the part begins
     */
    public static MemorySegment part(MemorySegment answer, int at) {
        return answer.asSlice(at);
    }
}
