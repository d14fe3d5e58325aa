package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.RdmaDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The files with the counters of a host's devices. The preloaded library asks for the numbers of the moment each time
 * that a program begins to read such a file. A file is written in place, so a program that keeps it open reads them
 * too.
 */
final class CounterFiles {
    private final List<Folder> folders = new ArrayList<>();
    private final Map<Path, Long> written = new HashMap<>();

    /** The counters of a port that InfiniBand has defined (IBA 16.1.3.5), by what devices count. */
    private enum PortCounter {
        PORT_XMIT_DATA("port_xmit_data", "tx_payload_bytes", 4),
        PORT_XMIT_PACKETS("port_xmit_packets", "tx_packets", 1),
        PORT_RCV_DATA("port_rcv_data", "rx_payload_bytes", 4),
        PORT_RCV_PACKETS("port_rcv_packets", "rx_packets", 1),
        PORT_RCV_ERRORS("port_rcv_errors", "rx_dropped", 1);

        private final String file;
        private final String counted;
        private final int unit;

        PortCounter(String file, String counted, int unit) {
            this.file = file;
            this.counted = counted;
            this.unit = unit;
        }
    }

    /**
     * Where the counters of a device are.
     *
     * @param port folder of its first port
     */
    private record Folder(RdmaDevice device, Path port) {}

    /**
     * Writes the files for the first time.
     *
     * @param tree files of sysfs of the host
     */
    static CounterFiles of(Host host, Path tree) throws IOException {
        CounterFiles files = new CounterFiles();
        for (RdmaDevice device : host.devices().values()) {
            Path port =
                    tree.resolve("sys/class/infiniband").resolve(device.name()).resolve("ports/1");
            if (!device.statistics().isEmpty() && Files.isDirectory(port)) {
                Files.createDirectories(port.resolve("counters"));
                Files.createDirectories(port.resolve("hw_counters"));
                files.folders.add(new Folder(device, port));
            }
        }
        files.refresh();
        return files;
    }

    /** Writes what has changed. */
    synchronized void refresh() throws IOException {
        for (Folder folder : folders) {
            Map<String, Long> counted = folder.device.statistics();
            for (Map.Entry<String, Long> counter : counted.entrySet()) {
                write(folder.port.resolve("hw_counters").resolve(counter.getKey()), counter.getValue());
            }
            for (PortCounter counter : PortCounter.values()) {
                Long value = counted.get(counter.counted);
                if (value != null) {
                    write(folder.port.resolve("counters").resolve(counter.file), value / counter.unit);
                }
            }
        }
    }

    private void write(Path file, long value) throws IOException {
        Long before = written.put(file, value);
        if (before != null && before == value) {
            return;
        }
        byte[] text = (value + "\n").getBytes(StandardCharsets.US_ASCII);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(text), 0);
            channel.truncate(text.length);
        }
    }
}
