package dev.fenestra.vendor.mlx4;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.vendor.common.driver.CardDriver;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.mlx4.abi.Mlx4Rules;
import dev.fenestra.vendor.mlx4.kernel.Mlx4Half;
import dev.fenestra.vendor.mlx4.user.Mlx4User;
import java.util.List;

/** Claims cards of the vendor "mlx4". The devices are named mlx4_0, mlx4_1, ... in the order of discovery. */
public final class Mlx4Driver extends CardDriver {
    /** The service loader needs this constructor. */
    public Mlx4Driver() {
        super("mlx4", "mlx4_", Mlx4Half.LIMITS, Mlx4Rules.ALL);
    }

    @Override
    protected VendorHalf half(Card card) {
        return new Mlx4Half(card);
    }

    @Override
    protected UserVendor user() {
        return new Mlx4User();
    }

    @Override
    public List<Deviation> deviations() {
        return Mlx4Rules.DEVIATIONS;
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("SRQ resize", "neither Linux's driver nor libmlx4 has it"),
                new Lack("XRC", "the model has none; libmlx4 has it"),
                new Lack("ODP", "neither the card nor libmlx4 has on-demand paging"),
                new Lack("BlueFlame", "the context announces no registers for whole requests"));
    }

    @Override
    public List<Trait> traits() {
        return List.of(
                new Trait(Trait.QUEUES, "memory of the program"),
                new Trait(Trait.POST, "the lap in the first word of a request, stored last"),
                new Trait(Trait.RECEIVE, "a count in a record"),
                new Trait(Trait.EVENT, "a word in a record, and a register"),
                new Trait(
                        Trait.REFUSES, "too many pieces and too much inline data: ENOMEM; an unknown opcode: EINVAL"));
    }
}
