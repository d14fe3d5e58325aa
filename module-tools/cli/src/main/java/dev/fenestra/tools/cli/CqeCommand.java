package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.decode.CqeDecoder;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import picocli.CommandLine.Command;

/** {@code fenestra cqe}. */
@Command(name = "cqe", description = "Takes a completion queue entry apart.")
final class CqeCommand extends DecodeCommand {
    CqeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws DecodeException {
        return CqeDecoder.decode(input);
    }
}
