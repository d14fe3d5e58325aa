package dev.fenestra.tools.observe.capture;

/** The rules for the packets of a capture. Sources are clauses of the IBTA specification, volume 1. */
public enum CaptureRule {
    /** The invariant CRC. */
    ICRC("PKT-ICRC", "the ICRC of a packet is right", "IBA A17.3.3"),
    /** Lengths of the layers. */
    LENGTH(
            "PKT-LENGTH",
            "the lengths of a packet fit each other, and leave room for the headers of its opcode",
            "IBA 9.6.1"),
    /** The opcode. */
    OPCODE("PKT-OPCODE", "the opcode is one of RC, UC, UD or XRC, or that of a CNP", "IBA 9.2.1"),
    /** The version of the transport header. */
    VERSION("PKT-VERSION", "the transport version is 0", "IBA 9.2"),
    /** Reserved bits. */
    RESERVED("PKT-RESERVED", "reserved bits of the BTH and the AETH are 0", "IBA 9.2"),
    /** Pad bytes. */
    PAD("PKT-PAD", "payload and pad bytes are a multiple of 4 bytes, and pad bytes are 0", "IBA 9.2"),
    /** Packets without data. */
    PAYLOAD("PKT-PAYLOAD", "an opcode without data has no payload", "IBA 9.4"),
    /** Sizes of the packets of a message. */
    MTU(
            "PKT-MTU",
            "the first packets of a message carry the path MTU each, the last 1 byte to the MTU, the only one 0 or"
                    + " more",
            "IBA 9.7.4.1.7"),
    /** The service of a QP. */
    SERVICE("PKT-SERVICE", "all packets to a QP are of one service", "IBA 9.2.1"),
    /** PSNs of requests. */
    PSN("PKT-PSN", "requests take one PSN after the other; what is missing is sent again", "IBA 9.7.2"),
    /** Opcodes of successive requests. */
    SEQUENCE("PKT-SEQUENCE", "FIRST, MIDDLE and LAST of one operation follow each other", "IBA 9.7.4.1.5"),
    /** Repeated requests. */
    REPEAT("PKT-REPEAT", "a request that is sent again is the same, or the rest of the same READ", "IBA 9.7.5.1.2"),
    /** The length of an RDMA WRITE. */
    DMA_LENGTH("PKT-DMALEN", "the packets of a WRITE carry as many bytes as its RETH says", "IBA 9.7.4.1.7"),
    /** The largest message. */
    LIMIT("PKT-LIMIT", "a message has at most 2^31 bytes, and its range does not wrap", "IBA 9.7"),
    /** Addresses of atomics. */
    ATOMIC("PKT-ATOMIC", "the address of an atomic is a multiple of 8", "IBA 9.4.5"),
    /** PSNs of answers. */
    ANSWER_PSN("PKT-ANSWER-PSN", "an answer names a PSN that was sent", "IBA 9.7.5.1.2"),
    /** Kinds of answers. */
    ANSWER_KIND(
            "PKT-ANSWER-KIND", "a READ is answered by its data, an atomic by its value, others by ACKs", "IBA 9.7.5"),
    /** Order of answers. */
    ANSWER_ORDER(
            "PKT-ANSWER-ORDER", "answers come in the order of PSNs, unless a request was sent again", "IBA 9.7.5.1.2"),
    /** Packets of a READ's answer. */
    RESPONSE("PKT-RESPONSE", "FIRST, MIDDLE and LAST of a READ response fit its range", "IBA 9.7.5"),
    /** Syndromes. */
    SYNDROME(
            "PKT-SYNDROME",
            "the syndrome is an ACK, an RNR NAK or a NAK that is defined; data comes with ACK",
            "IBA 9.7.5.2.8"),
    /** Message sequence numbers. */
    MSN("PKT-MSN", "the MSN counts the requests that are finished", "IBA 9.7.5.2.4"),
    /** The end of a responder. */
    FATAL("PKT-FATAL", "after a NAK of an error, nothing from that PSN on is answered otherwise", "IBA 9.7.5.2.8"),
    /** The rest after an RNR NAK. */
    RNR_WAIT(
            "PKT-RNR-WAIT",
            "a request that met an RNR NAK is not sent again before the time of the NAK",
            "IBA 9.7.5.2.8"),
    /** Keys that were invalidated. */
    KEY("PKT-KEY", "a key is not served after a SEND with invalidate of it was acknowledged", "IBA 9.9.6.3");

    private final String id;
    private final String text;
    private final String source;

    CaptureRule(String id, String text, String source) {
        this.id = id;
        this.text = text;
        this.source = source;
    }

    /** {@return the id, for example {@code PKT-PSN}} */
    public String id() {
        return id;
    }

    /** {@return what must hold} */
    public String text() {
        return text;
    }

    /** {@return the clause} */
    public String source() {
        return source;
    }
}
