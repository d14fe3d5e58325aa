package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.pcap.Direction;
import dev.fenestra.hw.sim.roce.pcap.PcapngWriter;
import dev.fenestra.hw.sim.roce.wire.RoceFrameWriter;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.cost.CostModel;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Captures the packets of a bench as a pcapng file, with one interface per host. Each packet has a comment: which
 * request it belongs to, and what became of it. On a virtual clock its time is that of a model ({@link PacketTimes}).
 * Behind a limit packets are counted, no longer written. When the stream fails it writes no more, and {@link #close}
 * says why.
 */
public final class PcapTap implements PacketTap, Closeable {
    private static final int MAX_PAYLOAD = 4096;
    /** What becomes of a packet that reaches no port. */
    private static final Set<Verdict> NOWHERE =
            Set.of(Verdict.Plain.LOST, Verdict.Plain.NO_PORT, Verdict.Plain.LEFT, Verdict.Plain.NOT_SENT);

    private final TestBench bench;
    private final long limit;
    private final PcapngWriter writer;
    private final PacketCauses causes;
    private final PacketTimes times = new PacketTimes(CostModel.builtIn());
    private final Map<Gid, Port> ports = new HashMap<>();
    private final RoceFrameWriter frames = new RoceFrameWriter();
    private final byte[] frame = new byte[RoceFrameWriter.MAX_FRAME_BYTES];
    private final byte[] payload = new byte[MAX_PAYLOAD];
    private final Deque<Pending> pending = new ArrayDeque<>();
    private @Nullable IOException failure;
    private long bytes;
    private long written;
    private long skipped;
    private boolean closed;

    /** Where packets leave a host. */
    private record Port(int interfaceNumber, String host) {}

    /** A packet that is not in the file yet, because what becomes of it belongs there too. */
    private static final class Pending {
        private final long serial;
        private final int interfaceNumber;
        private final long nanos;
        private final byte[] frame;
        private final PacketComment comment;
        private @Nullable Verdict verdict;

        Pending(long serial, int interfaceNumber, long nanos, byte[] frame, PacketComment comment) {
            this.serial = serial;
            this.interfaceNumber = interfaceNumber;
            this.nanos = nanos;
            this.frame = frame;
            this.comment = comment;
        }
    }

    private PcapTap(TestBench bench, PcapngWriter writer, PacketCauses causes, long limit) {
        this.bench = bench;
        this.causes = causes;
        this.writer = writer;
        this.limit = limit;
    }

    /**
     * Starts a capture. A bench has one tap at a time.
     *
     * @param bench the bench whose packets are captured
     * @param journal the journal of the bench, which knows the posted requests
     * @param out receives the file
     * @param limit bytes of frames to write
     * @return the tap, to be closed
     * @throws IOException when the head of the file cannot be written
     */
    public static PcapTap on(TestBench bench, Journal journal, OutputStream out, long limit) throws IOException {
        WrittenRequests written = new WrittenRequests();
        PcapTap tap = new PcapTap(bench, new PcapngWriter(out), new PacketCauses(written), limit);
        for (BenchHost host : bench.hosts()) {
            Port port = new Port(tap.writer.addInterface(host.name()), host.name());
            host.kernel()
                    .devices()
                    .values()
                    .forEach(device -> device.ports().gids().values().forEach(gid -> tap.ports.put(gid, port)));
        }
        journal.addSink(written);
        bench.fabric().tap(tap);
        return tap;
    }

    /** {@return the number of packets in the file, including those that are written when it is closed} */
    public synchronized long written() {
        return written;
    }

    /** {@return the number of packets that came after the limit was reached} */
    public synchronized long skipped() {
        return skipped;
    }

    @Override
    public synchronized void packet(Packet packet, long now) {
        writeJudged();
        if (bytes >= limit || failure != null) {
            skipped++;
        } else {
            Gid source = new Gid(packet.sourceGidHigh, packet.sourceGidLow);
            Port port = ports.getOrDefault(source, new Port(0, ""));
            byte[] copy = Arrays.copyOf(frame, frameOf(packet));
            PacketComment comment = causes.of(packet, port.host);
            long nanos = bench.fabric().isRealTime() ? now : times.leaves(port.interfaceNumber, copy.length, now);
            pending.add(new Pending(packet.serial, port.interfaceNumber, nanos, copy, comment));
            bytes += copy.length;
            written++;
        }
    }

    /** The copy of a packet that a link doubled is a packet of its own. */
    @Override
    public synchronized void judged(Packet packet, Verdict verdict, long now) {
        Pending one = find(packet.serial);
        if (one == null && (packet.serial == 0 || bytes >= limit)) {
            return;
        }
        if (one == null || one.verdict != null) {
            packet(packet, now);
            one = pending.peekLast();
        }
        if (one != null && one.serial == packet.serial) {
            one.verdict = verdict;
            Port receiver = ports.get(new Gid(packet.destinationGidHigh, packet.destinationGidLow));
            if (receiver != null && !NOWHERE.contains(verdict)) {
                times.arrives(receiver.interfaceNumber, one.nanos, one.frame.length, now);
            }
        }
    }

    private @Nullable Pending find(long serial) {
        for (Pending one : pending) {
            if (one.serial == serial) {
                return one;
            }
        }
        return null;
    }

    /** Stops capturing and ends the file; throws what kept it from being complete. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        bench.fabric().tap(null);
        pending.forEach(one -> one.verdict = one.verdict == null ? Verdict.Plain.UNDER_WAY : one.verdict);
        writeJudged();
        try (writer) {
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** Writes the oldest packets, up to one that is still under way. */
    private void writeJudged() {
        Pending oldest = pending.peek();
        while (oldest != null && oldest.verdict != null) {
            write(pending.remove(), oldest.verdict);
            oldest = pending.peek();
        }
    }

    private void write(Pending one, Verdict verdict) {
        try {
            writer.packet(
                    one.interfaceNumber,
                    one.nanos,
                    Direction.OUTBOUND,
                    one.frame,
                    0,
                    one.frame.length,
                    one.comment.text(verdict));
        } catch (IOException e) {
            failure = failure == null ? e : failure;
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
                .choose(packet.trafficClass, packet.flowLabel, packet.hopLimit)
                .headers(packet.header, 0, packet.headerBytes)
                .payload(payload, 0, packet.payloadBytes())
                .end();
    }
}
