package dev.fenestra.tools.cli;

import dev.fenestra.tools.lens.Decoded;
import dev.fenestra.tools.lens.LensException;
import dev.fenestra.tools.lens.PacketLens;
import picocli.CommandLine.Command;

/** {@code fenestra packet}. */
@Command(
        name = "packet",
        description = "Takes a packet apart: an Ethernet frame, or the transport headers from the BTH on.")
final class PacketCommand extends LensCommand {
    PacketCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws LensException {
        return PacketLens.decode(input);
    }
}
