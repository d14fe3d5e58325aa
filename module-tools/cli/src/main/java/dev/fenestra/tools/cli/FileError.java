package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.Reason;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Says in one sentence which file or program a command cannot use, or what the system refuses. Any other exception of a
 * command is a defect, and is passed on unchanged.
 */
final class FileError implements IExecutionExceptionHandler {
    private static final int REFUSED = 1;
    private static final int BAD_INPUT = 2;

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) throws Exception {
        return switch (thrown) {
            case OutputException unwritable -> say(command, String.valueOf(unwritable.getMessage()), REFUSED);
            case IOException refused ->
                say(command, "the system refuses a file or a process: " + Reason.of(refused), REFUSED);
            case InputException unusable -> say(command, String.valueOf(unusable.getMessage()), BAD_INPUT);
            case SnapshotException unread -> say(command, String.valueOf(unread.getMessage()), BAD_INPUT);
            default -> throw thrown;
        };
    }

    private static int say(CommandLine command, String sentence, int exitCode) {
        command.getOut().flush();
        command.getErr().println("fenestra: " + sentence + ".");
        return exitCode;
    }
}
