package dev.fenestra.tools.bridge;

/** Attributes of RDMA netlink ({@code enum rdma_nldev_attr} of rdma_netlink.h). */
enum NetlinkAttribute {
    DEV_INDEX(1),
    DEV_NAME(2),
    PORT_INDEX(3),
    CAP_FLAGS(4),
    FW_VERSION(5),
    NODE_GUID(6),
    SYS_IMAGE_GUID(7),
    PORT_STATE(12),
    PORT_PHYS_STATE(13),
    DEV_NODE_TYPE(14),
    RES_SUMMARY(15),
    RES_SUMMARY_ENTRY(16),
    RES_SUMMARY_ENTRY_NAME(17),
    RES_SUMMARY_ENTRY_CURR(18),
    RES_QP(19),
    RES_QP_ENTRY(20),
    RES_LQPN(21),
    RES_RQPN(22),
    RES_RQ_PSN(23),
    RES_SQ_PSN(24),
    RES_PATH_MIG_STATE(25),
    RES_TYPE(26),
    RES_STATE(27),
    RES_PID(28),
    RES_CM_ID(30),
    RES_CM_ID_ENTRY(31),
    RES_CQ(35),
    RES_CQ_ENTRY(36),
    RES_CQE(37),
    RES_USECNT(38),
    RES_MR(40),
    RES_MR_ENTRY(41),
    RES_RKEY(42),
    RES_LKEY(43),
    RES_IOVA(44),
    RES_MRLEN(45),
    RES_PD(46),
    RES_PD_ENTRY(47),
    NDEV_INDEX(50),
    NDEV_NAME(51),
    RES_PDN(60),
    RES_CQN(61),
    RES_MRN(62),
    RES_CTXN(64),
    SYS_NETNS_MODE(66),
    DEV_PROTOCOL(67),
    CHARDEV_TYPE(69),
    CHARDEV_NAME(70),
    CHARDEV_ABI(71),
    CHARDEV(72),
    UVERBS_DRIVER_ID(73),
    STAT_RES(75),
    STAT_HWCOUNTERS(80),
    STAT_HWCOUNTER_ENTRY(81),
    STAT_HWCOUNTER_ENTRY_NAME(82),
    STAT_HWCOUNTER_ENTRY_VALUE(83),
    DEV_DIM(84),
    RES_CTX(86),
    RES_CTX_ENTRY(87),
    RES_SRQ(88),
    RES_SRQ_ENTRY(89),
    RES_SRQN(90),
    SYS_COPY_ON_FORK(93);

    private final int code;

    NetlinkAttribute(int code) {
        this.code = code;
    }

    /** {@return the number of Linux} */
    int code() {
        return code;
    }
}
