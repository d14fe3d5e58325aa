package dev.fenestra.vendor.hns.abi;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.VendorRules.Answer;
import java.util.List;

/** What Linux's hns driver and libhns answer (Linux 6.1, rdma-core 44). */
public final class HnsRules {
    private static final String LIBRARY = "providers/hns/hns_roce_u_hw_v2.c ";

    /** All rules. */
    public static final VendorRules ALL = new VendorRules(
            "HNS",
            LIBRARY + "hns_roce_u_v2_post_send",
            List.of(
                    new Answer(CardRule.UDATA, Errno.EINVAL, "hw/hns/hns_roce_qp.c set_user_sq_size"),
                    new Answer(CardRule.CARD, Errno.EINVAL, "hw/hns/hns_roce_srq.c hns_roce_modify_srq"),
                    new Answer(CardRule.LIMIT, Errno.ENOMEM, "hw/hns/hns_roce_qp.c alloc_qpn"),
                    new Answer(CardRule.ENTRY_LIMIT, Errno.ENOMEM, "hw/hns/hns_roce_mr.c alloc_mr_key"),
                    new Answer(CardRule.SERVICE, Errno.EOPNOTSUPP, "hw/hns/hns_roce_qp.c check_qp_type"),
                    new Answer(CardRule.CQ_SIZE, Errno.EINVAL, "hw/hns/hns_roce_cq.c verify_cq_create_attr"),
                    new Answer(CardRule.OPCODE, Errno.EINVAL, LIBRARY + "check_rc_opcode"),
                    new Answer(CardRule.PIECES, Errno.EINVAL, LIBRARY + "hns_roce_u_v2_post_send"),
                    new Answer(CardRule.INLINE, Errno.EINVAL, LIBRARY + "set_rc_inl"),
                    new Answer(CardRule.RECEIVE_STATE, Errno.EINVAL, LIBRARY + "check_qp_recv"),
                    new Answer(CardRule.RECEIVE_ROOM, Errno.ENOMEM, LIBRARY + "hns_roce_u_v2_post_recv")));

    private static final String NEW_KEY =
            "hns sends the new key of a window alone, so its card cannot compare the present one"
                    + " (hns_roce_u_hw_v2.c set_bind_mw_seg)";

    /** Where hns differs from the rules of the kit. */
    public static final List<Deviation> DEVIATIONS =
            List.of(new Deviation("B1", NEW_KEY), new Deviation("P7", "the longest window of hns has 2^32 - 1 bytes"));

    private HnsRules() {}
}
