package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.EqeDecoder;
import picocli.CommandLine.Command;

/** {@code fenestra eqe}. */
@Command(name = "eqe", description = "Takes an event queue entry apart.")
final class EqeCommand extends DecodeCommand {
    EqeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws DecodeException {
        return EqeDecoder.decode(input);
    }
}
