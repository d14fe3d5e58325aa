package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules that the driver enforces: at post time in its user half, at command time in its kernel half. */
public enum MlxRule implements Rule {
    /** P4: a type-1 window is not zero-based; else EINVAL. */
    P4("P4", "a type-1 window is not zero-based", "the bind asks for a zero-based type-1 window", "mlx5 mlx5_bind_mw"),
    /** P5: a window is bound to memory of the program, not to a null region or device memory; else EOPNOTSUPP. */
    P5(
            "P5",
            "a window is bound to memory of the program, not to a null region or device memory",
            "the region of the bind is a null region or device memory",
            "mlx5 mlx5_bind_mw",
            Errno.EOPNOTSUPP),
    /** P6: a window is not bound to a zero-based region; else EINVAL. */
    P6(
            "P6",
            "a window is not bound to a zero-based region",
            "the region of the bind is zero-based",
            "mlx5 mlx5_bind_mw"),
    /** P7: a window is at most 2^31 bytes long; else EOPNOTSUPP. */
    P7(
            "P7",
            "a window is at most 2^31 bytes long",
            "the bind is longer than 2^31 bytes",
            "mlx5 set_bind_wr",
            Errno.EOPNOTSUPP),
    /** P8: a BIND_MW request takes a type-2 window; else EINVAL. */
    P8(
            "P8",
            "a BIND_MW request takes a type-2 window",
            "the window of the BIND_MW request is not of type 2",
            "man ibv_post_send"),
    /** P9: windows are bound through RC, UC and XRC QPs; else EINVAL. */
    P9(
            "P9",
            "windows are bound through RC, UC and XRC QPs",
            "the QP of the bind is none of RC, UC and XRC",
            "man ibv_post_send"),
    /** P10: send requests are posted in RTS, SQD or ERR (list post); else ENOMEM. */
    P10_LIST(
            "P10",
            "send requests are posted in RTS, SQD or ERR (list post)",
            "the QP is none of RTS, SQD and ERR (list post)",
            "vector err-not-rts",
            Errno.ENOMEM),
    /** P10: send requests are posted in RTS, SQD or ERR (builder); else EINVAL. */
    P10(
            "P10",
            "send requests are posted in RTS, SQD or ERR (builder)",
            "the QP is none of RTS, SQD and ERR (builder)",
            "mlx5 set_qp_operational_state"),
    /** P11: the send queue has room; else ENOMEM. */
    P11("P11", "the send queue has room", "the send queue is full", "mlx5 mlx5_wq_overflow", Errno.ENOMEM),
    /** B2: a window has remote rights only; else EINVAL. */
    B2("B2", "a window has remote rights only", "the bind asks for a right that is not remote", "IBA 10.6.7"),
    /** B13: the new key of a window keeps its index; else EINVAL. */
    B13(
            "B13",
            "the new key of a window keeps its index",
            "the new key of the window changes the index",
            "IBA o10-37.2.32"),
    /** MLX-1: a send request has at most max_send_sge elements; else ENOMEM. */
    POST_SGE(
            "MLX-1",
            "a send request has at most max_send_sge elements",
            "the send request has more than max_send_sge elements",
            "mlx5 _mlx5_post_send",
            Errno.ENOMEM),
    /** MLX-2: inline data fits max_inline_data; else ENOMEM. */
    POST_INLINE(
            "MLX-2",
            "inline data fits max_inline_data",
            "the inline data is longer than max_inline_data",
            "mlx5 set_data_inl_seg",
            Errno.ENOMEM),
    /** MLX-13: inline data is mapped memory; else EFAULT. */
    POST_ADDRESS(
            "MLX-13",
            "inline data is mapped memory",
            "the inline data is not mapped memory",
            "memcpy of the process",
            Errno.EFAULT),
    /** MLX-3: the device has the operation; else EOPNOTSUPP. */
    POST_OPCODE(
            "MLX-3",
            "the device has the operation",
            "the device does not have the operation",
            "mlx5 _mlx5_post_send",
            Errno.EOPNOTSUPP),
    /** MLX-22: a request on a UD or XRC QP says where it goes; else EINVAL. */
    POST_PATH(
            "MLX-22",
            "a request on a UD or XRC QP says where it goes",
            "the request on a UD or XRC QP does not say where it goes",
            "man ibv_post_send"),
    /** MLX-4: a receive has at most max_recv_sge elements; else EINVAL. */
    RECEIVE_SGE(
            "MLX-4",
            "a receive has at most max_recv_sge elements",
            "the receive has more than max_recv_sge elements",
            "mlx5 mlx5_post_recv"),
    /** MLX-5: receives are not posted in RESET; else EINVAL. */
    RECEIVE_STATE("MLX-5", "receives are not posted in RESET", "the QP is in RESET", "IBA C10-97.2.1"),
    /** MLX-6: the receive queue has room; else ENOMEM. */
    RECEIVE_ROOM(
            "MLX-6", "the receive queue has room", "the receive queue is full", "mlx5 mlx5_wq_overflow", Errno.ENOMEM),
    /** MLX-7: the queues fit the device; else EINVAL. */
    SIZES("MLX-7", "the queues fit the device", "the queues do not fit the device", "mlx5 mlx5_calc_wq_size"),
    /** MLX-24: an SRQ keeps its size; else EINVAL. */
    SRQ_RESIZE("MLX-24", "an SRQ keeps its size", "the call would resize the SRQ", "mlx5_ib_modify_srq"),
    /** MLX-25: a CQE has 64 or 128 bytes; else EINVAL. */
    CQE_SIZE(
            "MLX-25",
            "a CQE has 64 or 128 bytes",
            "the size of a CQE is neither 64 nor 128 bytes",
            "mlx5 get_cqe_size"),
    /** MLX-26: scatter to CQE is not both disabled and allowed; else EINVAL. */
    SCATTER_FLAGS(
            "MLX-26",
            "scatter to CQE is not both disabled and allowed",
            "scatter to CQE is both disabled and allowed",
            "man mlx5dv_create_qp; mlx5 create_qp"),
    /** MLX-8: the device executes the command; else EINVAL. */
    COMMAND(
            "MLX-8",
            "the device executes the command",
            "the device did not execute the command",
            "mlx5 mlx5_cmd_check"),
    /** MLX-70: the answer to a command is whole and belongs to the command; else EIO. */
    COMMAND_ANSWER(
            "MLX-70",
            "the answer to a command is whole and belongs to the command",
            "the answer to the command is damaged, or belongs to another command",
            "mlx5_core cmd.c verify_signature, deliv_status_to_err",
            Errno.EIO),
    /** MLX-71: the device is ready, and driver and device agree on the lengths of the command; else EIO. */
    COMMAND_READY(
            "MLX-71",
            "the device is ready, and driver and device agree on the lengths of the command",
            "the device is not ready, or driver and device disagree on the lengths of the command",
            "mlx5_core cmd.c cmd_status_to_err",
            Errno.EIO),
    /** MLX-72: the device no longer uses an object that a command destroys or changes; else EBUSY. */
    COMMAND_UNUSED(
            "MLX-72",
            "the device no longer uses an object that a command destroys or changes",
            "the device still uses the object of the command",
            "mlx5_core cmd.c cmd_status_to_err RES_BUSY",
            Errno.EBUSY),
    /** MLX-73: a command stays within the limits of the device; else ENOMEM. */
    COMMAND_LIMIT(
            "MLX-73",
            "a command stays within the limits of the device",
            "the command asks for more than the device has",
            "mlx5_core cmd.c cmd_status_to_err LIM_ERR",
            Errno.ENOMEM),
    /** MLX-74: the device has the resources that a command needs now; else EAGAIN. */
    COMMAND_RESOURCES(
            "MLX-74",
            "the device has the resources that a command needs now",
            "the device lacks resources that the command needs now",
            "mlx5_core cmd.c cmd_status_to_err NO_RES_ERR",
            Errno.EAGAIN),
    /** MLX-75: a user half asks for at most 1024 doorbell registers; else ENOMEM. */
    REGISTERS(
            "MLX-75",
            "a user half asks for at most 1024 doorbell registers",
            "the user half asks for more than 1024 doorbell registers",
            "mlx5_ib main.c calc_total_bfregs",
            Errno.ENOMEM),
    /** MLX-9: the user half describes queues that can exist; else EINVAL. */
    UDATA(
            "MLX-9",
            "the user half describes queues that can exist",
            "the user half describes queues that cannot exist",
            "mlx5_ib create_user_qp"),
    /** MLX-10: an mmap offset names a doorbell page of the context; else EINVAL. */
    MAP(
            "MLX-10",
            "an mmap offset names a doorbell page of the context",
            "the offset is not a doorbell page of this context",
            "mlx5_ib_mmap"),
    /** MLX-11: the device knows the QP transition; else EOPNOTSUPP. */
    TRANSITION(
            "MLX-11",
            "the device knows the QP transition",
            "the device does not know the QP transition",
            "mlx5_ib __mlx5_ib_modify_qp",
            Errno.EOPNOTSUPP),
    /** MLX-60: all pages of a HUGETLB region are huge; else EINVAL. */
    HUGE_PAGES(
            "MLX-60",
            "all pages of a HUGETLB region are huge",
            "a page of the HUGETLB region is not huge",
            "core/umem_odp.c ib_umem_odp_map_dma"),
    /** MLX-61: a page fault belongs to a live region; else EFAULT. */
    FAULT_REGION(
            "MLX-61",
            "a page fault belongs to a live region",
            "the page fault belongs to a region that no longer exists",
            "mlx5/odp.c pagefault_mr",
            Errno.EFAULT),
    /** MLX-12: the GID table of the port has an entry of this index; else EINVAL. */
    GID(
            "MLX-12",
            "the GID table of the port has an entry of this index",
            "the GID table of the port has no entry of this index",
            "ib_query_gid"),
    /** MLX-30: an mkey is INDIRECT, may have REMOTE_INVALIDATE, and has no other flag; else EOPNOTSUPP. */
    MKEY_FLAGS(
            "MLX-30",
            "an mkey is INDIRECT, may have REMOTE_INVALIDATE, and has no other flag",
            "the mkey is not INDIRECT, or has a flag other than REMOTE_INVALIDATE",
            "man mlx5dv_create_mkey",
            Errno.EOPNOTSUPP),
    /** MLX-31: an mkey has room for at least one entry; else EINVAL. */
    MKEY_SIZE(
            "MLX-31",
            "an mkey has room for at least one entry",
            "the mkey has no room for an entry",
            "man mlx5dv_create_mkey"),
    /** MLX-32: the QP was created for the operation on mkeys; else EOPNOTSUPP. */
    MKEY_OPERATION(
            "MLX-32",
            "the QP was created for the operation on mkeys",
            "the QP was not created for the operation on mkeys",
            "man mlx5dv_create_qp",
            Errno.EOPNOTSUPP),
    /** MLX-33: a request that configures an mkey is INLINE; else EOPNOTSUPP. */
    MKEY_INLINE(
            "MLX-33",
            "a request that configures an mkey is INLINE",
            "the request that configures an mkey is not INLINE",
            "man mlx5dv_wr_post",
            Errno.EOPNOTSUPP),
    /** MLX-34: a layout fits max_entries and max_inline_data; else ENOMEM. */
    MKEY_ENTRIES(
            "MLX-34",
            "a layout fits max_entries and max_inline_data",
            "the layout is longer than max_entries or max_inline_data",
            "mlx5 mlx5_send_wr_set_mkey_layout",
            Errno.ENOMEM),
    /** MLX-35: an mkey has no right other than local write and remote rights; else EINVAL. */
    MKEY_ACCESS(
            "MLX-35",
            "an mkey has no right other than local write and remote rights",
            "the layout asks for a right other than local write and remote rights",
            "man mlx5dv_wr_post"),
    /** MLX-36: each announced setter is called exactly once, and no other; else EINVAL. */
    MKEY_SETTERS(
            "MLX-36",
            "each announced setter is called exactly once, and no other",
            "a setter is missing, was called twice, or was not announced",
            "man mlx5dv_wr_post"),
    /** MLX-37: a DEVX command is one that the user half may give; else EINVAL. */
    DEVX(
            "MLX-37",
            "a DEVX command is one that the user half may give",
            "the user half may not give this DEVX command",
            "mlx5_ib devx.c"),
    /** MLX-40: fast registrations are posted on RC, UC and XRC QPs; else EINVAL. */
    REG_TRANSPORT(
            "MLX-40",
            "fast registrations are posted on RC, UC and XRC QPs",
            "the fast registration is posted on a QP that is none of RC, UC and XRC",
            "mlx5_ib mlx5_ib_post_send"),
    /** MLX-41: a REG_MR request names a fast-register region; else EINVAL. */
    REG_REGION(
            "MLX-41",
            "a REG_MR request names a fast-register region",
            "the REG_MR request does not name a fast-register region",
            "mlx5_ib set_reg_wr"),
    /** MLX-42: the new key of a fast registration keeps its index; else EINVAL. */
    REG_KEY(
            "MLX-42",
            "the new key of a fast registration keeps its index",
            "the new key of the fast registration has another index",
            "ib_verbs.h ib_update_fast_reg_key"),
    /** MLX-43: a fast registration has no right other than local write, remote rights and MW_BIND; else EINVAL. */
    REG_ACCESS(
            "MLX-43",
            "a fast registration has no right other than local write, remote rights and MW_BIND",
            "the fast registration asks for a right other than local write, remote rights and MW_BIND",
            "mlx5_ib set_reg_wr"),
    /** MLX-44: a fast registration has at most the pages of its region; else EINVAL. */
    REG_PAGES(
            "MLX-44",
            "a fast registration has at most the pages of its region",
            "the fast registration has more pages than its region",
            "ib_verbs.h ib_map_mr_sg"),
    /** MLX-45: device memory is aligned to 4 KiB at most; else EINVAL. */
    DM_ALIGN(
            "MLX-45",
            "device memory is aligned to 4 KiB at most",
            "the alignment of the device memory is above 4 KiB",
            "mlx5_ib mlx5_ib_alloc_dm"),
    /** MLX-46: a region of device memory has no right other than local write and remote rights; else EINVAL. */
    DM_ACCESS(
            "MLX-46",
            "a region of device memory has no right other than local write and remote rights",
            "the region of device memory asks for a right other than local write and remote rights",
            "mlx5_ib MLX5_IB_DM_MEMIC_ALLOWED_ACCESS"),
    /** MLX-47: a copy lies inside the device memory; else EFAULT. */
    DM_RANGE(
            "MLX-47",
            "a copy lies inside the device memory",
            "the copy reaches beyond the device memory",
            "mlx5 mlx5_access_dm",
            Errno.EFAULT),
    /** MLX-48: a copy to or from device memory consists of whole 4-byte words; else EINVAL. */
    DM_WORDS(
            "MLX-48",
            "a copy to or from device memory consists of whole 4-byte words",
            "the copy to or from device memory does not consist of whole 4-byte words",
            "mlx5 mlx5_access_dm"),
    /** MLX-38: each operation has a WQE opcode; else EINVAL. */
    POST_FORMAT("MLX-38", "each operation has a WQE opcode", "the operation has no WQE opcode", "vector err-opcode-14"),
    /** MLX-23: the period of moderation is at most 4095 us; else EINVAL. */
    CQ_PERIOD(
            "MLX-23",
            "the period of moderation is at most 4095 us",
            "the period of moderation is above 4095 us",
            "mlx5 cqc.cq_period"),
    /** MLX-49: a piece of a request or receive is shorter than 2^31 bytes; else EINVAL. */
    PIECE_LENGTH(
            "MLX-49",
            "a piece of a request or receive is shorter than 2^31 bytes",
            "a piece of the request or receive has 2^31 bytes or more",
            "mlx5 byte_count: bit 31 says that data is inline"),
    /** MLX-50: bytes and stride of a piece of an interleaved layout fit 16 bits; else EINVAL. */
    STRIDE_FIELDS(
            "MLX-50",
            "bytes and stride of a piece of an interleaved layout fit 16 bits",
            "bytes or stride of a piece of the interleaved layout do not fit 16 bits",
            "mlx5 umr_repeat_ent_seg");

    private final RuleFacts facts;

    MlxRule(String id, String text, String violation, String source) {
        this(id, text, violation, source, Errno.EINVAL);
    }

    MlxRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
