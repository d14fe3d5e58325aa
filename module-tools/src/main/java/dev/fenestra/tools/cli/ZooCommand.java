package dev.fenestra.tools.cli;

import dev.fenestra.tools.zoo.Defect;
import dev.fenestra.tools.zoo.Verdict;
import dev.fenestra.tools.zoo.Zoo;
import dev.fenestra.tools.zoo.ZooRun;
import dev.fenestra.tools.zoo.ZooText;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fenestra zoo}. */
@Command(
        name = "zoo",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        description =
                "Builds historic defects into copies of the stack, one at a time, and lets the conformance kit find"
                        + " them.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the kit found every defect",
            "1:a defect survived",
            "2:bad usage, or a defect that is not known"
        })
final class ZooCommand implements Callable<Integer> {
    private static final int KILLED = 0;
    private static final int SURVIVED = 1;
    private static final int BAD_INPUT = 2;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ID",
            description = "Explains one defect, such as window-bounds; default: all, as a table.")
    private @Nullable String id;

    ZooCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<Defect> chosen = Zoo.defects().stream()
                .filter(defect -> id == null || defect.id().equals(id))
                .toList();
        if (chosen.isEmpty()) {
            terminal.err().println("fenestra: no defect " + id + "; fenestra zoo lists all.");
            return BAD_INPUT;
        }
        List<Verdict> verdicts = new ZooRun().runAll(chosen);
        terminal.out().print(id == null ? ZooText.table(verdicts) : ZooText.explain(verdicts.getFirst()));
        return verdicts.stream().allMatch(Verdict::isKilled) ? KILLED : SURVIVED;
    }
}
