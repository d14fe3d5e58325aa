package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.prm.Cqe;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.dv.DvQpFlag;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the user half behaves: what the device does, and driver options that are called as the real provider's
 * environment variables.
 *
 * @param atomics the device does atomics
 * @param scatterToCqe small data may arrive in CQEs; off only by MLX5_SCATTER_TO_CQE=0
 * @param cqeBytes of an entry of new CQs, by MLX5_CQE_SIZE; the driver refuses others than 64 and 128
 */
public record UserOptions(boolean atomics, boolean scatterToCqe, int cqeBytes) {
    public static final String SCATTER_TO_CQE = "MLX5_SCATTER_TO_CQE";
    public static final String CQE_SIZE = "MLX5_CQE_SIZE";

    static final int LARGE_CQE = 2 * Cqe.BYTES;
    /** The options of a device that does atomics, when none is set. */
    public static final UserOptions DEFAULT = new UserOptions(true, true, Cqe.BYTES);

    private static final String OFF = "0";

    /**
     * Options as a host's configuration has them.
     *
     * @param value of an option by name
     * @return the options
     */
    public static UserOptions of(Function<String, Optional<String>> value) {
        boolean off = value.apply(SCATTER_TO_CQE).filter(OFF::equals).isPresent();
        return new UserOptions(
                true, !off, value.apply(CQE_SIZE).map(UserOptions::number).orElse(Cqe.BYTES));
    }

    /** Anything but digits is no size either. */
    private static int number(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    UserOptions withAtomics(boolean does) {
        return new UserOptions(does, scatterToCqe, cqeBytes);
    }

    boolean hasCqeSize() {
        return cqeBytes == Cqe.BYTES || cqeBytes == LARGE_CQE;
    }

    /** What the kernel half is told of small data: a flag of the program beats the driver option. */
    int scatterFlags(DvQpOptions direct) {
        boolean disables = direct.flags().contains(DvQpFlag.DISABLE_SCATTER_TO_CQE);
        boolean allows = direct.flags().contains(DvQpFlag.ALLOW_SCATTER_TO_CQE);
        if (disables && allows) {
            throw new VerbsException(
                    MlxRule.SCATTER_FLAGS.errno(),
                    MlxRule.SCATTER_FLAGS,
                    direct.flags().toString());
        }
        if (allows) {
            return QpUdata.SCATTER_TO_CQE | QpUdata.ALLOW_SCATTER_TO_CQE;
        }
        return scatterToCqe && !disables ? QpUdata.SCATTER_TO_CQE : 0;
    }
}
