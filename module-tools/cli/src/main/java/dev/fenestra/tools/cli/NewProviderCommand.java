package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.provider.ProviderException;
import dev.fenestra.tools.provider.ProviderName;
import dev.fenestra.tools.provider.ProviderProject;
import dev.fenestra.tools.provider.ProviderTemplate;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra new-provider}. */
@Command(
        name = "new-provider",
        description = "Writes a Maven project with a small provider of your own, which passes the conformance kit.",
        exitCodeList = {
            "0:the project was written",
            "1:it cannot be written",
            "2:bad usage, or a folder that cannot take it"
        })
final class NewProviderCommand implements Callable<Integer> {
    private static final int WRITTEN = 0;
    private static final int BAD_INPUT = 2;

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the provider: lower-case letters and digits.")
    private String name = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Where to write it; must be missing or empty. Default: a folder of its name.")
    private @Nullable Path folder;

    @Option(
            names = "--from",
            paramLabel = "card|skeleton",
            description = "card: a whole card of its own; skeleton: queues around the engine of the simulator, on what"
                    + " all drivers share. Default: card.")
    private ProviderTemplate template = ProviderTemplate.CARD;

    NewProviderCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws OutputException {
        Path target = folder == null ? Path.of(name) : folder;
        try {
            ProviderProject.write(template, ProviderName.of(name), target);
        } catch (ProviderException e) {
            terminal.err().println("fenestra: " + e.getMessage());
            return BAD_INPUT;
        }
        terminal.out().printf("Wrote %s. There, after \"mvn install\" here:%n%n    mvn verify%n%n", target);
        terminal.out().println("Its README says what to change first.");
        return WRITTEN;
    }
}
