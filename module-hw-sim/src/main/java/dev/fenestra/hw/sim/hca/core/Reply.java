package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;

/**
 * The answer to a control call.
 *
 * @param refusal why nothing was done, or {@link CommandSyndrome#NONE}
 * @param number of the object that was created: a PD, a QP or a whole key
 */
public record Reply(CommandSyndrome refusal, int number) {

    /** {@return whether the call was refused; then it has changed nothing} */
    public boolean isRefused() {
        return refusal != CommandSyndrome.NONE;
    }
}
