package dev.fenestra.hw.sim.command;

/** Executes one kind of command. */
@FunctionalInterface
interface CommandHandler {

    /**
     * Executes the command whose input was gathered.
     *
     * @return a status of {@link dev.fenestra.hw.sim.manual.CommandStatus}; unless it is OK, nothing has changed
     */
    int execute(CommandBuffers buffers);
}
