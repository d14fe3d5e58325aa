package dev.fenestra.vendor.mlx;

import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.kernel.MlxDevice;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import dev.fenestra.vendor.mlx.user.UserOptions;
import java.util.List;

/** Claims every {@link Hca}. The devices are named mlx5_0, mlx5_1, ... in the order of discovery. */
public final class MlxDriver implements RdmaDriver {
    private int found;

    /** The service loader needs this constructor. */
    public MlxDriver() {}

    @Override
    public String name() {
        return "mlx5";
    }

    @Override
    public List<Rule> rules() {
        return List.of(MlxRule.values());
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("MW type 2A", "a device has windows of type 2A or 2B, never both; serve --config can choose"),
                new Lack("SRQ resize", "libmlx5 44 has none"),
                new Lack("FLUSH", "libmlx5 44 has no such opcode"),
                new Lack("ATOMIC_WRITE", "libmlx5 44 has no such opcode"));
    }

    @Override
    public List<Trait> traits() {
        return List.of(
                new Trait(Trait.QUEUES, "memory of the program"),
                new Trait(Trait.POST, "a count in a record"),
                new Trait(Trait.RECEIVE, "a count in a record"),
                new Trait(Trait.EVENT, "a word in a record, and a register"),
                new Trait(Trait.REFUSES, "too many pieces and too much inline data: ENOMEM"));
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Hca hca
                ? List.of(MlxDevice.start(
                        "mlx5_" + found++, hca, services, new MlxUserProvider(UserOptions.of(services::driverOption))))
                : List.of();
    }
}
