package dev.fenestra.vendor.irdma.abi;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.VendorRules.Answer;
import java.util.List;

/** What Linux's irdma driver and libirdma answer (Linux 6.1, rdma-core 44). */
public final class IrdmaRules {
    /** All rules. */
    public static final VendorRules ALL = new VendorRules(
            "IRDMA",
            "providers/irdma uverbs.c irdma_upost_send",
            List.of(
                    new Answer(CardRule.UDATA, Errno.EINVAL, "hw/irdma/verbs.c irdma_create_qp"),
                    new Answer(CardRule.QP_MEMORY, Errno.ENODATA, "hw/irdma/verbs.c irdma_create_qp"),
                    new Answer(CardRule.CQ_MEMORY, Errno.EPROTO, "hw/irdma/verbs.c irdma_create_cq"),
                    new Answer(CardRule.RESIZE_MEMORY, Errno.ENOMEM, "hw/irdma/verbs.c irdma_resize_cq"),
                    new Answer(CardRule.BOUND, Errno.EBUSY, "hw/irdma/utils.c irdma_wait_event"),
                    new Answer(CardRule.OPERATION, Errno.EOPNOTSUPP, "providers/irdma/umain.c irdma_uctx_ops"),
                    new Answer(CardRule.CARD, Errno.EINVAL, "hw/irdma/verbs.c irdma_modify_qp_roce"),
                    new Answer(CardRule.SERVICE, Errno.EOPNOTSUPP, "hw/irdma/verbs.c irdma_validate_qp_attrs"),
                    new Answer(CardRule.CQ_SIZE, Errno.EINVAL, "providers/irdma/uverbs.c ucreate_cq"),
                    new Answer(CardRule.LIMIT, Errno.ENOMEM, "hw/irdma/main.h irdma_alloc_rsrc"),
                    new Answer(CardRule.OPCODE, Errno.EINVAL, "providers/irdma/uverbs.c irdma_upost_send"),
                    new Answer(CardRule.PIECES, Errno.EINVAL, "providers/irdma/uk.c irdma_uk_rdma_write"),
                    new Answer(CardRule.INLINE, Errno.EINVAL, "providers/irdma/uk.c irdma_uk_inline_rdma_write"),
                    new Answer(CardRule.RECEIVE_ROOM, Errno.ENOMEM, "providers/irdma/uverbs.c irdma_upost_recv")));

    private static final String LENGTH = "the length of a piece has 31 bits (defs.h IRDMAQPSQ_FRAG_LEN)";

    /** Where irdma differs from the rules of the kit. */
    public static final List<Deviation> DEVIATIONS = List.of(
            new Deviation(
                    "B1",
                    "irdma sends the new key of a window alone, so its card cannot compare the present one (uk.c"
                            + " irdma_uk_mw_bind)"),
            new Deviation("P7", "libirdma has no longest window"),
            new Deviation("B11", "a window of irdma has no right for atomics (uk.c irdma_uk_mw_bind)"),
            new Deviation("T7", "the number of a failure is that of exhausted retries (user.h irdma_flush_opcode)"),
            new Deviation("LONG-piece-list", LENGTH),
            new Deviation("LONG-piece-read", LENGTH),
            new Deviation("LONG-piece-send", LENGTH),
            new Deviation("LONG-piece-write", LENGTH));

    private IrdmaRules() {}
}
