package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import java.util.HashMap;
import java.util.Map;

/** Decodes an entry of the command queue, with the 16 bytes of input and of output inside it. */
public final class CommandEntryDecoder {
    private static final int SIGNED = 0xff;

    private CommandEntryDecoder() {}

    public static Decoded decode(byte[] input) throws DecodeException {
        Bytes bytes = new Bytes(input);
        bytes.need("a command entry", 0, CommandEntry.BYTES);
        if (input.length > CommandEntry.BYTES) {
            throw new DecodeException("a command entry ends at offset " + Bytes.at(CommandEntry.BYTES)
                    + ", but the input goes on to " + Bytes.at(input.length)
                    + " (a command's input or output asks for --in or --out)");
        }
        Map<Field, Meaning> meanings = new HashMap<>(CommandMeanings.ENTRY);
        int sum = bytes.xor(0, CommandEntry.BYTES);
        meanings.put(
                CommandEntry.SIGNATURE,
                value -> value == 0 ? "not signed" : sum == SIGNED ? "right" : "wrong for these 64 bytes");
        int opcode = bytes.getInt(CommandInput.OPCODE, CommandEntry.INPUT_OFFSET);
        return new Section("command entry, " + CommandMeanings.name(opcode), 0, CommandEntry.BYTES)
                .fields(bytes.fields(CommandEntry.LAYOUT, 0, meanings))
                .part(CommandDecoder.inputHeader(bytes, CommandEntry.INPUT_OFFSET))
                .part(CommandDecoder.outputHeader(bytes, CommandEntry.OUTPUT_OFFSET))
                .build();
    }
}
