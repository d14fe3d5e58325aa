package dev.fenestra.hw.sim.device;

/**
 * Every rule the device enforces, as data. The ordinal plus one is the rule's code: byte 54 of an error CQE
 * ({@code vendor_err_synd}) on the side that refused.
 */
public enum HcaRule {
    L1("L1", "the L_Key names an existing region or mkey", "IBA 10.7.2.2", "LOC_PROT_ERR"),
    L2("L2", "the tag of the L_Key is the region's present one", "IBA 10.6.3", "LOC_PROT_ERR"),
    L3(
            "L3",
            "the mkey of an L_Key is configured, the fast-register region of one is registered",
            "man mlx5dv_create_mkey; IBA 10.6.5",
            "LOC_PROT_ERR"),
    L4("L4", "region and QP belong to one PD", "IBA 10.2.3", "LOC_PROT_ERR"),
    L5("L5", "memory the device writes has LOCAL_WRITE", "verbs.h access flags", "LOC_PROT_ERR"),
    L6("L6", "a scatter/gather element lies inside its region", "IBA 10.6.3", "LOC_PROT_ERR"),

    A8("A8", "the QP allows the remote operation", "IBA 10.2.4; ibv_modify_qp", "NAK 0x62"),
    R1("R1", "the R_Key names an existing region, window or mkey", "IBA 10.6.3", "NAK 0x62"),
    R2("R2", "the tag of the R_Key is the present one", "IBA 10.6.3", "NAK 0x62"),
    R3("R3", "region and QP belong to one PD", "IBA 10.2.3", "NAK 0x62"),
    R4("R4", "the region grants the remote right", "IBA C10-77", "NAK 0x62"),
    R5(
            "R5",
            "the mkey of an R_Key is configured, the fast-register region of one is registered",
            "man mlx5dv_create_mkey; IBA 10.6.5",
            "NAK 0x62"),
    R6("R6", "the range lies inside the region", "IBA C10-77", "NAK 0x62"),
    A2("A2", "window and QP belong to one PD", "IBA C10-76.2.1", "NAK 0x62"),
    A3("A3", "a type-2 window is used through the QP that bound it", "IBA o10-37.2.43", "NAK 0x62"),
    A4("A4", "the window is bound", "IBA 10.6.7", "NAK 0x62"),
    A5("A5", "the window grants the remote right", "IBA C10-77", "NAK 0x62"),
    A6("A6", "the window's region still exists", "IBA 10.6.7.2.6", "NAK 0x62"),
    R7("R7", "the region is the one that the READ began with", "architecture: rereg ends running READs", "NAK 0x62"),
    A7("A7", "the range lies inside the window", "IBA C10-77", "NAK 0x62"),

    B1(
            "B1",
            "the R_Key to be replaced names the window and, for type 1, is its present one",
            "IBA 10.6.7",
            "MW_BIND_ERR"),
    B3("B3", "a type-1 window is not zero-based", "IBA o10-36.2.2", "MW_BIND_ERR"),
    B4("B4", "a type-2 window is free when it is bound", "IBA o10-37.2.30", "MW_BIND_ERR"),
    B5("B5", "window and QP belong to one PD", "IBA C10-72", "MW_BIND_ERR"),
    B6("B6", "a type-2 window is bound to at least one byte", "IBA o10-37.2.40", "MW_BIND_ERR"),
    B7("B7", "the L_Key of the bind names an existing region with its present tag", "IBA 10.6.7", "MW_BIND_ERR"),
    B8("B8", "region and window belong to one PD", "IBA C10-72", "MW_BIND_ERR"),
    B9("B9", "the region is not zero-based", "rxe_mw.c", "MW_BIND_ERR"),
    B10("B10", "the region allows windows (MW_BIND)", "IBA C10-73", "MW_BIND_ERR"),
    B11("B11", "a window that may be written needs a region with LOCAL_WRITE", "IBA C10-74", "MW_BIND_ERR"),
    B12("B12", "the window lies inside the region", "IBA C10-75", "MW_BIND_ERR"),

    I1(
            "I1",
            "the key to invalidate names a type-2 window, an mkey or a fast-register region",
            "IBA o10-37.2.26; 10.6.5",
            "MW_BIND_ERR or REM_INV_REQ_ERR"),
    I2("I2", "the key to invalidate is the window's present one", "IBA 10.6.7", "MW_BIND_ERR or REM_INV_REQ_ERR"),
    I3(
            "I3",
            "a window is invalidated through the QP that bound it",
            "IBA 10.6.7.2.5",
            "MW_BIND_ERR or REM_INV_REQ_ERR"),
    I4("I4", "a window is invalidated from its own PD", "IBA 10.6.7.2.5", "MW_BIND_ERR or REM_INV_REQ_ERR"),

    I5(
            "I5",
            "an mkey or a fast-register region is invalidated from its own PD",
            "man mlx5dv_wr_post; rxe_mr.c rxe_invalidate_mr",
            "MW_BIND_ERR or REM_INV_REQ_ERR"),
    I6("I6", "a peer invalidates only mkeys that were created for it", "man mlx5dv_create_mkey", "REM_INV_REQ_ERR"),

    M1("M1", "the key to configure is an mkey's present one", "man mlx5dv_wr_post", "MW_BIND_ERR"),
    M2("M2", "mkey and QP belong to one PD", "man mlx5dv_wr_post", "MW_BIND_ERR"),
    M3("M3", "an mkey that must be free for its UMR is free", "device: check_free", "MW_BIND_ERR"),
    M4("M4", "a layout has at most the entries that its mkey has room for", "man mlx5dv_create_mkey", "MW_BIND_ERR"),
    M5("M5", "an entry of a layout is at most as long as the device allows", "man mlx5dv_wr_post", "MW_BIND_ERR"),
    K1("K1", "an entry of a layout names an existing region or mkey", "man mlx5dv_wr_post", "LOC_PROT_ERR or NAK 0x62"),
    K2("K2", "an mkey behind an entry is configured", "man mlx5dv_wr_post", "LOC_PROT_ERR or NAK 0x62"),
    K3("K3", "what an entry names belongs to the PD of the QP", "man mlx5dv_wr_post", "LOC_PROT_ERR or NAK 0x62"),
    K4("K4", "what an entry names grants the right, too", "man mlx5dv_wr_post", "LOC_PROT_ERR or NAK 0x62"),
    K5("K5", "an entry lies inside what it names", "man mlx5dv_wr_post", "LOC_PROT_ERR or NAK 0x62"),
    K6(
            "K6",
            "no more mkeys stand between a key and memory than the device follows",
            "mlx5/odp.c",
            "LOC_PROT_ERR or NAK 0x62"),
    K7("K7", "the entries of a layout cover the mkey's length", "man mlx5dv_wr_post", "LOC_PROT_ERR or NAK 0x62"),

    T1("T1", "request packets of a message come in order", "IBA 9.8.3.1", "NAK 0x61"),
    T2("T2", "the payload of a packet fits its place in the message", "IBA C9-94", "NAK 0x61"),
    T3("T3", "a message fits the receive buffer", "IBA 9.7.4.1.5", "LOC_LEN_ERR and NAK 0x61"),
    T4("T4", "the responder serves READs", "IBA 9.7.4.1.7", "NAK 0x61"),
    T5("T5", "a message is at most as long as the port allows", "IBA 9.7.2", "LOC_LEN_ERR or NAK 0x61"),
    T6("T6", "the peer answers within the retries", "IBA 9.7.5.2.8", "RETRY_EXC_ERR"),
    T7("T7", "the peer has a receive ready within the RNR retries", "IBA 9.7.5.2.8", "RNR_RETRY_EXC_ERR"),
    T8("T8", "a response belongs to the request it answers", "IBA 9.7.5.2.4", "BAD_RESP_ERR"),
    T9("T9", "a QP that sends READs has room for one (max_rd_atomic)", "ibv_modify_qp", "LOC_QP_OP_ERR"),
    T10("T10", "an atomic's address is a multiple of 8", "IBA 9.4.5, A19; checked before the R_Key", "NAK 0x61"),
    T11(
            "T11",
            "an atomic has room for its 8 bytes of result, an atomic write has 8 bytes",
            "IBA 10.8.2",
            "LOC_LEN_ERR"),

    W1("W1", "a send WQE has a known opcode and segments that fit its size", "device", "LOC_QP_OP_ERR"),
    W2("W2", "a UMR changes what a bind or an invalidate changes", "device", "LOC_QP_OP_ERR"),
    Q1("Q1", "the QP was not in error when the request's turn came", "IBA 10.3.1", "WR_FLUSH_ERR"),
    D1("D1", "no window is bound to a region that is destroyed", "IBA 10.6.7.2.6", "EBUSY"),
    D3(
            "D3",
            "a region with bound windows keeps its translation, its PD, MW_BIND and LOCAL_WRITE",
            "IBA 10.6.7.2.6, by the concept dereg + reg",
            "EBUSY"),
    D2("D2", "no type-2A window is bound through a QP that is destroyed or reset", "IBA 10.6.7.2.5", "EBUSY"),

    O1(
            "O1",
            "memory that is paged on demand is used by the operations that the device has for it",
            "ibv_query_device_ex odp_caps",
            "LOC_PROT_ERR or NAK 0x62"),
    O2(
            "O2",
            "the pages that an access needs are there, or come",
            "mlx5/odp.c",
            "waits; LOC_PROT_ERR or NAK 0x62 when they do not come"),
    H1(
            "H1",
            "the memory that a translation leads to answers on the bus",
            "PCIe 2.3.1 Unsupported Request; IOMMU",
            "LOC_PROT_ERR or NAK 0x62"),

    U1("U1", "a datagram to be sent fits one packet of the path", "IBA 9.8.4; C10-93.1.1", "LOC_LEN_ERR"),
    U2("U2", "a datagram carries the Q_Key of the QP it arrives at", "IBA 9.6.1.4.1", "dropped"),
    U3("U3", "a datagram and its 40 bytes of GRH fit the receive", "IBA 11.4.1.2", "dropped"),
    U4("U4", "a receive is posted when a datagram arrives", "IBA 9.8.4", "dropped"),
    U5("U5", "the address handle and the QP of a datagram belong to one PD", "IBA C10-10", "LOC_QP_OP_ERR"),

    X1("X1", "an XRC request names an XRC SRQ", "IBA A14", "NAK 0x61"),
    X2("X2", "the SRQ of an XRC request and the QP are of one XRC domain", "IBA A14", "NAK 0x61"),
    X3("X3", "all packets of an XRC message name one SRQ", "device", "NAK 0x61"),

    F1("F1", "the key to register is a fast-register region's present one", "rxe_mr.c rxe_reg_fast_mr", "MW_BIND_ERR"),
    F2("F2", "fast-register region and QP belong to one PD", "rxe_mr.c rxe_reg_fast_mr", "MW_BIND_ERR"),
    F3("F3", "a fast-register region is free when it is registered", "rxe_mr.c rxe_reg_fast_mr", "MW_BIND_ERR"),
    F4(
            "F4",
            "a registration has at most the pages that its region has room for",
            "ib_verbs.h ib_alloc_mr",
            "MW_BIND_ERR"),
    F5("F5", "a registration has at least one byte, and a page for each", "IBA 10.6.5", "MW_BIND_ERR"),
    F6("F6", "a registration for remote writes or atomics has LOCAL_WRITE", "IBA 10.6.5", "MW_BIND_ERR"),
    F7("F7", "the pages of a registration are listed under one present key of a page list", "device", "MW_BIND_ERR"),
    F8("F8", "page list and QP belong to one PD", "device", "MW_BIND_ERR"),
    F9("F9", "each page of a registration is one of its page list", "device", "MW_BIND_ERR"),
    I7(
            "I7",
            "no window is bound to a fast-register region that is invalidated",
            "rxe_mr.c rxe_invalidate_mr",
            "MW_BIND_ERR or REM_INV_REQ_ERR"),
    I8(
            "I8",
            "a peer invalidates only registrations that give it a right",
            "rxe_mr.c rxe_invalidate_mr_remote",
            "REM_INV_REQ_ERR"),
    D4("D4", "no registration has pages of a page list that is destroyed", "IBA 10.6.7.2.6, by analogy", "EBUSY");

    private static final HcaRule[] BY_CODE = values();

    private final String id;
    private final String text;
    private final String source;
    private final String outcome;

    HcaRule(String id, String text, String source, String outcome) {
        this.id = id;
        this.text = text;
        this.source = source;
        this.outcome = outcome;
    }

    public String id() {
        return id;
    }

    /** What must hold, in one line. */
    public String text() {
        return text;
    }

    /** Who demands it. */
    public String source() {
        return source;
    }

    /** What a violation leads to. */
    public String outcome() {
        return outcome;
    }

    /** The rule's number in error CQEs, 1 and up. */
    public int code() {
        return ordinal() + 1;
    }

    /** The rule with this number. */
    public static HcaRule of(int code) {
        return BY_CODE[code - 1];
    }
}
