package dev.fenestra.vendor.rxe;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.vendor.common.driver.CardDriver;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.rxe.abi.RxeRules;
import dev.fenestra.vendor.rxe.kernel.RxeHalf;
import dev.fenestra.vendor.rxe.user.RxeUser;
import java.util.List;

/** Claims cards of the vendor "rxe". The devices are named rxe0, rxe1, ... in the order of discovery. */
public final class RxeDriver extends CardDriver {
    /** The service loader needs this constructor. */
    public RxeDriver() {
        super("rxe", "rxe", RxeHalf.LIMITS, RxeRules.ALL);
    }

    @Override
    protected VendorHalf half(Card card) {
        return new RxeHalf();
    }

    @Override
    protected UserVendor user() {
        return new RxeUser();
    }

    @Override
    public List<Deviation> deviations() {
        return RxeRules.DEVIATIONS;
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("XRC", "rxe of Linux 6.1 answers EOPNOTSUPP (rxe_qp.c rxe_qp_chk_init)"),
                new Lack("rereg_mr", "neither rxe of Linux 6.1 nor librxe 44 has it"),
                new Lack("FLUSH", "librxe 44 has no such opcode; that of version 64 has"),
                new Lack("ODP", "rxe of Linux 6.1 has no on-demand paging"),
                new Lack("device memory", "rxe has no memory of its own"));
    }

    @Override
    public List<Trait> traits() {
        return List.of(
                new Trait(Trait.QUEUES, "kernel memory, which the program maps once"),
                new Trait(Trait.POST, "a system call, POST_SEND"),
                new Trait(Trait.RECEIVE, "a producer index"),
                new Trait(Trait.EVENT, "a system call, REQ_NOTIFY_CQ"),
                new Trait(Trait.REFUSES, "too many pieces and too much inline data: EINVAL"));
    }
}
