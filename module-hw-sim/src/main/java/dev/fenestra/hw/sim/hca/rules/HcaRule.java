package dev.fenestra.hw.sim.hca.rules;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every rule of the device, as data. Its code goes out in {@code vendor_err_synd} of an error CQE on the side that
 * refused. A code has one meaning for ever: a new rule gets the next number, and the number of a rule that goes is not
 * given again. The test that compares the codes with their list keeps this.
 */
@SuppressWarnings("doclint:missing")
public enum HcaRule {
    L1(1, "the L_Key names an existing region or mkey", "the L_Key names no existing region or mkey", "IBA 10.7.2.2"),
    L2(
            2,
            "the tag of the L_Key is the region's present one",
            "the tag of the L_Key is not the region's present one",
            "IBA 10.6.3"),
    L3(
            3,
            "an L_Key names a configured mkey, or a registered fast-register region",
            "the L_Key names an mkey that is not configured, or a fast-register region that is not registered",
            "man mlx5dv_create_mkey; IBA 10.6.5"),
    L4(4, "region and QP belong to one PD", "region and QP belong to different PDs", "IBA 10.2.3"),
    L5(
            5,
            "memory that the device writes has LOCAL_WRITE",
            "the device would write memory that has no LOCAL_WRITE",
            "verbs.h access flags"),
    L6(
            6,
            "a scatter/gather element lies inside its region",
            "the scatter/gather element reaches beyond its region",
            "IBA 10.6.3"),
    A8(
            7,
            "the QP allows the remote operation",
            "the QP does not allow the remote operation",
            "IBA 10.2.4; ibv_modify_qp"),
    R1(
            8,
            "the R_Key names an existing region, window or mkey",
            "the R_Key names no existing region, window or mkey",
            "IBA 10.6.3"),
    R2(9, "the tag of the R_Key is the present one", "the tag of the R_Key is not the present one", "IBA 10.6.3"),
    R3(10, "region and QP belong to one PD", "region and QP belong to different PDs", "IBA 10.2.3"),
    R4(11, "the region grants the remote right", "the region does not grant the remote right", "IBA C10-77"),
    R5(
            12,
            "an R_Key names a configured mkey, or a registered fast-register region",
            "the R_Key names an mkey that is not configured, or a fast-register region that is not registered",
            "man mlx5dv_create_mkey; IBA 10.6.5"),
    R6(13, "the range lies inside the region", "the range reaches beyond the region", "IBA C10-77"),
    A2(14, "window and QP belong to one PD", "window and QP belong to different PDs", "IBA C10-76.2.1"),
    A3(
            15,
            "a type-2 window is used through the QP that bound it",
            "the type-2 window is bound through another QP",
            "IBA o10-37.2.43"),
    A4(16, "the window is bound", "the window is not bound", "IBA 10.6.7"),
    A5(17, "the window grants the remote right", "the window does not grant the remote right", "IBA C10-77"),
    A6(18, "the window's region still exists", "the window's region no longer exists", "IBA 10.6.7.2.6"),
    R7(
            19,
            "the region stays unchanged while a READ is answered",
            "the region has changed since the READ began",
            "architecture: rereg ends running READs"),
    A7(20, "the range lies inside the window", "the range reaches beyond the window", "IBA C10-77"),

    B1(
            21,
            "the R_Key to be replaced names the window and, for type 1, is its present one",
            "the R_Key to be replaced is not the window's present one",
            "IBA 10.6.7"),
    B3(22, "a type-1 window is not zero-based", "the bind asks for a zero-based type-1 window", "IBA o10-36.2.2"),
    B4(23, "a type-2 window is free when it is bound", "the type-2 window is bound already", "IBA o10-37.2.30"),
    B5(24, "window and QP belong to one PD", "window and QP belong to different PDs", "IBA C10-72"),
    B6(
            25,
            "a bind of a type-2 window has at least one byte",
            "the bind of the type-2 window has no byte",
            "IBA o10-37.2.40"),
    B7(
            26,
            "the L_Key of the bind names an existing region with its present tag",
            "the L_Key of the bind names no existing region, or its tag is not the present one",
            "IBA 10.6.7"),
    B8(27, "region and window belong to one PD", "region and window belong to different PDs", "IBA C10-72"),
    B9(28, "the region is not zero-based", "the region is zero-based", "rxe_mw.c"),
    B10(29, "the region allows windows (MW_BIND)", "the region does not allow windows (no MW_BIND)", "IBA C10-73"),
    B11(
            30,
            "a window with REMOTE_WRITE or REMOTE_ATOMIC needs a region with LOCAL_WRITE",
            "the window asks for REMOTE_WRITE or REMOTE_ATOMIC, but its region has no LOCAL_WRITE",
            "IBA C10-74"),
    B12(31, "the window lies inside the region", "the window reaches beyond the region", "IBA C10-75"),

    I1(
            32,
            "the key to invalidate names a type-2 window, an mkey or a fast-register region",
            "the key to invalidate names no type-2 window, mkey or fast-register region",
            "IBA o10-37.2.26; 10.6.5"),
    I2(
            33,
            "the key to invalidate is the window's present one",
            "the key to invalidate is not the window's present one",
            "IBA 10.6.7"),
    I3(
            34,
            "a window is invalidated through the QP that bound it",
            "the window is bound through another QP",
            "IBA 10.6.7.2.5"),
    I4(35, "a window is invalidated from its own PD", "the window belongs to another PD", "IBA 10.6.7.2.5"),
    I5(
            36,
            "an mkey or a fast-register region is invalidated from its own PD",
            "the mkey or fast-register region belongs to another PD",
            "man mlx5dv_wr_post; rxe_mr.c rxe_invalidate_mr"),
    I6(
            37,
            "a peer invalidates only mkeys that were created for it",
            "the mkey was not created to be invalidated by a peer",
            "man mlx5dv_create_mkey",
            "REM_INV_REQ_ERR"),

    M1(
            38,
            "the key to configure is an mkey's present one",
            "the key to configure is not an mkey's present one",
            "man mlx5dv_wr_post"),
    M2(39, "mkey and QP belong to one PD", "mkey and QP belong to different PDs", "man mlx5dv_wr_post"),
    M3(
            40,
            "an mkey is free when its UMR requires that",
            "the UMR requires a free mkey, but the mkey is in use",
            "device: check_free"),
    M4(
            41,
            "a layout has at most max_entries entries",
            "the layout has more than max_entries entries",
            "man mlx5dv_create_mkey"),
    M5(
            42,
            "an entry of a layout is at most as long as the device allows",
            "an entry of the layout is longer than the device allows",
            "man mlx5dv_wr_post"),
    K1(
            43,
            "an entry of a layout names an existing region or mkey",
            "an entry of the layout names no existing region or mkey",
            "man mlx5dv_wr_post"),
    K2(
            44,
            "an mkey that an entry names is configured",
            "an mkey that an entry names is not configured",
            "man mlx5dv_wr_post"),
    K3(
            45,
            "the region or mkey of an entry belongs to the PD of the QP",
            "the region or mkey of an entry belongs to another PD than the QP",
            "man mlx5dv_wr_post"),
    K4(
            46,
            "the region or mkey of an entry grants the right",
            "the region or mkey of an entry does not grant the right",
            "man mlx5dv_wr_post"),
    K5(
            47,
            "an entry lies inside its region or mkey",
            "an entry reaches beyond its region or mkey",
            "man mlx5dv_wr_post"),
    K6(
            48,
            "the nesting of mkeys is no deeper than the device follows",
            "the nesting of mkeys is deeper than the device follows",
            "mlx5/odp.c"),
    K7(
            49,
            "the entries of a layout cover the mkey's length",
            "the entries of the layout do not cover the mkey's length",
            "man mlx5dv_wr_post"),

    T1(
            50,
            "request packets of a message come in order",
            "a request packet of a message came out of order",
            "IBA 9.8.3.1"),
    T2(
            51,
            "the payload of a packet fits its place in the message",
            "the payload of the packet does not fit its place in the message",
            "IBA C9-94"),
    T3(
            52,
            "a message fits the receive buffer",
            "the message is longer than the receive buffer",
            "IBA 9.7.4.1.5",
            "LOC_LEN_ERR and NAK 0x61"),
    T4(
            53,
            "the responder has room for each READ and atomic",
            "the responder has no room for one more READ or atomic",
            "IBA 9.7.4.1.7"),
    T5(
            54,
            "a message is at most as long as the port allows",
            "the message is longer than the port allows",
            "IBA 9.7.2",
            "LOC_LEN_ERR or NAK 0x61"),
    T6(
            55,
            "the peer answers within the retries",
            "the peer did not answer within the retries",
            "IBA 9.7.5.2.8",
            "RETRY_EXC_ERR"),
    T7(
            56,
            "within the RNR retries, the peer has the receive or the page that the request needs",
            "within the RNR retries, the peer had no receive, or not the page that the request needs",
            "IBA 9.7.5.2.8",
            "RNR_RETRY_EXC_ERR"),
    T8(
            57,
            "a response belongs to the request it answers",
            "the response does not belong to the request it answers",
            "IBA 9.7.5.2.4",
            "BAD_RESP_ERR"),
    T9(
            58,
            "a QP that sends READs or atomics has max_rd_atomic of at least 1",
            "max_rd_atomic of the QP is 0",
            "ibv_modify_qp",
            "LOC_QP_OP_ERR"),
    T10(
            59,
            "an atomic's address is a multiple of 8",
            "the atomic's address is not a multiple of 8",
            "IBA 9.4.5, A19; checked before the R_Key"),
    T11(
            60,
            "the result of an atomic has 8 bytes of room; an atomic write has 8 bytes",
            "the result of the atomic has no room of 8 bytes, or the atomic write is not 8 bytes long",
            "IBA 10.8.2",
            "LOC_LEN_ERR"),
    W1(
            61,
            "a send WQE has a known opcode and segments that fit its size",
            "the send WQE has an unknown opcode, or segments that do not fit its size",
            "device"),
    W2(
            62,
            "a UMR changes only the fields that a bind or an invalidate changes",
            "the UMR changes a field that neither a bind nor an invalidate changes",
            "device"),
    Q1(
            63,
            "the QP is not in error when it processes the request",
            "the QP was in error when it reached the request",
            "IBA 10.3.1",
            "WR_FLUSH_ERR"),
    D1(
            64,
            "a region is destroyed only after its windows are unbound",
            "windows are bound to the region",
            "IBA 10.6.7.2.6"),
    D3(
            65,
            "a region with bound windows keeps its translation, its PD, MW_BIND and LOCAL_WRITE",
            "windows are bound to the region, and the change takes its translation, PD, MW_BIND or LOCAL_WRITE",
            "IBA 10.6.7.2.6, by the concept dereg + reg"),
    D2(
            66,
            "a QP is destroyed or reset only after its type-2A windows are invalidated",
            "type-2A windows are bound through the QP",
            "IBA 10.6.7.2.5"),

    O1(
            67,
            "on-demand memory is used only by operations that the device supports for it",
            "the device does not support this operation for on-demand memory",
            "ibv_query_device_ex odp_caps"),
    O2(
            68,
            "the pages that an access needs are present, or arrive",
            "a page that the access needs is missing",
            "mlx5/odp.c",
            "waits; LOC_PROT_ERR or NAK 0x62 when they do not come"),
    H1(
            69,
            "the translated address answers on the bus",
            "the translated address does not answer on the bus",
            "PCIe 2.3.1 Unsupported Request; IOMMU"),

    U1(
            70,
            "a datagram fits one packet of its path",
            "the datagram is longer than one packet of the path",
            "IBA 9.8.4; C10-93.1.1",
            "LOC_LEN_ERR"),
    U2(
            71,
            "a datagram carries the Q_Key of the destination QP",
            "the datagram does not carry the Q_Key of the destination QP",
            "IBA 9.6.1.4.1"),
    U3(
            72,
            "a datagram and its 40 bytes of GRH fit the receive",
            "the datagram and its 40 bytes of GRH are longer than the receive",
            "IBA 11.4.1.2; rxe_resp.c classes D and E",
            "dropped and, for an SRQ, LOC_LEN_ERR"),
    U4(73, "an unreliable message finds a receive", "no receive was posted for the unreliable message", "IBA 9.8.4"),
    U5(
            74,
            "the address handle and the QP of a datagram belong to one PD",
            "the address handle and the QP belong to different PDs",
            "IBA C10-10",
            "LOC_QP_OP_ERR"),

    X1(75, "an XRC request names an XRC SRQ", "the XRC request names no XRC SRQ", "IBA A14"),
    X2(
            76,
            "the SRQ of an XRC request and the QP belong to one XRC domain",
            "the SRQ of the XRC request and the QP belong to different XRC domains",
            "IBA A14"),
    X3(
            77,
            "all packets of an XRC message name one SRQ",
            "a packet of the XRC message names another SRQ than the first",
            "device"),

    F1(
            78,
            "the key to register is a fast-register region's present one",
            "the key to register is not a fast-register region's present one",
            "rxe_mr.c rxe_reg_fast_mr"),
    F2(
            79,
            "fast-register region and QP belong to one PD",
            "fast-register region and QP belong to different PDs",
            "rxe_mr.c rxe_reg_fast_mr"),
    F3(
            80,
            "a fast-register region is free when it is registered",
            "the fast-register region is registered already",
            "rxe_mr.c rxe_reg_fast_mr"),
    F4(
            81,
            "a registration has at most the pages that its region has room for",
            "the registration has more pages than its region has room for",
            "ib_verbs.h ib_alloc_mr"),
    F5(
            82,
            "a registration has at least one byte, and a page for each",
            "the registration has no byte, or fewer pages than bytes need",
            "IBA 10.6.5"),
    F6(
            83,
            "a registration for remote writes or atomics has LOCAL_WRITE",
            "the registration is for remote writes or atomics, but has no LOCAL_WRITE",
            "IBA 10.6.5"),
    F7(
            84,
            "the pages of a registration are listed under one present key of a page list",
            "the pages of the registration are not listed under one present key of a page list",
            "device"),
    F8(85, "page list and QP belong to one PD", "page list and QP belong to different PDs", "device"),
    F9(
            86,
            "each page of a registration is one of its page list",
            "a page of the registration is not one of its page list",
            "device"),
    I7(
            87,
            "a fast-register region is invalidated only after its windows are unbound",
            "windows are bound to the fast-register region",
            "rxe_mr.c rxe_invalidate_mr"),
    I8(
            88,
            "a peer invalidates only registrations that grant it a remote right",
            "the registration grants the peer no remote right",
            "rxe_mr.c rxe_invalidate_mr_remote",
            "REM_INV_REQ_ERR"),
    D4(
            89,
            "a page list is destroyed only after the registrations that use its pages",
            "registrations still use pages of the page list",
            "IBA 10.6.7.2.6, by analogy"),
    U6(
            90,
            "the source GID of a datagram is a GID of the port",
            "the port does not have the source GID",
            "IBA 11.2.2.1",
            "LOC_QP_OP_ERR"),
    W3(
            91,
            "a receive WQE has no inline data",
            "the receive WQE has inline data",
            "device",
            "LOC_QP_OP_ERR and NAK 0x63"),
    Q2(92, "a CQ has room for each completion", "the CQ is full, and a completion is lost", "IBA 11.6.3.1", "CQ_ERR");

    private final int code;
    private final String text;
    private final String violation;
    private final String source;
    private final String outcome;

    HcaRule(int code, String text, String violation, String source) {
        this(code, text, violation, source, "");
    }

    HcaRule(int code, String text, String violation, String source, String outcome) {
        this.code = code;
        this.text = text;
        this.violation = violation;
        this.source = source;
        this.outcome = outcome;
    }

    /** {@return the name of the rule: a letter and a number} */
    public String id() {
        return name();
    }

    /** {@return the rule as what must hold, in one line} */
    public String text() {
        return text;
    }

    /** {@return the violation as what is the case, in one line} */
    public String violation() {
        return violation;
    }

    /** {@return the source: IBA clause, man page, driver or, for rules of this device alone, "device"} */
    public String source() {
        return source;
    }

    /** {@return the outcome of a violation: WC status, NAK, or what becomes of the packet} */
    public String outcome() {
        return outcome.isEmpty() ? RuleFamily.of(name()).outcome() : outcome;
    }

    /** {@return the rule's number in error CQEs, 1 and up} */
    public int code() {
        return code;
    }

    /**
     * {@return the rule with this number; empty for a number that no rule has}
     *
     * @param code number in an error CQE
     */
    public static Optional<HcaRule> of(int code) {
        return Arrays.stream(values()).filter(rule -> rule.code == code).findFirst();
    }
}
