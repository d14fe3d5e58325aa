package dev.fenestra.vendor.rxe.abi;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.VendorRules.Answer;
import java.util.List;

/** What Linux's rxe driver and librxe answer (Linux 6.1, rdma-core 44). */
public final class RxeRules {
    /** All rules. */
    public static final VendorRules ALL = new VendorRules(
            "RXE",
            "providers/rxe/rxe.c",
            List.of(
                    new Answer(CardRule.UDATA, Errno.EINVAL, "rxe_verbs.c rxe_create_qp"),
                    new Answer(CardRule.CARD, Errno.EINVAL, "rxe_qp.c rxe_qp_chk_attr"),
                    new Answer(CardRule.UNUSED, Errno.EBUSY, "rxe_verbs.c"),
                    new Answer(CardRule.BOUND, Errno.EINVAL, "rxe_mr.c rxe_dereg_mr"),
                    new Answer(CardRule.LIMIT, Errno.EINVAL, "rxe_pool.c __rxe_add_to_pool"),
                    new Answer(CardRule.ENTRY_LIMIT, Errno.ENOMEM, "rxe_verbs.c rxe_reg_user_mr"),
                    new Answer(CardRule.GID, Errno.EINVAL, "rxe_av.c rxe_av_chk_attr"),
                    new Answer(CardRule.SERVICE, Errno.EOPNOTSUPP, "rxe_qp.c rxe_qp_chk_init"),
                    new Answer(CardRule.CQ_SIZE, Errno.EINVAL, "rxe_cq.c rxe_cq_chk_attr"),
                    new Answer(CardRule.CQ_ROOM, Errno.EINVAL, "rxe_cq.c rxe_cq_chk_attr"),
                    new Answer(CardRule.SRQ_ROOM, Errno.EINVAL, "rxe_queue.c rxe_queue_resize"),
                    new Answer(CardRule.POST_STATE, Errno.EINVAL, "rxe_verbs.c rxe_post_send"),
                    new Answer(CardRule.OPERATION, Errno.EOPNOTSUPP, "rxe_verbs.c rxe_dev_ops"),
                    new Answer(CardRule.PIECES, Errno.EINVAL, "providers/rxe/rxe.c validate_send_wr"),
                    new Answer(CardRule.INLINE, Errno.EINVAL, "providers/rxe/rxe.c validate_send_wr"),
                    new Answer(CardRule.RECEIVE_ROOM, Errno.ENOMEM, "providers/rxe/rxe.c rxe_post_one_recv")));

    private static final String INVALIDATE = "rxe completes a refused LOCAL_INV with LOC_QP_OP_ERR (rxe_req.c)";

    /** Where rxe differs from the rules of the kit. */
    public static final List<Deviation> DEVIATIONS = List.of(
            new Deviation("I1", INVALIDATE),
            new Deviation("I2", INVALIDATE),
            new Deviation("I3", INVALIDATE),
            new Deviation("P7", "librxe has no longest window"));

    private RxeRules() {}
}
