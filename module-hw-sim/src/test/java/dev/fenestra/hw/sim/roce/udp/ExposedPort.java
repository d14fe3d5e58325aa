package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.CreateSrq;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.Srqc;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A host whose port is shown datagrams as they come out of a socket, with QPs of every service and state, and memory to
 * be watched.
 */
final class ExposedPort implements AutoCloseable {
    static final int PSN = 0x1000;
    static final int MTU = 1024;
    static final int QKEY = 0x11111111;
    /** Bytes of a posted receive. */
    static final int RECEIVE = 4096;

    /** A QP number of another host, which does not answer. */
    private static final int PEER_QPN = 0x777;

    private static final int SOURCE_PORT = 0xc000;
    private static final QpSetup SETUP = QpSetup.usual().timeout(0).psn(PSN);

    /** What of the host's memory a packet may change. */
    enum Area {
        OPEN,
        RECEIVES,
        LANDING,
        READ_ONLY,
        SECRET
    }

    /** Whom a packet is for. */
    enum Target {
        RC,
        UC,
        UD,
        XRC,
        /** An RC QP that waits for the 3000 bytes of a READ. */
        ASKER,
        RC_RESET,
        RC_INIT,
        RC_ERR,
        NOBODY
    }

    final Fabric fabric = new Fabric();
    final RawHost host;
    final RawRegion open;
    final RawRegion landing;
    final UdpCounters counters = new UdpCounters();
    private final PortGid local;
    private final PortGid remote;
    private final HcaConfig peer;
    private final RawRegion received;
    private final RawRegion readOnly;
    private final RawCq cq;
    private final int pd;
    private final RawQp[] qps = new RawQp[Target.values().length];
    private final int xrcTarget;
    private final int srqn;
    private final DatagramBuffer incoming = new DatagramBuffer();
    private final DatagramReader reader;
    private final List<MemorySegment> pages = new ArrayList<>();
    private final List<Area> areas = new ArrayList<>();
    private final List<MemorySegment> copies = new ArrayList<>();
    private final Icrc icrc = new Icrc();
    private final byte[] scratch = new byte[1 << 17];
    private int moves;
    private Verdict verdict = Verdict.Plain.UNDER_WAY;

    ExposedPort(boolean ipv6) {
        this(ipv6, IcrcCheck.STRICT);
    }

    ExposedPort(boolean ipv6, IcrcCheck check) {
        local = ipv6 ? new PortGid(0xfd09000000000000L, 2) : PortGid.ofIpv4(0x0a000002);
        remote = ipv6 ? new PortGid(0xfd09000000000000L, 1) : PortGid.ofIpv4(0x0a000001);
        peer = HcaConfig.ofIpv4(0).withGid(remote.high(), remote.low());
        reader = new DatagramReader(check, counters, incoming);
        reader.packet().fromOutside = true;
        host = new RawHost(HcaConfig.ofIpv4(0).withGid(local.high(), local.low()), fabric);
        pd = host.pd();
        cq = host.cq();
        open = watched(Area.OPEN, host.region(pd, 0x10000, 4096, RawHost.ALL_RIGHTS, 0));
        received = watched(Area.RECEIVES, host.region(pd, 0x20000, RECEIVE, RawHost.LOCAL_WRITE, 0));
        landing = watched(Area.LANDING, host.region(pd, 0x30000, 4096, RawHost.LOCAL_WRITE, 0));
        readOnly =
                watched(Area.READ_ONLY, host.region(pd, 0x40000, 4096, RawHost.LOCAL_WRITE | RawHost.REMOTE_READ, 0));
        watched(Area.SECRET, host.region(host.pd(), 0x10000, 4096, RawHost.ALL_RIGHTS, 0));
        for (Target target : Target.values()) {
            qps[target.ordinal()] = switch (target) {
                case UC -> host.qp(Qpc.SERVICE_UC, pd, cq, cq);
                case UD -> host.qp(Qpc.SERVICE_UD, pd, cq, cq);
                default -> host.qp(pd, cq, cq);
            };
        }
        int domain =
                RawHost.good(host.commands.execute(CommandOpcode.ALLOC_XRCD, 0)).object();
        srqn = xrcSrq(domain);
        xrcTarget = xrcTarget(domain);
        to(CommandOpcode.RST2INIT_QP, Target.RC_INIT);
        to(CommandOpcode.RST2INIT_QP, Target.RC_ERR);
        RawHost.good(host.commands.execute(CommandOpcode.TO_ERR_QP, qpn(Target.RC_ERR)));
        for (Target target : List.of(Target.RC, Target.UC, Target.UD, Target.XRC, Target.ASKER)) {
            connect(target);
        }
        host.hca.observe(new StateWatch());
        fabric.tap(new PacketTap() {
            @Override
            public void packet(Packet packet, long now) {}

            @Override
            public void judged(Packet packet, Verdict what, long now) {
                verdict = what;
            }
        });
        remember();
    }

    /** Counts changes of state. */
    private final class StateWatch implements HcaObserver {
        @Override
        public void command(int opcode, int status) {}

        @Override
        public void doorbell(int qpn) {}

        @Override
        public void wqeFetched(int qpn, int index, int opcode, int octowords) {}

        @Override
        public void keyChanged(KeyChange change, int key) {}

        @Override
        public void translationsWritten(int count) {}

        @Override
        public void packetSent(byte[] header, int headerBytes, int payloadBytes) {}

        @Override
        public void packetReceived(byte[] header, int headerBytes, int payloadBytes) {}

        @Override
        public void completion(int cqn, int qpn, CompletionKind kind, CompletionStatus status) {}

        @Override
        public void qpState(int qpn, QpState state) {
            moves++;
        }
    }

    private RawRegion watched(Area area, RawRegion region) {
        region.pattern(0, region.pages().length * RawMemory.PAGE);
        for (long page : region.pages()) {
            pages.add(host.memory.segment(page).asSlice(host.memory.offset(page), RawMemory.PAGE));
            copies.add(MemorySegment.ofArray(new byte[RawMemory.PAGE]));
            areas.add(area);
        }
        return region;
    }

    private int xrcSrq(int domain) {
        MemorySegment in = host.srqInput(pd, host.memory.page(), host.memory.page());
        CommandInput.OPCODE.set(in, 0, CommandOpcode.CREATE_XRC_SRQ.code());
        Srqc.XRC_DOMAIN.set(in, CreateSrq.SRQC_OFFSET, domain);
        Srqc.CQN.set(in, CreateSrq.SRQC_OFFSET, cq.number());
        return RawHost.good(host.commands.execute(in, 16)).object();
    }

    private int xrcTarget(int domain) {
        MemorySegment in = RawCommands.input(CommandOpcode.CREATE_QP, 0, CreateQp.BYTES);
        Qpc.SERVICE.set(in, CreateQp.QPC_OFFSET, Qpc.SERVICE_XRC);
        Qpc.NO_SEND_QUEUE.set(in, CreateQp.QPC_OFFSET, 1);
        Qpc.RECEIVES.set(in, CreateQp.QPC_OFFSET, Qpc.RECEIVES_NONE);
        Qpc.XRC_DOMAIN.set(in, CreateQp.QPC_OFFSET, domain);
        return RawHost.good(host.commands.execute(in, 16)).object();
    }

    private void to(CommandOpcode step, Target target) {
        MemorySegment in = SETUP.input(step, qpn(target), PEER_QPN, peer);
        Qpc.QKEY.set(in, CreateQp.QPC_OFFSET, QKEY);
        RawHost.good(host.commands.execute(in, 16));
    }

    private void connect(Target target) {
        to(CommandOpcode.RST2INIT_QP, target);
        to(CommandOpcode.INIT2RTR_QP, target);
        to(CommandOpcode.RTR2RTS_QP, target);
        RawQp qp = qps[target.ordinal()];
        if (target == Target.ASKER) {
            qp.post(Wqe.read(0x5000, 0x77).sge(landing, 0, 3000));
            fabric.progress();
        } else if (target != Target.XRC) {
            qp.receive(received, 0, RECEIVE);
            qp.receive(received, 0, RECEIVE);
        }
    }

    /** Takes a QP back to where it was at first. */
    void restore(Target target) {
        RawHost.good(host.commands.execute(CommandOpcode.TO_RST_QP, qpn(target)));
        qps[target.ordinal()].forget();
        cq.drain();
        connect(target);
    }

    int qpn(Target target) {
        return switch (target) {
            case NOBODY -> 0x123456;
            case XRC -> xrcTarget;
            default -> qps[target.ordinal()].number();
        };
    }

    PortGid remote() {
        return remote;
    }

    /** How often a QP changed its state by itself or by command. */
    int moves() {
        return moves;
    }

    int srqn() {
        return srqn;
    }

    int readOnlyKey() {
        return readOnly.key();
    }

    long readOnlyAddress() {
        return readOnly.address();
    }

    HcaCounters deviceCounters() {
        return host.hca.counters();
    }

    /** Stores the right ICRC for a datagram of a length. */
    void seal(byte[] datagram, int bytes) {
        int ipBytes = NetworkHeaders.ipBytes(remote.high(), remote.low(), local.high(), local.low());
        int at = NetworkHeaders.write(
                scratch, 0, remote.high(), remote.low(), local.high(), local.low(), SOURCE_PORT, bytes);
        System.arraycopy(datagram, 0, scratch, at, bytes);
        Icrc.write(datagram, bytes - Icrc.BYTES, icrc.compute(scratch, 0, ipBytes, at + bytes - Icrc.BYTES));
    }

    /** Gives the port a datagram from its peer; false when it is no packet. */
    boolean deliver(byte[] datagram, int bytes) {
        return deliver(datagram, bytes, remote);
    }

    boolean deliver(byte[] datagram, int bytes, PortGid source) {
        MemorySegment.copy(datagram, 0, incoming.memory, ValueLayout.JAVA_BYTE, DatagramBuffer.ARRIVAL, bytes);
        if (!reader.read(
                DatagramBuffer.ARRIVAL, bytes, remote.high(), remote.low(), local.high(), local.low(), SOURCE_PORT)) {
            return false;
        }
        Packet packet = reader.packet();
        packet.sourceGidHigh = source.high();
        packet.sourceGidLow = source.low();
        packet.destinationPort = 0;
        fabric.link().transmit(packet, fabric.now());
        return true;
    }

    /** What became of the packet delivered last. */
    Verdict verdict() {
        return verdict;
    }

    /** Takes all memory as it is now to be right. */
    void remember() {
        for (int i = 0; i < pages.size(); i++) {
            copies.get(i).copyFrom(pages.get(i));
        }
    }

    /** Areas that have changed since they were remembered. */
    List<Area> changed() {
        List<Area> changed = List.of();
        for (int i = 0; i < pages.size(); i++) {
            if (copies.get(i).mismatch(pages.get(i)) >= 0) {
                changed = changed.isEmpty() ? new ArrayList<>() : changed;
                changed.add(areas.get(i));
            }
        }
        return changed;
    }

    /** Everything that counts packets that were not taken. */
    long refusals() {
        HcaCounters device = deviceCounters();
        return device.packetsDropped
                + device.refusals
                + device.duplicateRequests
                + device.outOfSequence
                + device.rnrNaksSent
                + counters.malformed
                + counters.wrongIcrcs;
    }

    @Override
    public void close() {
        host.close();
    }
}
