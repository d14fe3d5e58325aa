package acme.rdma;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.ib.core.vocabulary.WcStatus;

/**
 * Every check of this provider. The ids are those of the specification's tables, by which the conformance kit knows
 * them; what only this provider demands has an id of its own.
 */
enum AcmeRule implements Rule {
    L1(
            1,
            "L1",
            "the L_Key names an existing region",
            "the L_Key names no existing region",
            "IBA 10.7.2.2",
            WcStatus.LOC_PROT_ERR),
    L2(
            2,
            "L2",
            "the tag of the L_Key is the region's present one",
            "the tag of the L_Key is not the region's present one",
            "IBA 10.6.3",
            WcStatus.LOC_PROT_ERR),
    L4(
            3,
            "L4",
            "region and QP belong to one PD",
            "region and QP belong to different PDs",
            "IBA 10.2.3",
            WcStatus.LOC_PROT_ERR),
    L5(
            4,
            "L5",
            "memory that the device writes has LOCAL_WRITE",
            "the device would write memory that has no LOCAL_WRITE",
            "verbs.h access flags",
            WcStatus.LOC_PROT_ERR),
    L6(
            5,
            "L6",
            "a scatter/gather element lies inside its region",
            "the scatter/gather element reaches beyond its region",
            "IBA 10.6.3",
            WcStatus.LOC_PROT_ERR),

    A8(
            6,
            "A8",
            "the QP allows the remote operation",
            "the QP does not allow the remote operation",
            "IBA 10.2.4",
            WcStatus.REM_ACCESS_ERR),
    R1(
            7,
            "R1",
            "the R_Key names an existing region or window",
            "the R_Key names no existing region or window",
            "IBA 10.6.3",
            WcStatus.REM_ACCESS_ERR),
    R2(
            8,
            "R2",
            "the tag of the R_Key is the present one",
            "the tag of the R_Key is not the present one",
            "IBA 10.6.3",
            WcStatus.REM_ACCESS_ERR),
    R3(
            9,
            "R3",
            "region and QP belong to one PD",
            "region and QP belong to different PDs",
            "IBA 10.2.3",
            WcStatus.REM_ACCESS_ERR),
    R4(
            10,
            "R4",
            "the region grants the remote right",
            "the region does not grant the remote right",
            "IBA C10-77",
            WcStatus.REM_ACCESS_ERR),
    R6(
            11,
            "R6",
            "the range lies inside the region",
            "the range reaches beyond the region",
            "IBA C10-77",
            WcStatus.REM_ACCESS_ERR),
    A2(
            12,
            "A2",
            "window and QP belong to one PD",
            "window and QP belong to different PDs",
            "IBA C10-76.2.1",
            WcStatus.REM_ACCESS_ERR),
    A3(
            13,
            "A3",
            "a type-2 window is used through the QP that bound it",
            "the type-2 window is bound through another QP",
            "IBA o10-37.2.43",
            WcStatus.REM_ACCESS_ERR),
    A4(14, "A4", "the window is bound", "the window is not bound", "IBA 10.6.7", WcStatus.REM_ACCESS_ERR),
    A5(
            15,
            "A5",
            "the window grants the remote right",
            "the window does not grant the remote right",
            "IBA C10-77",
            WcStatus.REM_ACCESS_ERR),
    A7(
            16,
            "A7",
            "the range lies inside the window",
            "the range reaches beyond the window",
            "IBA C10-77",
            WcStatus.REM_ACCESS_ERR),

    B1(
            17,
            "B1",
            "the R_Key to be replaced names the window and, for type 1, is its present one",
            "the R_Key to be replaced is not the window's present one",
            "IBA 10.6.7",
            WcStatus.MW_BIND_ERR),
    B4(
            18,
            "B4",
            "a type-2 window is free when it is bound",
            "the type-2 window is bound already",
            "IBA o10-37.2.30",
            WcStatus.MW_BIND_ERR),
    B5(
            19,
            "B5",
            "window and QP belong to one PD",
            "window and QP belong to different PDs",
            "IBA C10-72",
            WcStatus.MW_BIND_ERR),
    B6(
            20,
            "B6",
            "a bind of a type-2 window has at least one byte",
            "the bind of the type-2 window has no byte",
            "IBA o10-37.2.40",
            WcStatus.MW_BIND_ERR),
    B7(
            21,
            "B7",
            "the L_Key of the bind names an existing region with its present tag",
            "the L_Key of the bind names no existing region, or its tag is not the present one",
            "IBA 10.6.7",
            WcStatus.MW_BIND_ERR),
    B8(
            22,
            "B8",
            "region and window belong to one PD",
            "region and window belong to different PDs",
            "IBA C10-72",
            WcStatus.MW_BIND_ERR),
    B9(23, "B9", "the region is not zero-based", "the region is zero-based", "rxe_mw.c", WcStatus.MW_BIND_ERR),
    B10(
            24,
            "B10",
            "the region allows windows (MW_BIND)",
            "the region does not allow windows (no MW_BIND)",
            "IBA C10-73",
            WcStatus.MW_BIND_ERR),
    B11(
            25,
            "B11",
            "a window with REMOTE_WRITE or REMOTE_ATOMIC needs a region with LOCAL_WRITE",
            "the window asks for REMOTE_WRITE or REMOTE_ATOMIC, but its region has no LOCAL_WRITE",
            "IBA C10-74",
            WcStatus.MW_BIND_ERR),
    B12(
            26,
            "B12",
            "the window lies inside the region",
            "the window reaches beyond the region",
            "IBA C10-75",
            WcStatus.MW_BIND_ERR),

    I1(
            27,
            "I1",
            "the key to invalidate names a type-2 window",
            "the key to invalidate names no type-2 window",
            "IBA o10-37.2.26",
            WcStatus.MW_BIND_ERR),
    I2(
            28,
            "I2",
            "the key to invalidate is the window's present one",
            "the key to invalidate is not the window's present one",
            "IBA 10.6.7",
            WcStatus.MW_BIND_ERR),
    I3(
            29,
            "I3",
            "a window is invalidated through the QP that bound it",
            "the window is bound through another QP",
            "IBA 10.6.7.2.5",
            WcStatus.MW_BIND_ERR),

    T3(
            30,
            "T3",
            "a message fits the receive buffer",
            "the message is longer than the receive buffer",
            "IBA 9.7.4.1.5",
            WcStatus.REM_INV_REQ_ERR),
    T4(
            31,
            "T4",
            "the responder has room for each READ and atomic",
            "the responder has no room for one more READ or atomic",
            "IBA 9.7.4.1.7",
            WcStatus.REM_INV_REQ_ERR),
    T5(
            32,
            "T5",
            "a message is at most as long as the device allows",
            "the message is longer than the device allows",
            "IBA 9.7.2",
            WcStatus.LOC_LEN_ERR),
    T6(
            33,
            "T6",
            "the peer answers within the retries",
            "the peer did not answer within the retries",
            "IBA 9.7.5.2.8",
            WcStatus.RETRY_EXC_ERR),
    T7(
            34,
            "T7",
            "the peer has a receive ready within the RNR retries",
            "the peer had no receive ready within the RNR retries",
            "IBA 9.7.5.2.8",
            WcStatus.RNR_RETRY_EXC_ERR),
    T9(
            35,
            "T9",
            "a QP that sends READs or atomics has max_rd_atomic of at least 1",
            "max_rd_atomic of the QP is 0",
            "ibv_modify_qp",
            WcStatus.LOC_QP_OP_ERR),
    D1(
            "D1",
            "a region is destroyed only after its windows are unbound",
            "windows are bound to the region",
            "IBA 10.6.7.2.6",
            Errno.EBUSY),

    P4(
            "P4",
            "a type-1 window is not zero-based",
            "the bind asks for a zero-based type-1 window",
            "man ibv_bind_mw",
            Errno.EINVAL),
    P6(
            "P6",
            "a window is not bound to a zero-based region",
            "the region of the bind is zero-based",
            "man ibv_bind_mw",
            Errno.EINVAL),
    P7(
            "P7",
            "a window is at most 2^31 bytes long",
            "the bind is longer than 2^31 bytes",
            "IBA 10.6.7",
            Errno.EOPNOTSUPP),
    P8(
            "P8",
            "a BIND_MW request takes a type-2 window",
            "the window of the BIND_MW request is not of type 2",
            "man ibv_post_send",
            Errno.EINVAL),
    P10(
            "P10",
            "send requests are posted in RTS, SQD or ERR",
            "the QP is none of RTS, SQD and ERR",
            "man ibv_post_send",
            Errno.EINVAL),
    P11("P11", "the send queue has room", "the send queue is full", "man ibv_post_send", Errno.ENOMEM),
    B2(
            "B2",
            "a window has remote rights only",
            "the bind asks for a right that is not remote",
            "IBA 10.6.7",
            Errno.EINVAL),
    B13(
            "B13",
            "the new key of a window keeps its index",
            "the new key of the window changes the index",
            "IBA o10-37.2.32",
            Errno.EINVAL),
    POST_SGE(
            "ACME-1",
            "a request has at most as many elements as its queue was made for",
            "the request has more elements than its queue was made for",
            "man ibv_post_send",
            Errno.EINVAL),
    POST_INLINE(
            "ACME-2",
            "inline data is mapped memory and fits max_inline_data",
            "the inline data is not mapped, or longer than max_inline_data",
            "man ibv_post_send",
            Errno.EINVAL),
    POST_OPCODE(
            "ACME-3",
            "the card does the operation",
            "the card does not do the operation",
            "man ibv_post_send",
            Errno.EOPNOTSUPP),
    RECEIVE_STATE("ACME-4", "receives are not posted in RESET", "the QP is in RESET", "IBA C10-97.2.1", Errno.EINVAL),
    RECEIVE_ROOM(
            "ACME-5", "the receive queue has room", "the receive queue is full", "man ibv_post_recv", Errno.ENOMEM),
    HALVES(
            "ACME-6",
            "the kernel half is called by its own user half",
            "the kernel half is called by another user half than its own",
            "SPI Udata",
            Errno.EINVAL),
    GID(
            "ACME-7",
            "the port has a GID of this index",
            "the port has no GID of this index",
            "ibv_query_gid",
            Errno.EINVAL);

    private final int code;
    private final RuleFacts facts;
    private final WcStatus status;

    AcmeRule(int code, String id, String text, String violation, String source, WcStatus status) {
        this.code = code;
        facts = new RuleFacts(id, text, violation, source, status.name());
        this.status = status;
    }

    AcmeRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
        status = WcStatus.SUCCESS;
        code = 0;
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }

    /** What the request of the requester that breaks it ends with. */
    WcStatus status() {
        return status;
    }

    /** Its number in completions. Programs have seen it: never give it to another rule. 0 when no request breaks it. */
    int code() {
        return code;
    }
}
