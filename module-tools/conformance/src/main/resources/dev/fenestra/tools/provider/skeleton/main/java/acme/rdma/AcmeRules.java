package acme.rdma;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.VendorRules.Answer;
import java.util.List;

/** What the driver answers: the errnos of all cards, but for those that are named here. */
final class AcmeRules {
    static final VendorRules ALL = new VendorRules(
            "ACME",
            "card",
            List.of(
                    new Answer(CardRule.PIECES, Errno.EINVAL, "man ibv_post_send"),
                    new Answer(CardRule.INLINE, Errno.EINVAL, "man ibv_post_send"),
                    new Answer(CardRule.RECEIVE_STATE, Errno.EINVAL, "IBA C10-97.2.1"),
                    new Answer(CardRule.RECEIVE_ROOM, Errno.ENOMEM, "man ibv_post_recv"),
                    new Answer(CardRule.GID, Errno.EINVAL, "ibv_query_gid"),
                    new Answer(CardRule.SRQ_ROOM, Errno.EINVAL, "rxe_queue.c rxe_queue_resize")));

    private AcmeRules() {}
}
