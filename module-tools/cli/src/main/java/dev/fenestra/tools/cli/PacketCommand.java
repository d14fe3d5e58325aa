package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.PacketDecoder;
import picocli.CommandLine.Command;

/** {@code fenestra packet}. */
@Command(
        name = "packet",
        description = "Takes a packet apart: an Ethernet frame, or the transport headers from the BTH on.")
final class PacketCommand extends DecodeCommand {
    PacketCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws DecodeException {
        return PacketDecoder.decode(input);
    }
}
