package dev.fenestra.tools.cli;

import dev.fenestra.tools.lens.CqeDecoder;
import dev.fenestra.tools.lens.Decoded;
import dev.fenestra.tools.lens.LensException;
import picocli.CommandLine.Command;

/** {@code fenestra cqe}. */
@Command(name = "cqe", description = "Takes a completion queue entry apart.")
final class CqeCommand extends LensCommand {
    CqeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws LensException {
        return CqeDecoder.decode(input);
    }
}
