package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in a sentence which file a command cannot use. Anything else that comes out of a command is a defect, and stays as it is. */
final class FileError implements IExecutionExceptionHandler {
    private static final int NOT_WRITTEN = 1;
    private static final int BAD_INPUT = 2;

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) throws Exception {
        int exitCode = switch (thrown) {
            case OutputException unwritable -> NOT_WRITTEN;
            case InputException unusable -> BAD_INPUT;
            default -> throw thrown;
        };
        command.getOut().flush();
        command.getErr().println("fenestra: " + thrown.getMessage() + ".");
        return exitCode;
    }
}
