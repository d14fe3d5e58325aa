package dev.fenestra.tools.conformance.junit;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/** What a failed case says in a build of the provider's author. */
final class CaseFailure {
    private static final String OURS = "dev.fenestra.";
    private static final String OF_JUNIT = "org.junit.";

    private CaseFailure() {}

    /**
     * The failure, with the case, what each rule demands, and a command that runs the case once more. Its stack has no
     * frames of the kit; its cause is the exception of the author's code, if there was one.
     *
     * @param failed the result
     * @param driver that was tested
     */
    static AssertionFailedError of(CaseResult.Failed failed, RdmaDriver driver) {
        StringBuilder text = new StringBuilder();
        text.append("case ").append(failed.of().id()).append(", rules ").append(failed.rules());
        text.append(": expected ").append(failed.expected()).append(", seen ").append(failed.seen());
        RuleTable rules = RuleTable.assemble(List.of(driver));
        for (String id : failed.rules()) {
            rules.named(id).stream().findFirst().map(CaseFailure::demand).ifPresent(text::append);
        }
        text.append("\n  again: ./fenestra conformance --provider ").append(driver.name());
        text.append(" --modules ").append(place(driver));
        text.append(" --rule ").append(failed.of().id()).append(" --html case.html");
        AssertionFailedError failure =
                new AssertionFailedError(text.toString(), failed.thrown().orElse(null));
        failure.setStackTrace(authors(failure.getStackTrace()));
        return failure;
    }

    private static String demand(RuleEntry rule) {
        return "\n  " + rule.id() + ": " + rule.text();
    }

    /** Where the classes of the driver are, as the author has built them. */
    private static String place(RdmaDriver driver) {
        CodeSource source = driver.getClass().getProtectionDomain().getCodeSource();
        try {
            URI found = source == null
                    ? URI.create("file:target/classes")
                    : source.getLocation().toURI();
            return found.isOpaque()
                    ? found.getSchemeSpecificPart()
                    : Path.of(found).toString();
        } catch (URISyntaxException unusual) {
            return String.valueOf(unusual.getInput());
        }
    }

    private static StackTraceElement[] authors(StackTraceElement... frames) {
        return Arrays.stream(frames)
                .filter(frame -> !frame.getClassName().startsWith(OURS))
                .filter(frame -> !frame.getClassName().startsWith(OF_JUNIT))
                .toArray(StackTraceElement[]::new);
    }
}
