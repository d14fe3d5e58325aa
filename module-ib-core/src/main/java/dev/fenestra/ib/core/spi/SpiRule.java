package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules that the SPI itself enforces. */
public enum SpiRule implements Rule {
    /** SPI-1: the device offers the operation; else EOPNOTSUPP. */
    UNSUPPORTED(
            "SPI-1",
            "the device offers the operation",
            "the device does not offer the operation",
            "rdma-core dummy_ops.c",
            Errno.EOPNOTSUPP),
    /** SPI-2: an address in the driver's udata points to memory that the process can write; else EFAULT. */
    USER_STORE(
            "SPI-2",
            "an address in the driver's udata points to memory that the process can write",
            "an address in the driver's udata points to memory that the process cannot write",
            "rxe_srq.c rxe_srq_from_attr; copy_to_user",
            Errno.EFAULT),
    /** P1: ibv_bind_mw takes a type-1 window; else EINVAL. */
    P1(
            "P1",
            "ibv_bind_mw takes a type-1 window",
            "the window of ibv_bind_mw is not of type 1",
            "verbs.h ibv_bind_mw",
            Errno.EINVAL),
    /** P2: a bind without a region has address 0 and length 0; else EINVAL. */
    P2(
            "P2",
            "a bind without a region has address 0 and length 0",
            "the bind has no region, and an address or length other than 0",
            "verbs.h ibv_bind_mw",
            Errno.EINVAL),
    /** P3: window and region belong to one PD; else EPERM. */
    P3(
            "P3",
            "window and region belong to one PD",
            "window and region belong to different PDs",
            "verbs.h ibv_bind_mw",
            Errno.EPERM);

    private final RuleFacts facts;

    SpiRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
