package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.udp.ExposedPort.Area;
import dev.fenestra.hw.sim.roce.udp.ExposedPort.Target;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Service;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.Capture;
import dev.fenestra.hw.sim.testing.Repeats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Packets of the captures, and of XRC, each readdressed to a QP of ours and then changed in a few random
 * places; most get a right ICRC again. Nothing is thrown; what is not taken is counted and changes no byte; what is
 * taken changes nothing that it may not. A failure names its seed and round.
 */
class MutatedPacketTest {
    private static final int ETHERNET = 14;
    private static final int IPV4_UDP = 28;
    private static final int IPV6_UDP = 48;
    private static final int IPV6_TYPE = 0x86;
    /** Packets before all QPs are as at first again, whatever has happened. */
    private static final int ROUND = 128;

    private static final int SERVICE = 0xe0;

    private final Map<Target, Integer> psns = new EnumMap<>(Target.class);
    private final byte[] datagram = new byte[66_000];
    private int bytes;
    private int taken;

    /** The datagrams of all captures. */
    private static List<byte[]> packets() throws IOException {
        List<byte[]> packets = new ArrayList<>();
        for (Capture capture : Capture.all()) {
            for (byte[] frame : capture.frames()) {
                int at = ETHERNET + ((frame[12] & 0xff) == IPV6_TYPE ? IPV6_UDP : IPV4_UDP);
                boolean roce = frame.length > at + Bth.BYTES
                        && ((frame[at - 6] & 0xff) << 8 | frame[at - 5] & 0xff) == NetworkHeaders.ROCE_PORT;
                if (roce) {
                    packets.add(Arrays.copyOfRange(frame, at, frame.length));
                }
            }
        }
        return packets;
    }

    /** Requests of XRC, which no capture has: of every opcode one that fills a packet and one that does not. */
    private static List<byte[]> extended(ExposedPort port) {
        List<byte[]> packets = new ArrayList<>();
        byte[] datagram = new byte[2 * ExposedPort.MTU];
        for (WireOpcode opcode : WireOpcode.values()) {
            if ((opcode.number() & SERVICE) == Service.XRC && opcode.has(OpcodeMask.REQUEST)) {
                for (int payload : new int[] {64, ExposedPort.MTU}) {
                    int length = opcode.headerBytes() + payload + Icrc.BYTES;
                    PacketBytes.write(datagram, port, opcode.number(), Target.XRC, length, 0, ExposedPort.PSN);
                    PacketBytes.length(datagram, opcode.number(), payload);
                    port.seal(datagram, length);
                    packets.add(Arrays.copyOf(datagram, length));
                }
            }
        }
        return packets;
    }

    private static Target targetOf(int opcode) {
        if ((WireOpcode.maskOf(opcode) & OpcodeMask.RESPONSE) != 0) {
            return Target.ASKER;
        }
        return switch (opcode & SERVICE) {
            case Service.UC -> Target.UC;
            case Service.UD -> Target.UD;
            case Service.XRC -> Target.XRC;
            default -> Target.RC;
        };
    }

    /** Makes a captured packet one that a QP of ours would take. */
    private Target readdress(ExposedPort port, byte[] packet, SplittableRandom random) {
        System.arraycopy(packet, 0, datagram, 0, packet.length);
        bytes = packet.length;
        int opcode = Bth.opcode(datagram, 0);
        Target target = targetOf(opcode);
        PacketBytes.qpn(datagram, port.qpn(target));
        PacketBytes.psn(datagram, psns.getOrDefault(target, ExposedPort.PSN) & 0xffffff);
        if (random.nextInt(8) > 0) {
            PacketBytes.key(datagram, opcode, port.open.key());
            PacketBytes.address(datagram, opcode, port.open.address() + random.nextInt(64) * 8L);
        }
        return target;
    }

    private void change(SplittableRandom random) {
        switch (random.nextInt(8)) {
            case 0 -> bytes = random.nextInt(bytes + 1);
            case 1 -> bytes = Math.min(datagram.length, bytes + random.nextInt(1 << random.nextInt(13)));
            case 2 -> datagram[0] = (byte) random.nextInt(0xc0);
            case 3 -> datagram[random.nextInt(Math.max(1, Math.min(bytes, 48)))] = (byte) random.nextInt();
            case 4 -> datagram[1] ^= (byte) (random.nextInt(4) << 4);
            case 5 -> datagram[11] += (byte) (random.nextInt(5) - 2);
            default -> {
                int at = random.nextInt(Math.max(1, Math.min(bytes, 64)));
                datagram[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
        }
    }

    private void offer(ExposedPort port, Target target) {
        long refusals = port.refusals();
        boolean packet = port.deliver(datagram, bytes);
        boolean good = packet && port.verdict() == Verdict.Plain.ACCEPTED;
        List<Area> changed = port.changed();
        if (good) {
            taken++;
            int opcode = Bth.opcode(datagram, 0);
            boolean read = (WireOpcode.maskOf(opcode) & OpcodeMask.READ_REQUEST) != 0;
            psns.merge(target, read ? 0 : 1, (old, more) -> old + more);
            assertTrue(!changed.contains(Area.SECRET) && !changed.contains(Area.READ_ONLY), () -> "changed " + changed);
        } else {
            assertTrue(
                    port.refusals() > refusals,
                    () -> "not counted: " + port.verdict().text());
            boolean placed = packet && isClassJ(port.verdict());
            assertTrue(
                    changed.isEmpty() || placed && changed.equals(List.of(Area.RECEIVES)),
                    () -> "changed " + changed + ": " + port.verdict().text());
        }
        if (!changed.isEmpty()) {
            port.remember();
        }
    }

    private static boolean isClassJ(Verdict verdict) {
        return verdict instanceof Verdict.Refused(HcaRule rule) && rule.id().startsWith("I");
    }

    private void restore(ExposedPort port) {
        for (Target target : List.of(Target.RC, Target.UC, Target.UD, Target.XRC, Target.ASKER)) {
            port.restore(target);
            psns.put(target, ExposedPort.PSN);
        }
    }

    @ParameterizedTest(name = "IPv6: {2}, ICRC {3}")
    @CsvSource({"150, 600, false, STRICT", "50, 200, false, SOLVE", "50, 200, true, STRICT"})
    void shouldSurviveChangedPackets(int usual, int all, boolean ipv6, IcrcCheck check) throws IOException {
        int rounds = 1000 * Repeats.of(usual, all);
        long seed = Long.getLong("fenestra.fuzz.seed", 0x5eed_0006L);
        List<byte[]> packets = packets();
        SplittableRandom random = new SplittableRandom(seed);
        try (ExposedPort port = new ExposedPort(ipv6, check)) {
            packets.addAll(extended(port));
            for (int i = 0; i < rounds; i++) {
                if (i % ROUND == 0) {
                    restore(port);
                }
                Target target = readdress(port, packets.get(random.nextInt(packets.size())), random);
                for (int changes = random.nextInt(4); changes > 0; changes--) {
                    change(random);
                }
                if (random.nextInt(4) > 0 && bytes >= Bth.BYTES + Icrc.BYTES) {
                    port.seal(datagram, bytes);
                }
                try {
                    offer(port, target);
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("round " + i + " with -Dfenestra.fuzz.seed=" + seed, e);
                }
            }
        }
        int least = rounds / 100;
        assertTrue(taken > least, () -> taken + " of " + rounds + " were taken: too few to tell");
    }
}
