package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.decode.CardFormat;
import dev.fenestra.tools.observe.decode.CqeDecoder;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fenestra cqe}. */
@Command(name = "cqe", description = "Takes a completion queue entry apart.")
final class CqeCommand extends DecodeCommand {
    @Mixin
    private CardOption card = new CardOption();

    CqeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws DecodeException {
        Optional<CardFormat> format = card.format();
        return format.isPresent() ? format.get().completion(input) : CqeDecoder.decode(input);
    }
}
