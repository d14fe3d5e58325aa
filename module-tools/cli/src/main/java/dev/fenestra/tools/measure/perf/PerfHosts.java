package dev.fenestra.tools.measure.perf;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The two hosts of a measurement on their link, and the threads that drive them. */
final class PerfHosts implements AutoCloseable {
    private final Deque<AutoCloseableQuietly> toClose = new ArrayDeque<>();
    private final BenchHost[] hosts = new BenchHost[2];
    private @Nullable DatagramLimit datagrams;
    private @Nullable TestBench bench;

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
            if (options.link().isUdp()) {
                overUdp(options.link() == PerfLink.UDP_GSO);
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

    /** A bench that connects them. */
    TestBench bench() {
        return Objects.requireNonNull(bench);
    }

    /** The reference for the UDP link. */
    DatagramLimit datagrams() {
        DatagramLimit found = datagrams;
        if (found == null) {
            found = new DatagramLimit();
            toClose.push(found::close);
            datagrams = found;
        }
        return found;
    }

    private void onOneFabric(PerfOptions options, TestBenchBuilder builder) {
        boolean isAgent = options.mode() == PerfMode.AGENT;
        TestBenchBuilder placed = isAgent ? builder.fabric(Fabric.inRealTime()) : builder;
        TestBench made = built(options.link() == PerfLink.WIRE ? placed.wire() : placed);
        bench = made;
        toClose.push(made::close);
        if (isAgent) {
            toClose.push(FabricAgent.start(made.fabric())::close);
        }
        hosts[0] = made.host("alice");
        hosts[1] = made.host("bob");
    }

    /** Hardware of a driver's own has a wire of its own, which takes neither an agent nor packets. */
    private static TestBench built(TestBenchBuilder hosts) {
        try {
            return hosts.build();
        } catch (IllegalArgumentException unreachable) {
            throw new PerfException(String.valueOf(unreachable.getMessage()), unreachable);
        }
    }

    private void overUdp(boolean gso) {
        for (int i = 0; i < hosts.length; i++) {
            try {
                UdpConfig config =
                        UdpConfig.at(InetAddress.getByAddress(loopback(i + 1))).withGso(gso);
                NetworkHost host = NetworkHost.open(config);
                toClose.push(host::close);
                hosts[i] = host.host();
                bench = host.bench();
            } catch (IOException e) {
                throw new PerfException("a socket of the RoCEv2 port cannot be opened: " + e.getMessage(), e);
            }
        }
    }

    /** Addresses of the loopback network by process, so that two measurements at the same time do not meet. */
    private static byte[] loopback(int host) {
        int pid = (int) ProcessHandle.current().pid();
        return new byte[] {127, (byte) (77 + pid / 250 % 100), (byte) (pid % 250), (byte) host};
    }

    @Override
    public void close() {
        while (!toClose.isEmpty()) {
            toClose.pop().close();
        }
    }
}
