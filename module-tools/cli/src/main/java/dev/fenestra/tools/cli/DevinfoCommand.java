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
        description = "Shows devices in the manner of ibv_devinfo: those of a running program or of a snapshot, else"
                + " that of a host plugged together for the purpose.",
        exitCodeList = {
            "0:there are devices, and they were shown",
            "1:the output cannot be written",
            "2:bad usage, or no snapshot",
            "4:the device has no such port, as ibv_devinfo has it",
            "255:there is no such device, as ibv_devinfo has it"
        })
final class DevinfoCommand implements Callable<Integer> {
    private static final int SHOWN = 0;
    private static final int NO_PORT = 4;
    private static final int NO_DEVICE = 255;

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

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Shows this port only; default: all ports.")
    @Within(least = 1, most = Integer.MAX_VALUE)
    private @Nullable Integer port;

    @Option(
            names = {"-l", "--list"},
            description = "Lists the names of devices only.")
    private boolean list;

    @Option(
            names = {"-j", "--json"},
            description = "Prints all attributes as JSON.")
    private boolean json;

    @Mixin
    private SnapshotSource source = new SnapshotSource();

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    DevinfoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException, SnapshotException {
        try {
            return show(source.isGiven() ? source.take() : saved());
        } catch (MissingProviderException e) {
            throw new InputException(String.valueOf(e.getMessage()));
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
        if (list) {
            terminal.out().print(DeviceInfoText.names(snapshot.devices(null)));
            return SHOWN;
        }
        List<DeviceInfo> devices = snapshot.devices(device);
        if (devices.isEmpty()) {
            return complain(
                    device == null ? "No IB devices found" : "IB device '" + device + "' wasn't found", NO_DEVICE);
        }
        if (devices.stream().anyMatch(info -> port != null && ports(info).isEmpty())) {
            return complain("Invalid port requested for device", NO_PORT);
        }
        List<DeviceInfo> shown = devices.stream()
                .map(info -> new DeviceInfo(info.name(), info.lines(), ports(info)))
                .toList();
        if (json) {
            terminal.out().print(DeviceInfoText.json(shown));
        } else {
            shown.forEach(info -> terminal.out().print(DeviceInfoText.of(info, verbose)));
        }
        return SHOWN;
    }

    private List<DeviceInfo.Port> ports(DeviceInfo info) {
        return info.ports().stream()
                .filter(one -> port == null || one.number() == port)
                .toList();
    }

    /** As the real program says it. */
    private int complain(String sentence, int exitCode) {
        terminal.err().println(sentence);
        return exitCode;
    }
}
