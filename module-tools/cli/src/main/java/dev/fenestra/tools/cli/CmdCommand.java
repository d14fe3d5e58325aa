package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.tools.observe.decode.CommandDecoder;
import dev.fenestra.tools.observe.decode.CommandEntryDecoder;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fenestra cmd}. */
@Command(name = "cmd", description = "Takes an entry of the command queue apart, or a command's input or output.")
final class CmdCommand extends DecodeCommand {
    @ArgGroup
    private @Nullable Side side;

    /** Which part of a command the bytes are. */
    static final class Side {
        @Option(names = "--in", required = true, description = "They are a command's whole input.")
        private boolean input;

        @Option(
                names = "--out",
                required = true,
                paramLabel = "OPCODE",
                description = "They are the whole output of this command, such as QUERY_MKEY.")
        private @Nullable CommandOpcode output;
    }

    CmdCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] bytes) throws DecodeException {
        if (side == null) {
            return CommandEntryDecoder.decode(bytes);
        }
        return side.output == null ? CommandDecoder.input(bytes) : CommandDecoder.output(bytes, side.output);
    }
}
