package dev.fenestra.benchmarks;

import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Scanner;

/** The other process: memory that may be written, until standard input ends. */
public final class UdpPeer {
    /** 268 ms before something is sent again: on a busy machine a process may not run for long. */
    static final ConnectOptions PATIENT = ConnectOptions.DEFAULT.withTimeout(16);

    private UdpPeer() {}

    /**
     * Says on standard output how it is reached, and reads from standard input how its peer is.
     *
     * @param args own address, bytes of memory, whether the system gets several packets as one
     */
    public static void main(String[] args) throws IOException {
        UdpConfig config = UdpConfig.at(InetAddress.getByName(args[0])).withGso(Boolean.parseBoolean(args[2]));
        try (NetworkHost host = NetworkHost.open(config)) {
            Side side = new Side(host.host(), Long.parseLong(args[1]));
            System.out.println(describe(side.qp.endpoint()) + " " + side.memory.address() + " " + side.region.rkey());
            Scanner in = new Scanner(System.in);
            side.qp.connect(endpoint(in), PATIENT);
            System.out.println("connected");
            while (in.hasNextLine()) {
                in.nextLine();
            }
        }
    }

    static String describe(QpEndpoint endpoint) {
        Gid gid = endpoint.gid();
        return endpoint.qpNumber() + " " + gid.high() + " " + gid.low() + " " + endpoint.psn();
    }

    static QpEndpoint endpoint(Scanner in) {
        return new QpEndpoint(in.nextInt(), new Gid(in.nextLong(), in.nextLong()), in.nextInt());
    }
}
