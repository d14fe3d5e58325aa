package dev.fenestra.vendor.efa.abi;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.VendorRules.Answer;
import java.util.List;

/** What Linux's efa driver and libefa answer (Linux 6.1, rdma-core 44). */
public final class EfaRules {
    /** All rules. */
    public static final VendorRules ALL = new VendorRules(
            "EFA",
            "providers/efa/verbs.c",
            List.of(
                    new Answer(CardRule.UDATA, Errno.EINVAL, "hw/efa/efa_verbs.c efa_create_qp"),
                    new Answer(CardRule.CARD, Errno.EINVAL, "hw/efa/efa_com.c efa_com_comp_status_to_errno"),
                    new Answer(CardRule.LIMIT, Errno.ENOMEM, "hw/efa/efa_com.c efa_com_comp_status_to_errno"),
                    new Answer(CardRule.SERVICE, Errno.EOPNOTSUPP, "hw/efa/efa_verbs.c efa_create_qp"),
                    new Answer(CardRule.CQ_SIZE, Errno.EINVAL, "hw/efa/efa_verbs.c efa_create_cq"),
                    new Answer(CardRule.OPERATION, Errno.EOPNOTSUPP, "hw/efa/efa_main.c efa_dev_ops"),
                    new Answer(CardRule.OPCODE, Errno.EINVAL, "providers/efa/verbs.c efa_post_send_validate_wr"),
                    new Answer(CardRule.PIECES, Errno.EINVAL, "providers/efa/verbs.c efa_post_send_validate_wr"),
                    new Answer(CardRule.INLINE, Errno.EINVAL, "providers/efa/verbs.c efa_post_send_validate_wr"),
                    new Answer(CardRule.RECEIVE_ROOM, Errno.ENOMEM, "providers/efa/verbs.c efa_post_recv_validate")));

    /** Where efa differs from the rules of the kit. */
    public static final List<Deviation> DEVIATIONS = List.of();

    private EfaRules() {}
}
