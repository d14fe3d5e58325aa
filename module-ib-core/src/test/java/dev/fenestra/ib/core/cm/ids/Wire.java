package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmNetwork;
import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.protocol.CmTimes;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Hosts on one network of datagrams, in virtual time: 1 us a hop, with losses, copies and delays by seed. */
final class Wire {
    static final long HOP = 1_000;

    private final Map<Gid, Node> nodes = new LinkedHashMap<>();
    private final PriorityQueue<Packet> packets = new PriorityQueue<>();
    private final SplittableRandom random;
    private final List<CmAttribute> sent = new ArrayList<>();
    private int lossPercent;
    private int copyPercent;
    private long mostDelay;
    private Predicate<byte[]> dropped = mad -> false;
    private long now;
    private long count;

    private record Packet(long time, long number, Gid source, Gid destination, byte[] mad)
            implements Comparable<Packet> {
        @Override
        public int compareTo(Packet other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }

    Wire() {
        this(0);
    }

    Wire(long seed) {
        random = new SplittableRandom(seed);
    }

    /** From now on, a percentage of datagrams is lost or duplicated, and each is delayed up to a limit. */
    Wire worse(int loss, int copies, long delay) {
        lossPercent = loss;
        copyPercent = copies;
        mostDelay = delay;
        return this;
    }

    /** From now on, these datagrams are lost. */
    void drop(Predicate<byte[]> which) {
        dropped = which;
    }

    void drop(CmAttribute attribute) {
        drop(mad -> CmAttribute.of(mad) == attribute);
    }

    void dropNothing() {
        drop(mad -> false);
    }

    Node host(int ipv4) {
        return host(ipv4, CmTimes.LINUX);
    }

    Node host(int ipv4, CmTimes times) {
        Node node = new Node(ipv4, times);
        nodes.put(node.gid, node);
        return node;
    }

    /** What was sent so far, lost ones included; forgets it. */
    List<CmAttribute> sent() {
        List<CmAttribute> all = List.copyOf(sent);
        sent.clear();
        return all;
    }

    long now() {
        return now;
    }

    /** Delivers all that is under way; time does not pass beyond it. */
    void settle() {
        for (Packet next = packets.peek(); next != null; next = packets.peek()) {
            long alarm = alarm();
            if (alarm < next.time) {
                wake(alarm);
            } else {
                deliver(packets.remove());
            }
        }
    }

    /** Lets time pass, with all that happens meanwhile. */
    void pass(long nanos) {
        long end = now + nanos;
        for (long next = next(); next <= end; next = next()) {
            step();
        }
        now = end;
    }

    /** Goes on until nothing is under way and no alarm is set. */
    void exhaust() {
        while (next() != Long.MAX_VALUE) {
            step();
        }
    }

    private void step() {
        Packet first = packets.peek();
        if (first != null && first.time <= alarm()) {
            deliver(packets.remove());
        } else {
            wake(alarm());
        }
    }

    private long next() {
        Packet first = packets.peek();
        return Math.min(alarm(), first == null ? Long.MAX_VALUE : first.time);
    }

    private long alarm() {
        return nodes.values().stream().mapToLong(node -> node.alarm).min().orElse(Long.MAX_VALUE);
    }

    private void wake(long time) {
        now = Math.max(now, time);
        nodes.values().stream().filter(node -> node.alarm <= now).forEach(node -> {
            node.alarm = Long.MAX_VALUE;
            node.manager.alarm();
        });
    }

    private void deliver(Packet packet) {
        now = Math.max(now, packet.time);
        Node node = nodes.get(packet.destination);
        if (node != null && node.alive) {
            node.manager.receive(node.port(packet.destination), packet.source, packet.mad);
        }
    }

    private void send(Gid source, Gid destination, byte[] mad) {
        sent.add(CmAttribute.of(mad));
        if (dropped.test(mad) || random.nextInt(100) < lossPercent) {
            return;
        }
        int copies = random.nextInt(100) < copyPercent ? 2 : 1;
        for (int n = 0; n < copies; n++) {
            long late = mostDelay == 0 ? 0 : random.nextLong(mostDelay);
            packets.add(new Packet(now + HOP + late, count++, source, destination, mad));
        }
    }

    /** A host with one address or more. */
    final class Node implements CmNetwork {
        final Gid gid;
        final CmPort port;
        final ConnectionManager manager;
        final CmChannelCalls channel;
        private final List<CmPort> ports = new ArrayList<>();
        final Set<Gid> silent = new HashSet<>();
        final Set<Gid> unrouted = new HashSet<>();
        boolean alive = true;
        private long alarm = Long.MAX_VALUE;

        private Node(int ipv4, CmTimes times) {
            gid = Gid.ofIpv4(ipv4);
            port = new CmPort("mlx5_0", 1, 0, gid, 0xfe0000L + ipv4, Mtu.MTU_1024);
            ports.add(port);
            manager = new ConnectionManager(this, times, ipv4);
            channel = manager.open();
        }

        /** One more GID of the same port. */
        void addAddress(Gid another) {
            ports.add(new CmPort(port.device(), port.port(), ports.size(), another, port.guid(), port.mtu()));
            nodes.put(another, this);
        }

        private CmPort port(Gid destination) {
            return ports.stream()
                    .filter(each -> each.gid().equals(destination))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public List<CmPort> ports() {
            return ports;
        }

        @Override
        public Neighbour neighbour(CmPort from, Gid ip) {
            if (unrouted.contains(ip)) {
                return Neighbour.NO_ROUTE;
            }
            return nodes.containsKey(ip) && !silent.contains(ip) ? Neighbour.ANSWERS : Neighbour.SILENT;
        }

        @Override
        public void send(CmPath path, byte[] mad) {
            if (alive) {
                Wire.this.send(path.from().gid(), path.destination(), mad);
            }
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void wakeAt(long time) {
            alarm = Math.min(alarm, time);
        }

        /** It answers nothing any more. */
        void die() {
            alive = false;
            alarm = Long.MAX_VALUE;
        }
    }
}
