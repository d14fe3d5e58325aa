package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fenestra waits}. */
@Command(
        name = "waits",
        description = "Prints who waits for whom in a running program, those who wait longest first: for how long, for"
                + " what, who owes it, and what happened last. On a server, what waits in vain comes at the end. It"
                + " answers also while everything stands still.",
        exitCodeList = {
            "0:the waits were printed, be it none",
            "1:the output cannot be written",
            "2:bad usage, or no program listens"
        })
final class WaitsCommand implements Callable<Integer> {
    private static final int SHOWN = 0;

    private final Terminal terminal;

    @Option(
            names = "--attach",
            paramLabel = "SOCKET",
            description = "Looks at a running program, where it listens (Attach.listen); default: the server that runs"
                    + " here.")
    private @Nullable Path socket;

    WaitsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws SnapshotException {
        terminal.out().print(Attach.waits(SnapshotSource.attached(socket)));
        return SHOWN;
    }
}
