package acme.rdma;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** What the two halves tell each other across a system call. Opening a device and a PD need no words. */
final class AcmeUdata {
    /** Request of a CQ. */
    static final HostLayout CQ = new HostLayout("struct acme_create_cq", 16);
    /** Address of the ring; it begins a page. */
    static final HostField CQ_BUFFER = CQ.u64("buffer", 0);
    /** Entries, a power of two. */
    static final HostField CQ_ENTRIES = CQ.u32("entries", 8);
    /** Not 0 when a word behind the ring has the entries taken. May be left out. */
    static final HostField CQ_RECORD = CQ.u32("has_record", 12);

    /** Answer to it. */
    static final HostLayout CQ_ANSWER = new HostLayout("struct acme_create_cq_resp", 4);
    /** The number that registers name the CQ by. */
    static final HostField CQ_NUMBER = CQ_ANSWER.u32("number", 0);

    /** Request of a QP. */
    static final HostLayout QP = new HostLayout("struct acme_create_qp", 20);
    /** Address of both rings, sends first; it begins a page. */
    static final HostField QP_BUFFER = QP.u64("buffer", 0);
    /** Send requests, a power of two. */
    static final HostField QP_SENDS = QP.u32("sends", 8);
    /** Receives, a power of two; 0 with an SRQ. */
    static final HostField QP_RECEIVES = QP.u32("receives", 12);
    /**
     * Not 0 when two words behind the rings have the sends and the receives posted. Then the card looks there, and no
     * register is written: for a user half whose stores the card does not hear. May be left out.
     */
    static final HostField QP_RECORD = QP.u32("has_record", 16);

    /** Request of an SRQ, and of another size. */
    static final HostLayout SRQ = new HostLayout("struct acme_create_srq", 12);
    /** Address of a header and the ring; it begins a page. */
    static final HostField SRQ_BUFFER = SRQ.u64("buffer", 0);
    /** Receives, a power of two. */
    static final HostField SRQ_ENTRIES = SRQ.u32("entries", 8);

    /** Bytes of a record. */
    static final int RECORD_BYTES = 8;

    private AcmeUdata() {}
}
