package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.capture.CaptureCheck;
import dev.fenestra.tools.observe.capture.CaptureReader;
import dev.fenestra.tools.observe.capture.CaptureText;
import dev.fenestra.tools.observe.capture.CaptureText.Checked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra capture check}. */
@Command(
        name = "check",
        description = "Puts the requests of captures together again, and names each packet that broke a rule.",
        exitCodeList = {
            "0:no packet broke a rule",
            "1:a packet broke a rule, or the output cannot be written",
            "2:bad usage, or a file that is no capture"
        })
final class CaptureCheckCommand implements Callable<Integer> {
    private static final int CLEAN = 0;
    private static final int BROKEN = 1;

    private final Terminal terminal;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "pcap or pcapng files.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON.")
    private boolean json;

    CaptureCheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException {
        List<Checked> all = new ArrayList<>();
        for (Path file : files) {
            all.add(new Checked(file, CaptureCheck.check(CaptureReader.read(file))));
        }
        if (json) {
            terminal.out().print(CaptureText.json(all));
        } else {
            all.forEach(one -> terminal.out().print(CaptureText.lines(one.file(), one.found())));
        }
        return all.stream().allMatch(one -> one.found().isClean()) ? CLEAN : BROKEN;
    }
}
