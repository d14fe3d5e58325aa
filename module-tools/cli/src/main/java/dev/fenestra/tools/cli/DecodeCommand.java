package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.Reason;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.DecodedJson;
import dev.fenestra.tools.observe.decode.DecodedText;
import dev.fenestra.tools.observe.decode.HexInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common part of the commands that decode bytes. */
@Command(
        exitCodeList = {
            "0:the bytes were decoded",
            "1:the output cannot be written",
            "2:bad usage, or bytes that are not what they should be"
        })
abstract class DecodeCommand implements Callable<Integer> {
    private static final int DECODED = 0;
    private static final int BAD_INPUT = 2;
    private static final String STANDARD_INPUT = "-";

    private final Terminal terminal;

    @Parameters(
            arity = "1..*",
            paramLabel = "HEX",
            description = "The bytes, with or without 0x, spaces and colons; - reads them from standard input.")
    private List<String> words = List.of();

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON.")
    private boolean json;

    DecodeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Decodes the bytes. */
    abstract Decoded decode(byte[] input) throws DecodeException;

    @Override
    public final Integer call() throws InputException {
        try {
            Decoded decoded = decode(HexInput.read(text()));
            terminal.out().print(json ? DecodedJson.of(decoded) : DecodedText.of(decoded));
            return DECODED;
        } catch (DecodeException e) {
            terminal.err().println("fenestra: " + e.getMessage() + ".");
        } catch (IOException e) {
            terminal.err().println("fenestra: standard input cannot be read: " + Reason.of(e) + ".");
        }
        return BAD_INPUT;
    }

    private String text() throws IOException, InputException {
        if (!words.equals(List.of(STANDARD_INPUT))) {
            return String.join(" ", words);
        }
        byte[] digits = terminal.in().readNBytes(InputFile.MAX_BYTES + 1);
        if (digits.length > InputFile.MAX_BYTES) {
            throw new InputException("standard input has more than " + (InputFile.MAX_BYTES >> 20) + " MiB");
        }
        return new String(digits, StandardCharsets.ISO_8859_1);
    }
}
