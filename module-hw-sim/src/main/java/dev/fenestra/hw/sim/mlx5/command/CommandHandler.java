package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;

/** Executes one kind of command. */
@FunctionalInterface
interface CommandHandler {

    /**
     * Executes the command whose input was gathered.
     *
     * @return why it is refused, or {@link CommandSyndrome#NONE}; a refused command has changed nothing
     */
    CommandSyndrome execute(CommandBuffers buffers);
}
