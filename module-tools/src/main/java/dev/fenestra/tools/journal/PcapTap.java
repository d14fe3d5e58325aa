package dev.fenestra.tools.journal;

import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.fabric.PacketTap;
import dev.fenestra.hw.sim.pcap.Direction;
import dev.fenestra.hw.sim.pcap.PcapngWriter;
import dev.fenestra.hw.sim.wire.Gid;
import dev.fenestra.hw.sim.wire.RoceFrameWriter;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Captures the packets of a bench as a pcapng file, with one interface per host. Behind a limit packets are counted,
 * no longer written. When the stream fails it writes no more, and {@link #close} says why.
 */
public final class PcapTap implements PacketTap, Closeable {
    private static final int MAX_PAYLOAD = 4096;

    private final TestBench bench;
    private final long limit;
    private final PcapngWriter writer;
    private final Map<Gid, Integer> interfaces = new HashMap<>();
    private final RoceFrameWriter frames = new RoceFrameWriter();
    private final byte[] frame = new byte[RoceFrameWriter.MAX_FRAME_BYTES];
    private final byte[] payload = new byte[MAX_PAYLOAD];
    private @Nullable IOException failure;
    private long bytes;
    private long written;
    private long skipped;

    private PcapTap(TestBench bench, PcapngWriter writer, long limit) {
        this.bench = bench;
        this.writer = writer;
        this.limit = limit;
    }

    /**
     * Begins to capture; the bench has one tap at a time.
     *
     * @param limit bytes of frames to write
     */
    public static PcapTap on(TestBench bench, OutputStream out, long limit) throws IOException {
        PcapTap tap = new PcapTap(bench, new PcapngWriter(out), limit);
        for (BenchHost host : bench.hosts()) {
            HcaConfig config = host.hca().config();
            Gid gid = new Gid(config.gidHigh(), config.gidLow());
            tap.interfaces.put(gid, tap.writer.addInterface(host.name()));
        }
        bench.fabric().tap(tap);
        return tap;
    }

    /** Packets in the file. */
    public synchronized long written() {
        return written;
    }

    /** Packets that came after the limit was reached. */
    public synchronized long skipped() {
        return skipped;
    }

    @Override
    public synchronized void packet(Packet packet, long now) {
        if (bytes >= limit || failure != null) {
            skipped++;
            return;
        }
        int length = frameOf(packet);
        try {
            int from = interfaces.getOrDefault(new Gid(packet.sourceGidHigh, packet.sourceGidLow), 0);
            writer.packet(from, now, Direction.OUTBOUND, frame, 0, length, null);
            bytes += length;
            written++;
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Stops capturing and ends the file; throws what kept it from being complete. */
    @Override
    public synchronized void close() throws IOException {
        bench.fabric().tap(null);
        try (writer) {
            if (failure != null) {
                throw failure;
            }
        }
    }

    private int frameOf(Packet packet) {
        packet.copyPayload(payload, 0);
        return frames.begin(
                        frame,
                        0,
                        packet.sourceGidHigh,
                        packet.sourceGidLow,
                        packet.destinationGidHigh,
                        packet.destinationGidLow,
                        packet.udpSourcePort)
                .headers(packet.header, 0, packet.headerBytes)
                .payload(payload, 0, packet.payloadBytes())
                .end();
    }
}
