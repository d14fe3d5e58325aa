package dev.fenestra.tools.routes;

import dev.fenestra.tools.bridge.RegisteringClient;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A command of a C program, which the uverbs bridge takes from the memory that it shares with the program. */
final class CommandTrip {
    /** From the command that was read to the answer. On the way it asks the program what memory that has. */
    private static final Span SERVED =
            new Span("Connections.answer", "Message.withFollowed", "CallLine.await", "CallBox.read");

    private CommandTrip() {}

    /** {@code ibv_reg_mr} of one page. Its effect is that the device counts the translations. */
    static void make(Rounds rounds) {
        try (RegisteringClient client = RegisteringClient.start()) {
            for (int i = 0; i < rounds.count(); i++) {
                long before = client.translations();
                rounds.go(SERVED, client::register, () -> client.translations() > before);
                client.deregister();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
