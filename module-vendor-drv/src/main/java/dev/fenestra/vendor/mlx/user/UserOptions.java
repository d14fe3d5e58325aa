package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.dv.DvQpFlag;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import java.util.Optional;
import java.util.function.Function;

/**
 * The options of the user half: capabilities of the device, and driver options with the names of the real provider's
 * environment variables.
 *
 * @param atomics whether the device has atomics
 * @param scatterToCqe whether small data may arrive in CQEs; only MLX5_SCATTER_TO_CQE=0 switches it off
 * @param cqeBytes of an entry of new CQs, by MLX5_CQE_SIZE; the driver refuses others than 64 and 128
 */
public record UserOptions(boolean atomics, boolean scatterToCqe, int cqeBytes) {
    public static final String SCATTER_TO_CQE = "MLX5_SCATTER_TO_CQE";
    public static final String CQE_SIZE = "MLX5_CQE_SIZE";

    static final int LARGE_CQE = 2 * Cqe.BYTES;
    /** The default options of a device with atomics. */
    public static final UserOptions DEFAULT = new UserOptions(true, true, Cqe.BYTES);

    private static final String OFF = "0";

    /**
     * The options in a host's configuration.
     *
     * @param value of an option by name
     * @return the options
     */
    public static UserOptions of(Function<String, Optional<String>> value) {
        boolean off = value.apply(SCATTER_TO_CQE).filter(OFF::equals).isPresent();
        return new UserOptions(
                true, !off, value.apply(CQE_SIZE).map(UserOptions::number).orElse(Cqe.BYTES));
    }

    /** A text that is not a number is not a size, either. */
    private static int number(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    UserOptions withAtomics(boolean does) {
        return new UserOptions(does, scatterToCqe, cqeBytes);
    }

    boolean hasCqeSize() {
        return cqeBytes == Cqe.BYTES || cqeBytes == LARGE_CQE;
    }

    /** The flags about small data for the kernel half. A flag of the program overrides the driver option. */
    int scatterFlags(DvQpOptions direct) {
        boolean disables = direct.flags().contains(DvQpFlag.DISABLE_SCATTER_TO_CQE);
        boolean allows = direct.flags().contains(DvQpFlag.ALLOW_SCATTER_TO_CQE);
        if (disables && allows) {
            throw new VerbsException(MlxRule.SCATTER_FLAGS, direct.flags().toString());
        }
        if (allows) {
            return QpUdata.SCATTER_TO_CQE | QpUdata.ALLOW_SCATTER_TO_CQE;
        }
        return scatterToCqe && !disables ? QpUdata.SCATTER_TO_CQE : 0;
    }
}
