package dev.fenestra.benchmarks;

import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.tools.measure.figures.BareDatagrams;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Scanner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * WRITEs of 64 KiB to another process over a UDP socket of the loopback interface, a few in flight, beside as many bare
 * datagrams.
 */
public class UdpLoopback extends Run {
    private static final int BYTES = 1 << 16;
    private static final int IN_FLIGHT = 2;
    private static final int MEMORY = IN_FLIGHT * BYTES;
    private static final int ROUNDS = 16;
    private static final int MTU = 4096;

    private final Runnable sendBare = this::sendBare;
    private final Runnable writeAll = this::writeAll;
    private BareDatagrams bare;
    private Process peer;
    private PrintWriter toPeer;
    private NetworkHost host;
    private Side side;
    private long remote;
    private int rkey;

    @Setup
    public void open() throws IOException {
        // Addresses of the loopback network by process, so that two runs do not meet.
        long pid = ProcessHandle.current().pid();
        String network = "127." + (1 + pid / 250 % 250) + "." + (1 + pid % 250) + ".";
        peer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UdpPeer.class.getName(),
                        network + 2,
                        String.valueOf(MEMORY),
                        String.valueOf(gso()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        host = NetworkHost.openWithoutAgent(
                UdpConfig.at(InetAddress.getByName(network + 1)).withGso(gso()));
        side = new Side(host.host(), MEMORY);
        Scanner fromPeer = new Scanner(peer.inputReader());
        side.qp.connect(UdpPeer.endpoint(fromPeer), UdpPeer.PATIENT);
        remote = fromPeer.nextLong();
        rkey = fromPeer.nextInt();
        toPeer = new PrintWriter(peer.outputWriter(), true);
        toPeer.println(UdpPeer.describe(side.qp.endpoint()));
        fromPeer.next();
        bare = new BareDatagrams();
    }

    /** Whether the system gets several packets as one. */
    boolean gso() {
        return false;
    }

    @TearDown
    public void close() {
        bare.close();
        toPeer.close();
        peer.onExit().join();
        host.close();
    }

    @Benchmark
    public void write(Compared compared) {
        compared.run(sendBare, writeAll);
    }

    private void sendBare() {
        bare.messages(ROUNDS * IN_FLIGHT, BYTES, MTU, false);
    }

    private void writeAll() {
        for (int i = 0; i < IN_FLIGHT; i++) {
            post(i);
        }
        for (int i = 0; i < (ROUNDS - 1) * IN_FLIGHT; i++) {
            side.await(1);
            post(i % IN_FLIGHT);
        }
        side.await(IN_FLIGHT);
    }

    private void post(int slot) {
        side.builder
                .start()
                .request(slot, SendFlag.SIGNALED)
                .rdmaWrite(rkey, remote + (long) slot * BYTES)
                .sge(side.region, side.memory.address() + (long) slot * BYTES, BYTES);
        side.complete();
    }
}
