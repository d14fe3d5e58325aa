package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules of the kernel: every check that is made before a driver is asked. */
public enum KernelRule implements Rule {
    DEVICE_NAME("HOST-1", "device names of a host are unique", "core/device.c assign_name", "EINVAL"),
    DEVICE("HOST-2", "the host has a device of this name", "core/uverbs_main.c ib_uverbs_open", "ENXIO"),
    COMMAND_TIME("HOST-3", "a command ends in time", "mlx5/cmd.c wait_func", "EIO"),
    CONTEXT_OPEN("HND-1", "the context is open", "core/rdma_core.c", "EIO"),
    HANDLE("HND-2", "the handle names an object of this context", "core/rdma_core.c rdma_lookup_get_uobject", "ENOENT"),
    HANDLE_TYPE("HND-3", "the handle names an object of the type asked for", "core/rdma_core.c", "EINVAL"),
    LOCKED("HND-4", "no other call holds the object", "core/rdma_core.c uverbs_try_lock_object", "EBUSY"),
    HELD("LIFE-1", "nothing uses an object that is destroyed", "core/verbs.c usecnt", "EBUSY"),
    ROOM("LIFE-2", "the device has room for one object more of this kind", "man ibv_query_device", "ENOMEM"),
    UNBOUND("LIFE-3", "no window is bound to a region that is deregistered", "IBA 10.6.7.2.6; man ibv_reg_mr", "EBUSY"),
    QP_UNBOUND(
            "LIFE-4", "no type-2A window is bound through a QP that is destroyed or reset", "IBA 10.6.7.2.5", "EBUSY"),
    PAGE_OFFSET("REG-1", "address and iova agree in the page offset", "core/uverbs_cmd.c ib_uverbs_reg_mr", "EINVAL"),
    LOCAL_WRITE("REG-2", "REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE", "ib_verbs.h ib_check_mr_access", "EINVAL"),
    ACCESS_KNOWN("REG-3", "access flags that are not optional are known", "ib_verbs.h ib_check_mr_access", "EINVAL"),
    ACCESS_OFFERED("REG-4", "the device offers the access asked for", "ib_verbs.h ib_check_mr_access", "EOPNOTSUPP"),
    REGION_SIZE("REG-5", "a region is at most max_mr_size bytes long", "man ibv_query_device", "EINVAL"),
    ODP_LENGTH("ODP-1", "an on-demand region has at least one byte", "core/umem_odp.c ib_umem_odp_get", "EINVAL"),
    ODP_WRAP(
            "ODP-2",
            "the range of an on-demand region, rounded up to pages, does not wrap",
            "core/umem_odp.c ib_init_umem_odp",
            "EOVERFLOW"),
    ODP_IMPLICIT_IOVA(
            "ODP-3", "a region of the whole address space has iova 0", "mlx5/mr.c create_user_odp_mr", "EINVAL"),
    ODP_IMPLICIT(
            "ODP-4",
            "the device has regions of the whole address space (IMPLICIT)",
            "mlx5/mr.c create_user_odp_mr",
            "EINVAL"),
    ODP_HUGE(
            "ODP-5",
            "a region of the whole address space is not HUGETLB",
            "core/umem_odp.c ib_umem_odp_alloc_implicit",
            "EINVAL"),
    ADVICE_OFFERED("ADV-1", "the device takes advice", "core/uverbs_std_types_mr.c ADVISE_MR", "EOPNOTSUPP"),
    ADVICE_KNOWN(
            "ADV-2",
            "the advice is PREFETCH, _WRITE or _NO_FAULT",
            "core/uverbs_std_types_mr.c ADVISE_MR",
            "EOPNOTSUPP"),
    ADVICE_FLAGS("ADV-3", "advice has no flag but FLUSH", "core/uverbs_std_types_mr.c ADVISE_MR", "EINVAL"),
    ADVICE_LIST("ADV-4", "advice is about at least one range", "core/uverbs_std_types_mr.c ADVISE_MR", "EINVAL"),
    ADVICE_KEY("ADV-5", "an L_Key of advice names an on-demand region", "mlx5/odp.c get_prefetchable_mr", "ENOENT"),
    ADVICE_REGION("ADV-6", "a key of advice is a region's, not a window's", "mlx5/odp.c get_prefetchable_mr", "EINVAL"),
    ADVICE_PD("ADV-7", "advice is about regions of its PD", "mlx5/odp.c get_prefetchable_mr", "EPERM"),
    ADVICE_WRITE(
            "ADV-8",
            "PREFETCH_WRITE is about regions that may be written",
            "mlx5/odp.c get_prefetchable_mr; man ibv_advise_mr",
            "EPERM"),
    ADVICE_RANGE(
            "ADV-9",
            "a range of advice lies in its region",
            "mlx5/odp.c pagefault_real_mr; man ibv_advise_mr",
            "EFAULT"),
    REREG_CHANGES("RRG-1", "a rereg changes something", "core/uverbs_cmd.c ib_uverbs_rereg_mr", "EINVAL"),
    REREG_KNOWN("RRG-2", "the flags of a rereg are known", "core/uverbs_cmd.c ib_uverbs_rereg_mr", "EOPNOTSUPP"),
    REREG_UNBOUND(
            "RRG-3",
            "a region with bound windows keeps its translation, its PD, MW_BIND and LOCAL_WRITE",
            "IBA 10.6.7.2.6, by the concept dereg + reg",
            "EBUSY"),
    REREG_ZERO_BASED(
            "RRG-4", "ZERO_BASED changes only together with the translation", "verbs.h: it means iova 0", "EINVAL"),
    REREG_TYPE(
            "RRG-10",
            "a region that is registered anew is made of memory of the program",
            "core/uverbs_cmd.c ib_uverbs_rereg_mr",
            "EINVAL"),
    FAST_REGIONS("FRM-1", "the device has fast-register regions", "core/verbs.c ib_alloc_mr", "EOPNOTSUPP"),
    FAST_PAGES(
            "FRM-2",
            "a fast-register region has 1 to max_fast_reg_page_list_len pages",
            "core/verbs.c ib_alloc_mr",
            "EINVAL"),
    SHARED_TYPE("SHR-1", "a region that others share is made of pinned memory of the program", "DOCA 2.10", "EINVAL"),
    SHARED_WRITABLE(
            "SHR-2", "a share is written only where the pages were pinned for writing", "core/umem.c", "EFAULT"),
    PEER_WINDOWS(
            "PER-1", "memory of another device carries no windows", "DOCA 2.10: not with PeerDirect", "EOPNOTSUPP"),
    FILE_OPEN("FD-1", "a file descriptor is open", "drivers/dma-buf/dma-buf.c dma_buf_get", "EBADF"),
    DEVICE_FILE("FD-2", "a descriptor that is imported as a device is of one", "man ibv_import_device", "EINVAL"),
    DEVICE_KEPT("FD-3", "an open device stays with the process that opened it", "ours", "EOPNOTSUPP"),
    DMA_BUF_FILE(
            "DMB-1",
            "a descriptor that is imported is of a dma-buf",
            "drivers/dma-buf/dma-buf.c dma_buf_get",
            "EINVAL"),
    DMA_BUF_OFFSET(
            "DMB-2",
            "offset and iova of a dma-buf region agree in the page offset",
            "core/uverbs_std_types_mr.c REG_DMABUF_MR",
            "EINVAL"),
    DMA_BUF_ACCESS(
            "DMB-3",
            "a dma-buf region has LOCAL_WRITE, remote rights and RELAXED_ORDERING only",
            "core/uverbs_std_types_mr.c REG_DMABUF_MR",
            "EINVAL"),
    DMA_BUF_RANGE(
            "DMB-4",
            "a dma-buf region has at least one byte and lies inside of the buffer",
            "core/umem_dmabuf.c ib_umem_dmabuf_get",
            "EINVAL"),
    DMA_BUFS("DMB-5", "the device imports dma-bufs", "core/uverbs_std_types_mr.c REG_DMABUF_MR", "EOPNOTSUPP"),
    DEVICE_MEMORY("DM-1", "the device has memory of its own", "core/uverbs_std_types_dm.c", "EOPNOTSUPP"),
    DEVICE_MEMORY_SIZE("DM-2", "device memory has 1 to max_dm_size bytes", "p/mlx5/verbs.c mlx5_alloc_dm", "EINVAL"),
    DEVICE_MEMORY_ZERO_BASED(
            "DM-3", "a region of device memory is ZERO_BASED", "core/uverbs_std_types_mr.c DM_MR_REG", "EINVAL"),
    DEVICE_MEMORY_RANGE(
            "DM-4",
            "a region of device memory has at least one byte and lies inside of it",
            "core/uverbs_std_types_mr.c DM_MR_REG",
            "EINVAL"),
    PAGES_UNUSED("LIFE-5", "no region is registered over a page list that is deregistered", "IBA 10.6.5", "EBUSY"),
    WINDOWS("MW-1", "the device has memory windows", "semantics 4.3", "EOPNOTSUPP"),
    WINDOW_TYPE("MW-2", "a window is of type 1 or 2", "core/uverbs_cmd.c ib_uverbs_alloc_mw", "EINVAL"),
    CQ_CAPACITY("CQ-1", "a CQ holds 1 to max_cqe completions", "man ibv_create_cq, ibv_resize_cq", "EINVAL"),
    CQ_VECTOR("CQ-2", "the completion vector is below num_comp_vectors", "core/uverbs_cmd.c create_cq", "EINVAL"),
    CQ_CHANNEL("CQ-3", "the device has completion events for a CQ with a channel", "SPI", "EOPNOTSUPP"),
    CQ_MODERATION("CQ-4", "count and period of moderation have 16 bits", "verbs.h ibv_moderate_cq", "EINVAL"),
    QP_TYPE("QP-1", "the device offers the transport", "core/verbs.c create_qp", "EOPNOTSUPP"),
    QP_CAPACITY("QP-2", "the queues are within max_qp_wr, max_sge and max_inline", "man ibv_create_qp", "EINVAL"),
    QP_SRQ("QP-3", "only RC and UD QPs take their receives from an SRQ", "man ibv_create_qp", "EINVAL"),
    QP_PRIVILEGE("QP-4", "a process that asks for raw packets has CAP_NET_RAW", "core/uverbs_cmd.c create_qp", "EPERM"),
    SRQS("SRQ-1", "the device has shared receive queues", "core/verbs.c ib_create_srq_user", "EOPNOTSUPP"),
    SRQ_CAPACITY("SRQ-2", "an SRQ is within max_srq_wr and max_srq_sge", "man ibv_create_srq", "EINVAL"),
    SRQ_LIMIT("SRQ-3", "the limit of an SRQ is 0 to max_wr", "rxe_srq.c rxe_srq_chk_attr", "EINVAL"),
    SRQ_ATTRIBUTES("SRQ-4", "only max_wr and the limit of an SRQ are changed", "man ibv_modify_srq", "EINVAL"),
    XRCDS("XRC-1", "the device has XRC", "core/uverbs_cmd.c ib_uverbs_open_xrcd", "EOPNOTSUPP"),
    XRCD_FLAGS("XRC-2", "an XRC domain is opened with O_CREAT and O_EXCL only", "man ibv_open_xrcd", "EINVAL"),
    XRCD_EXISTS("XRC-3", "an XRC domain exists that is opened without O_CREAT", "man ibv_open_xrcd", "EAGAIN"),
    XRCD_EXCLUSIVE("XRC-4", "an XRC domain that is opened with O_EXCL is new", "man ibv_open_xrcd", "EINVAL"),
    QP_DOMAIN("XRC-5", "an XRC target is created in an XRC domain, not in a PD", "man ibv_create_qp_ex", "EINVAL"),
    OPEN_QP("XRC-6", "a QP that is opened is a target of the XRC domain", "man ibv_open_qp", "EINVAL"),
    QP_TRANSITION("QPS-1", "the state table has the transition", "core/verbs.c qp_state_table", "EINVAL"),
    QP_REQUIRED("QPS-2", "attributes a transition requires are given", "core/verbs.c ib_modify_qp_is_ok", "EINVAL"),
    QP_ALLOWED("QPS-3", "only attributes a transition allows are given", "core/verbs.c ib_modify_qp_is_ok", "EINVAL"),
    CUR_STATE_KIND("QPS-4", "CUR_STATE is RTR, RTS, SQD or SQE", "man ibv_modify_qp", "EINVAL"),
    CUR_STATE("QPS-5", "CUR_STATE is the state the QP is in", "man ibv_modify_qp", "EINVAL"),
    PORT("QPA-1", "the port is 1 to phys_port_cnt", "core/uverbs_cmd.c modify_qp", "EINVAL"),
    PKEY_INDEX("QPA-2", "the P_Key index is below max_pkeys", "core/verbs.c _ib_modify_qp", "EINVAL"),
    TIMEOUT("QPA-3", "the timeout is 0 to 31", "rxe_qp.c rxe_qp_chk_attr", "EINVAL"),
    RETRY_COUNT("QPA-4", "retry_cnt is 0 to 7", "man ibv_modify_qp", "EINVAL"),
    RNR_RETRY("QPA-5", "rnr_retry is 0 to 7", "man ibv_modify_qp", "EINVAL"),
    MIN_RNR_TIMER("QPA-6", "min_rnr_timer is 0 to 31", "man ibv_modify_qp", "EINVAL"),
    RD_ATOMIC("QPA-7", "max_rd_atomic is within the device's limit", "rxe_qp.c rxe_qp_chk_attr", "EINVAL"),
    DEST_RD_ATOMIC("QPA-8", "max_dest_rd_atomic is within the device's limit", "rxe_qp.c rxe_qp_chk_attr", "EINVAL"),
    DEST_QPN("QPA-9", "the destination QP number has 24 bits", "IBA 9.2.4.1", "EINVAL"),
    QKEY_PRIVILEGE(
            "QPA-10",
            "a process that sets a controlled Q_Key, with bit 31, has CAP_NET_RAW",
            "core/uverbs_cmd.c modify_qp; IBA 3.5.3",
            "EPERM"),
    PATH_ADDRESS(
            "PATH-1",
            "a path leads to an address that a port can have: not ::, 0.0.0.0 or 255.255.255.255",
            "IBA 4.1.1; RFC 1122 3.2.1.3",
            "EINVAL"),
    PATH_FAMILY(
            "PATH-2",
            "the own GID and the peer's are both IPv4 addresses or both IPv6",
            "core/addr.c rdma_resolve_ip",
            "EINVAL"),
    PATH_UNICAST("PATH-3", "the path of a connected QP leads to one port", "IBA 10.5: groups are of UD", "EINVAL"),
    QUERY_PORT("PORT-1", "a query names a port that the device has", "man ibv_query_port", "EINVAL"),
    AH_PORT("AH-1", "datagrams leave by a port that the device has", "core/verbs.c rdma_check_ah_attr", "EINVAL"),
    AH_UNICAST("AH-2", "paths lead to groups where the device has multicast", "man ibv_create_ah", "EOPNOTSUPP"),
    MCASTS("MCG-1", "the device has multicast groups", "man ibv_attach_mcast", "EOPNOTSUPP"),
    MCAST_QP("MCG-2", "only UD QPs are attached to multicast groups", "core/verbs.c ib_attach_mcast", "EINVAL"),
    MCAST_GID("MCG-3", "the GID of a multicast group is one", "core/verbs.c ib_attach_mcast", "EINVAL"),
    MCAST_ATTACHED(
            "MCG-4",
            "a QP is detached from a multicast group that it is attached to",
            "core/uverbs_cmd.c ib_uverbs_detach_mcast",
            "EINVAL"),
    QP_DETACHED("MCG-5", "a QP that is destroyed is attached to no multicast group", "IBA o10-2.2.3", "EBUSY");

    private final RuleFacts facts;

    KernelRule(String id, String text, String source, String outcome) {
        facts = new RuleFacts(id, text, source, outcome);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
