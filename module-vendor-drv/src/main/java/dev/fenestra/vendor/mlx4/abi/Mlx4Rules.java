package dev.fenestra.vendor.mlx4.abi;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.VendorRules.Answer;
import java.util.List;

/** What Linux's mlx4 driver and libmlx4 answer (Linux 6.1, rdma-core 44). */
public final class Mlx4Rules {
    /** All rules. */
    public static final VendorRules ALL = new VendorRules(
            "MLX4",
            "providers/mlx4 qp.c mlx4_post_send",
            List.of(
                    new Answer(CardRule.UDATA, Errno.EINVAL, "hw/mlx4/qp.c create_qp_common"),
                    new Answer(CardRule.CARD, Errno.EINVAL, "hw/mlx4/qp.c __mlx4_ib_modify_qp"),
                    new Answer(CardRule.UNUSED, Errno.EBUSY, "mlx4/cmd.c mlx4_status_to_errno"),
                    new Answer(CardRule.BOUND, Errno.EBUSY, "mlx4/cmd.c mlx4_status_to_errno CMD_STAT_REG_BOUND"),
                    new Answer(CardRule.LIMIT, Errno.ENOMEM, "mlx4/alloc.c mlx4_bitmap_alloc"),
                    new Answer(CardRule.SERVICE, Errno.EOPNOTSUPP, "hw/mlx4/qp.c _mlx4_ib_create_qp"),
                    new Answer(CardRule.CQ_SIZE, Errno.EINVAL, "hw/mlx4/cq.c mlx4_ib_create_cq"),
                    new Answer(CardRule.OPCODE, Errno.EINVAL, "providers/mlx4/qp.c mlx4_post_send"),
                    new Answer(CardRule.PIECES, Errno.ENOMEM, "providers/mlx4/qp.c mlx4_post_send"),
                    new Answer(CardRule.INLINE, Errno.ENOMEM, "providers/mlx4/qp.c mlx4_post_send"),
                    new Answer(CardRule.RECEIVE_ROOM, Errno.ENOMEM, "providers/mlx4/qp.c mlx4_post_recv")));

    private static final String NEW_KEY =
            "mlx4 sends the new key of a window alone, so its card cannot compare the present one (wqe.h"
                    + " mlx4_wqe_bind_seg)";
    private static final String LENGTH =
            "bit 31 of the length of a piece says inline or empty, so libmlx4 sends none of 2^31 bytes (qp.c"
                    + " set_data_seg)";

    /** Where mlx4 differs from the rules of the kit. */
    public static final List<Deviation> DEVIATIONS = List.of(
            new Deviation("B1", NEW_KEY),
            new Deviation("P7", "libmlx4 has no longest window"),
            new Deviation("LONG-piece-list", LENGTH),
            new Deviation("LONG-piece-read", LENGTH),
            new Deviation("LONG-piece-send", LENGTH),
            new Deviation("LONG-piece-write", LENGTH));

    private Mlx4Rules() {}
}
