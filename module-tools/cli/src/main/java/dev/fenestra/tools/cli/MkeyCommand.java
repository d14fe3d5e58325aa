package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.MkeyDecoder;
import picocli.CommandLine.Command;

/** {@code fenestra mkey}. */
@Command(name = "mkey", description = "Takes an mkey context apart.")
final class MkeyCommand extends DecodeCommand {
    MkeyCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws DecodeException {
        return MkeyDecoder.decode(input);
    }
}
