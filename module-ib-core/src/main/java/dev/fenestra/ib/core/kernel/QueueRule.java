package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules of the kernel about CQs, QPs, SRQs, XRC, paths and groups: checked before a driver is called. */
public enum QueueRule implements Rule {
    /** CQ-1: a CQ holds 1 to max_cqe completions; else EINVAL. */
    CQ_CAPACITY(
            "CQ-1",
            "a CQ holds 1 to max_cqe completions",
            "the CQ holds 0 or more than max_cqe completions",
            "man ibv_create_cq, ibv_resize_cq",
            Errno.EINVAL),
    /** CQ-2: the completion vector is below num_comp_vectors; else EINVAL. */
    CQ_VECTOR(
            "CQ-2",
            "the completion vector is below num_comp_vectors",
            "the completion vector is not below num_comp_vectors",
            "core/uverbs_cmd.c create_cq",
            Errno.EINVAL),
    /** CQ-3: a device with completion channels has completion events; else EOPNOTSUPP. */
    CQ_CHANNEL(
            "CQ-3",
            "a device with completion channels has completion events",
            "the device has no completion events for a CQ with a channel",
            "SPI",
            Errno.EOPNOTSUPP),
    /** CQ-4: count and period of moderation have 16 bits; else EINVAL. */
    CQ_MODERATION(
            "CQ-4",
            "count and period of moderation have 16 bits",
            "count or period of moderation has more than 16 bits",
            "verbs.h ibv_moderate_cq",
            Errno.EINVAL),
    /** QP-1: the device offers the transport; else EOPNOTSUPP. */
    QP_TYPE(
            "QP-1",
            "the device offers the transport",
            "the device does not offer the transport",
            "core/verbs.c create_qp",
            Errno.EOPNOTSUPP),
    /** QP-2: the queues are within max_qp_wr, max_sge and max_inline; else EINVAL. */
    QP_CAPACITY(
            "QP-2",
            "the queues are within max_qp_wr, max_sge and max_inline",
            "the queues are beyond max_qp_wr, max_sge or max_inline",
            "man ibv_create_qp",
            Errno.EINVAL),
    /** QP-3: only RC and UD QPs take their receives from an SRQ; else EINVAL. */
    QP_SRQ(
            "QP-3",
            "only RC and UD QPs take their receives from an SRQ",
            "a QP that is neither RC nor UD asks for an SRQ",
            "man ibv_create_qp",
            Errno.EINVAL),
    /** QP-4: a process that creates a raw packet QP has CAP_NET_RAW; else EPERM. */
    QP_PRIVILEGE(
            "QP-4",
            "a process that creates a raw packet QP has CAP_NET_RAW",
            "the process asks for a raw packet QP without CAP_NET_RAW",
            "core/uverbs_cmd.c create_qp",
            Errno.EPERM),
    /** SRQ-1: the device has shared receive queues; else EOPNOTSUPP. */
    SRQS(
            "SRQ-1",
            "the device has shared receive queues",
            "the device has no shared receive queues",
            "core/verbs.c ib_create_srq_user",
            Errno.EOPNOTSUPP),
    /** SRQ-2: an SRQ is within max_srq_wr and max_srq_sge; else EINVAL. */
    SRQ_CAPACITY(
            "SRQ-2",
            "an SRQ is within max_srq_wr and max_srq_sge",
            "the SRQ is beyond max_srq_wr or max_srq_sge",
            "man ibv_create_srq",
            Errno.EINVAL),
    /** SRQ-3: the limit of an SRQ is 0 to max_wr; else EINVAL. */
    SRQ_LIMIT(
            "SRQ-3",
            "the limit of an SRQ is 0 to max_wr",
            "the limit of the SRQ is above max_wr",
            "rxe_srq.c rxe_srq_chk_attr",
            Errno.EINVAL),
    /** SRQ-4: a modify of an SRQ changes only max_wr and the limit; else EINVAL. */
    SRQ_ATTRIBUTES(
            "SRQ-4",
            "a modify of an SRQ changes only max_wr and the limit",
            "the modify would change something other than max_wr and the limit of the SRQ",
            "man ibv_modify_srq",
            Errno.EINVAL),
    /** XRC-1: the device has XRC; else EOPNOTSUPP. */
    XRCDS(
            "XRC-1",
            "the device has XRC",
            "the device has no XRC",
            "core/uverbs_cmd.c ib_uverbs_open_xrcd",
            Errno.EOPNOTSUPP),
    /** XRC-2: an XRC domain is opened with O_CREAT and O_EXCL only; else EINVAL. */
    XRCD_FLAGS(
            "XRC-2",
            "an XRC domain is opened with O_CREAT and O_EXCL only",
            "the XRC domain is opened with a flag other than O_CREAT and O_EXCL",
            "man ibv_open_xrcd",
            Errno.EINVAL),
    /** XRC-3: an XRC domain that is opened without O_CREAT exists; else EAGAIN. */
    XRCD_EXISTS(
            "XRC-3",
            "an XRC domain that is opened without O_CREAT exists",
            "the XRC domain does not exist and O_CREAT is missing",
            "man ibv_open_xrcd",
            Errno.EAGAIN),
    /** XRC-4: an XRC domain that is opened with O_EXCL does not exist yet; else EINVAL. */
    XRCD_EXCLUSIVE(
            "XRC-4",
            "an XRC domain that is opened with O_EXCL does not exist yet",
            "the XRC domain exists already and O_EXCL is given",
            "man ibv_open_xrcd",
            Errno.EINVAL),
    /** XRC-5: an XRC target is created in an XRC domain, not in a PD; else EINVAL. */
    QP_DOMAIN(
            "XRC-5",
            "an XRC target is created in an XRC domain, not in a PD",
            "the XRC target is created in a PD, or in no XRC domain",
            "man ibv_create_qp_ex",
            Errno.EINVAL),
    /** XRC-6: a QP that is opened is an XRC target of the domain; else EINVAL. */
    OPEN_QP(
            "XRC-6",
            "a QP that is opened is an XRC target of the domain",
            "the QP to open is no XRC target of the domain",
            "man ibv_open_qp",
            Errno.EINVAL),
    /** QPS-1: the state table has the transition; else EINVAL. */
    QP_TRANSITION(
            "QPS-1",
            "the state table has the transition",
            "the state table has no such transition",
            "core/verbs.c qp_state_table",
            Errno.EINVAL),
    /** QPS-2: all attributes that a transition requires are given; else EINVAL. */
    QP_REQUIRED(
            "QPS-2",
            "all attributes that a transition requires are given",
            "an attribute that the transition requires is missing",
            "core/verbs.c ib_modify_qp_is_ok",
            Errno.EINVAL),
    /** QPS-3: only attributes that a transition allows are given; else EINVAL. */
    QP_ALLOWED(
            "QPS-3",
            "only attributes that a transition allows are given",
            "an attribute is given that the transition forbids",
            "core/verbs.c ib_modify_qp_is_ok",
            Errno.EINVAL),
    /** QPS-4: CUR_STATE is RTR, RTS, SQD or SQE; else EINVAL. */
    CUR_STATE_KIND(
            "QPS-4",
            "CUR_STATE is RTR, RTS, SQD or SQE",
            "CUR_STATE is none of RTR, RTS, SQD and SQE",
            "man ibv_modify_qp",
            Errno.EINVAL),
    /** QPS-5: CUR_STATE is the present state of the QP; else EINVAL. */
    CUR_STATE(
            "QPS-5",
            "CUR_STATE is the present state of the QP",
            "CUR_STATE is not the present state of the QP",
            "man ibv_modify_qp",
            Errno.EINVAL),
    /** QPA-1: the port is 1 to phys_port_cnt; else EINVAL. */
    PORT(
            "QPA-1",
            "the port is 1 to phys_port_cnt",
            "the port is not 1 to phys_port_cnt",
            "core/uverbs_cmd.c modify_qp",
            Errno.EINVAL),
    /** QPA-2: the P_Key index is below max_pkeys; else EINVAL. */
    PKEY_INDEX(
            "QPA-2",
            "the P_Key index is below max_pkeys",
            "the P_Key index is not below max_pkeys",
            "core/verbs.c _ib_modify_qp",
            Errno.EINVAL),
    /** QPA-3: the timeout is 0 to 31; else EINVAL. */
    TIMEOUT("QPA-3", "the timeout is 0 to 31", "the timeout is above 31", "rxe_qp.c rxe_qp_chk_attr", Errno.EINVAL),
    /** QPA-4: retry_cnt is 0 to 7; else EINVAL. */
    RETRY_COUNT("QPA-4", "retry_cnt is 0 to 7", "retry_cnt is above 7", "man ibv_modify_qp", Errno.EINVAL),
    /** QPA-5: rnr_retry is 0 to 7; else EINVAL. */
    RNR_RETRY("QPA-5", "rnr_retry is 0 to 7", "rnr_retry is above 7", "man ibv_modify_qp", Errno.EINVAL),
    /** QPA-6: min_rnr_timer is 0 to 31; else EINVAL. */
    MIN_RNR_TIMER("QPA-6", "min_rnr_timer is 0 to 31", "min_rnr_timer is above 31", "man ibv_modify_qp", Errno.EINVAL),
    /** QPA-7: max_rd_atomic is within the device's limit; else EINVAL. */
    RD_ATOMIC(
            "QPA-7",
            "max_rd_atomic is within the device's limit",
            "max_rd_atomic is above the device's limit",
            "rxe_qp.c rxe_qp_chk_attr",
            Errno.EINVAL),
    /** QPA-8: max_dest_rd_atomic is within the device's limit; else EINVAL. */
    DEST_RD_ATOMIC(
            "QPA-8",
            "max_dest_rd_atomic is within the device's limit",
            "max_dest_rd_atomic is above the device's limit",
            "rxe_qp.c rxe_qp_chk_attr",
            Errno.EINVAL),
    /** QPA-9: the destination QP number has 24 bits; else EINVAL. */
    DEST_QPN(
            "QPA-9",
            "the destination QP number has 24 bits",
            "the destination QP number has more than 24 bits",
            "IBA 9.2.4.1",
            Errno.EINVAL),
    /** QPA-10: a process that sets a controlled Q_Key (bit 31) has CAP_NET_RAW; else EPERM. */
    QKEY_PRIVILEGE(
            "QPA-10",
            "a process that sets a controlled Q_Key (bit 31) has CAP_NET_RAW",
            "the process sets a controlled Q_Key (bit 31) without CAP_NET_RAW",
            "core/uverbs_cmd.c modify_qp; IBA 3.5.3",
            Errno.EPERM),
    /** QPA-11: a QP on Ethernet has no alternate path; else EINVAL. */
    MIGRATION(
            "QPA-11",
            "a QP on Ethernet has no alternate path",
            "the call sets an alternate path, or arms the QP for one",
            "core/verbs.c _ib_modify_qp",
            Errno.EINVAL),
    /** PATH-1: a path leads to an address that a port can have: not ::, 0.0.0.0 or 255.255.255.255; else EINVAL. */
    PATH_ADDRESS(
            "PATH-1",
            "a path leads to an address that a port can have: not ::, 0.0.0.0 or 255.255.255.255",
            "the path leads to an address that no port can have: ::, 0.0.0.0 or 255.255.255.255",
            "IBA 4.1.1; RFC 1122 3.2.1.3",
            Errno.EINVAL),
    /** PATH-2: the local and the remote GID of a path have the same address family; else EINVAL. */
    PATH_FAMILY(
            "PATH-2",
            "the local and the remote GID of a path have the same address family",
            "one GID of the path is an IPv4 address, the other IPv6",
            "core/addr.c rdma_resolve_ip",
            Errno.EINVAL),
    /** PATH-3: the path of a connected QP leads to a unicast address; else EINVAL. */
    PATH_UNICAST(
            "PATH-3",
            "the path of a connected QP leads to a unicast address",
            "the path of the connected QP leads to a multicast group",
            "IBA 10.5: groups are of UD",
            Errno.EINVAL),
    /** PATH-4: the local GID of a path is a filled entry of the GID table; else EINVAL. */
    PATH_EMPTY(
            "PATH-4",
            "the local GID of a path is a filled entry of the GID table",
            "the entry of the GID table is empty",
            "core/verbs.c rdma_fill_sgid_attr",
            Errno.EINVAL),
    /** PATH-5: a route leads to the GID of a path; else ENETUNREACH. */
    PATH_ROUTE(
            "PATH-5",
            "a route leads to the GID of a path",
            "no route leads to the GID of the path",
            "core/verbs.c ib_resolve_unicast_gid_dmac; core/addr.c addr4_resolve",
            Errno.ENETUNREACH),
    /** PATH-6: a port answers for the destination GID of a path; else ETIMEDOUT. */
    PATH_NEIGHBOUR(
            "PATH-6",
            "a port answers for the destination GID of a path",
            "no port answers for the destination GID of the path",
            "core/verbs.c ib_resolve_unicast_gid_dmac; core/addr.c rdma_addr_find_l2_eth_by_grh",
            Errno.ETIMEDOUT),
    /** PATH-7: a path on Ethernet is global: it has GIDs; else EINVAL. */
    PATH_GLOBAL(
            "PATH-7",
            "a path on Ethernet is global: it has GIDs",
            "is_global of the path is 0, but Ethernet has only global paths",
            "core/verbs.c rdma_check_ah_attr",
            Errno.EINVAL),
    /** PATH-8: the path of a connected QP starts at the port of the QP; else EINVAL. */
    PATH_PORT(
            "PATH-8",
            "the path of a connected QP starts at the port of the QP",
            "the path of the connected QP starts at another port than the QP's",
            "core/uverbs_cmd.c modify_qp",
            Errno.EINVAL),
    /** PATH-9: the rate of a connected QP's path is an ibv_rate: 0, or 2 to 22; else EINVAL. */
    PATH_RATE(
            "PATH-9",
            "the rate of a connected QP's path is an ibv_rate: 0, or 2 to 22",
            "the rate of the path is 1 or above 22: no ibv_rate has that value",
            "mlx5 ib_rate_to_mlx5",
            Errno.EINVAL),
    /** AH-1: a path starts at a port of the device; else EINVAL. */
    AH_PORT(
            "AH-1",
            "a path starts at a port of the device",
            "the path starts at a port that the device does not have",
            "core/verbs.c rdma_check_ah_attr",
            Errno.EINVAL),
    /** AH-2: a path to a multicast group needs a device with multicast; else EOPNOTSUPP. */
    AH_UNICAST(
            "AH-2",
            "a path to a multicast group needs a device with multicast",
            "the path leads to a multicast group, but the device has no multicast",
            "man ibv_create_ah",
            Errno.EOPNOTSUPP),
    /** MCG-1: the device has multicast groups; else EOPNOTSUPP. */
    MCASTS(
            "MCG-1",
            "the device has multicast groups",
            "the device has no multicast groups",
            "man ibv_attach_mcast",
            Errno.EOPNOTSUPP),
    /** MCG-2: only UD QPs are attached to multicast groups; else EINVAL. */
    MCAST_QP(
            "MCG-2",
            "only UD QPs are attached to multicast groups",
            "the QP to attach to a multicast group is not UD",
            "core/verbs.c ib_attach_mcast",
            Errno.EINVAL),
    /** MCG-3: the GID of a multicast group is a multicast address; else EINVAL. */
    MCAST_GID(
            "MCG-3",
            "the GID of a multicast group is a multicast address",
            "the GID is not a multicast address",
            "core/verbs.c ib_attach_mcast",
            Errno.EINVAL),
    /** MCG-4: a QP is detached only from a multicast group that it is attached to; else EINVAL. */
    MCAST_ATTACHED(
            "MCG-4",
            "a QP is detached only from a multicast group that it is attached to",
            "the QP is not attached to the multicast group",
            "core/uverbs_cmd.c ib_uverbs_detach_mcast",
            Errno.EINVAL),
    /** MCG-5: a QP is destroyed only after it is detached from all multicast groups; else EBUSY. */
    QP_DETACHED(
            "MCG-5",
            "a QP is destroyed only after it is detached from all multicast groups",
            "the QP is still attached to a multicast group",
            "IBA o10-2.2.3",
            Errno.EBUSY);

    private final RuleFacts facts;

    QueueRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
