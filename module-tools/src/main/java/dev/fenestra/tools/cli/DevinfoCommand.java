package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.snapshot.DeviceInfo;
import dev.fenestra.tools.observe.snapshot.DeviceInfoText;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fenestra devinfo}. */
@Command(
        name = "devinfo",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        description = "Shows devices in the manner of ibv_devinfo: those of a running program or of a snapshot, else"
                + " that of a host plugged together for the purpose.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:there are devices, and they were shown",
            "1:the output cannot be written",
            "2:bad usage, no such device, or no snapshot"
        })
final class DevinfoCommand implements Callable<Integer> {
    private static final int SHOWN = 0;
    private static final int BAD_INPUT = 2;

    private final Terminal terminal;

    @Option(
            names = {"-v", "--verbose"},
            description = "Shows all attributes, and the names of capability flags.")
    private boolean verbose;

    @Option(
            names = {"-d", "--ib-dev"},
            paramLabel = "DEVICE",
            description = "Shows this device only: mlx5_0, or alice:mlx5_0 where there are several hosts.")
    private @Nullable String device;

    @Option(names = "--json", description = "Prints all attributes as JSON.")
    private boolean json;

    @Mixin
    private SnapshotSource source = new SnapshotSource();

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    DevinfoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        try {
            return show(source.isGiven() ? source.take() : saved());
        } catch (SnapshotException | MissingProviderException e) {
            return fail(e.getMessage());
        }
    }

    private Snapshot saved() throws InputException, OutputException {
        source.check();
        return source.saved(ofOurs());
    }

    private Snapshot ofOurs() throws InputException {
        try (TestBench bench = providers.bench().hosts(1).build()) {
            return Snapshot.of(bench.hosts());
        }
    }

    private int show(Snapshot snapshot) {
        List<DeviceInfo> devices = snapshot.devices(device);
        if (devices.isEmpty()) {
            return fail(device == null ? "there is no device" : "there is no device " + device);
        }
        if (json) {
            terminal.out().print(DeviceInfoText.json(devices));
        } else {
            devices.forEach(info -> terminal.out().println(DeviceInfoText.of(info, verbose)));
        }
        return SHOWN;
    }

    private int fail(@Nullable String sentence) {
        terminal.err().println("fenestra: " + sentence + ".");
        return BAD_INPUT;
    }
}
