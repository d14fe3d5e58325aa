package dev.fenestra.tools.cli;

import dev.fenestra.tools.lens.Decoded;
import dev.fenestra.tools.lens.EqeDecoder;
import dev.fenestra.tools.lens.LensException;
import picocli.CommandLine.Command;

/** {@code fenestra eqe}. */
@Command(name = "eqe", description = "Takes an event queue entry apart.")
final class EqeCommand extends LensCommand {
    EqeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws LensException {
        return EqeDecoder.decode(input);
    }
}
