package dev.fenestra.tools.cli;

import dev.fenestra.tools.lens.Decoded;
import dev.fenestra.tools.lens.LensException;
import dev.fenestra.tools.lens.MkeyDecoder;
import picocli.CommandLine.Command;

/** {@code fenestra mkey}. */
@Command(name = "mkey", description = "Takes an mkey context apart.")
final class MkeyCommand extends LensCommand {
    MkeyCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws LensException {
        return MkeyDecoder.decode(input);
    }
}
