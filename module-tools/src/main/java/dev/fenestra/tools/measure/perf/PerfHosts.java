package dev.fenestra.tools.measure.perf;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.hw.sim.udp.UdpConfig;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.measure.figures.BareDatagrams;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The two hosts of a measurement on their link, and the threads that drive them. */
final class PerfHosts implements AutoCloseable {
    /** These ports differ from those of a pingpong that runs at the same time. */
    private static final byte[][] LOOPBACK = {{127, 0, 77, 1}, {127, 0, 77, 2}};

    private final Deque<AutoCloseableQuietly> toClose = new ArrayDeque<>();
    private final BenchHost[] hosts = new BenchHost[2];
    private @Nullable BareDatagrams datagrams;

    private interface AutoCloseableQuietly {
        void close();
    }

    /**
     * @param builder of the hosts on one fabric
     * @param memory bytes that each host needs
     */
    PerfHosts(PerfOptions options, TestBenchBuilder builder, long memory) {
        boolean open = false;
        try {
            if (options.link() == PerfLink.UDP) {
                overUdp();
            } else {
                onOneFabric(options, builder.hostConfig(host -> host.withMemory(memory)));
            }
            open = true;
        } finally {
            if (!open) {
                close();
            }
        }
    }

    BenchHost one() {
        return hosts[0];
    }

    BenchHost other() {
        return hosts[1];
    }

    /** The reference for the UDP link. */
    BareDatagrams datagrams() {
        BareDatagrams found = datagrams;
        if (found == null) {
            found = new BareDatagrams();
            toClose.push(found::close);
            datagrams = found;
        }
        return found;
    }

    private void onOneFabric(PerfOptions options, TestBenchBuilder builder) {
        boolean isAgent = options.mode() == PerfMode.AGENT;
        Fabric fabric = isAgent ? Fabric.inRealTime() : new Fabric();
        TestBenchBuilder placed = builder.fabric(fabric);
        TestBench bench = (options.link() == PerfLink.WIRE ? placed.wire() : placed).build();
        toClose.push(bench::close);
        if (isAgent) {
            toClose.push(FabricAgent.start(fabric)::close);
        }
        hosts[0] = bench.host("alice");
        hosts[1] = bench.host("bob");
    }

    private void overUdp() {
        for (int i = 0; i < LOOPBACK.length; i++) {
            try {
                NetworkHost host = NetworkHost.open(UdpConfig.at(InetAddress.getByAddress(LOOPBACK[i])));
                toClose.push(host::close);
                hosts[i] = host.host();
            } catch (IOException e) {
                throw new PerfException("a socket of the RoCEv2 port cannot be opened: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        while (!toClose.isEmpty()) {
            toClose.pop().close();
        }
    }
}
