package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.decode.CardFormat;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.ReceiveWqeDecoder;
import dev.fenestra.tools.observe.decode.WqeDecoder;
import dev.fenestra.tools.observe.decode.WqeTransport;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fenestra wqe}. */
@Command(name = "wqe", description = "Takes a work queue entry apart, segment by segment.")
final class WqeCommand extends DecodeCommand {
    @Option(
            names = "--transport",
            paramLabel = "SERVICE",
            description = "Service of its QP: rc, uc, ud or xrc; default: ${DEFAULT-VALUE}.")
    private WqeTransport transport = WqeTransport.RC;

    @Option(names = "--recv", description = "It is of a receive queue.")
    private boolean receive;

    @Option(names = "--srq", description = "It is of a shared receive queue; only with --card.")
    private boolean shared;

    @Mixin
    private CardOption card = new CardOption();

    WqeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    Decoded decode(byte[] input) throws DecodeException {
        Optional<CardFormat> format = card.format();
        if (format.isPresent()) {
            return receive || shared
                    ? format.get().receive(input, shared)
                    : format.get().send(input, transport);
        }
        if (shared) {
            throw new DecodeException("--srq needs --card of another card than mlx5");
        }
        return receive ? ReceiveWqeDecoder.decode(input) : WqeDecoder.decode(input, transport);
    }
}
