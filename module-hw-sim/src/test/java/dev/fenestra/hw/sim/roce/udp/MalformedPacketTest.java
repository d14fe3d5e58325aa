package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.udp.ExposedPort.Area;
import dev.fenestra.hw.sim.roce.udp.ExposedPort.Target;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.roce.wire.Service;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The grid of malformed packets: every opcode, lengths around every border of a header, every kind of QP, and one thing
 * wrong at a time. A packet is taken exactly when nothing is wrong with it. One that is not taken is counted, changes
 * no byte of memory, and, when it is dropped, leaves its QP as it was.
 */
class MalformedPacketTest {
    private static final int MTU = ExposedPort.MTU;
    private static final int MAX_PAYLOAD = 4096;
    private static final int SERVICE = 0xe0;
    private static final Set<Target> RECEIVING = EnumSet.of(Target.RC, Target.UC, Target.UD, Target.XRC);
    /** A SEND_WITH_INV whose key may not be invalidated places its data all the same (IBA 9.9.6.3, class J). */
    private static final Set<HcaRule> CLASS_J = EnumSet.of(HcaRule.I1, HcaRule.I2, HcaRule.I3, HcaRule.I4);

    /** What is wrong with a packet besides its length. */
    private enum Spoiled {
        NOTHING,
        VERSION,
        PARTITION,
        ICRC,
        QP_0,
        QP_1,
        QP_FREE,
        QP_HIGHEST,
        PSN_BEHIND,
        PSN_AHEAD,
        PSN_HALF_WAY,
        KEY_ZERO,
        KEY_STALE,
        KEY_ONES,
        KEY_READ_ONLY,
        LENGTH_SHORT,
        LENGTH_LONG,
        LENGTH_HUGE,
        ADDRESS_BEFORE,
        ADDRESS_WRAPS,
        FOREIGN_PORT
    }

    /** The message that a QP is in the middle of: one packet of {@link #MTU} bytes has come, a second is missing. */
    private enum Midst {
        NOTHING,
        SEND,
        WRITE
    }

    private record Cell(int opcode, Target target, int bytes, int pad, Spoiled spoiled, Midst midst) {
        @Nullable
        WireOpcode row() {
            return WireOpcode.of(opcode);
        }

        boolean has(int mask) {
            return (WireOpcode.maskOf(opcode) & mask) != 0;
        }

        int payload() {
            return bytes - Icrc.BYTES - WireOpcode.headerBytesOf(opcode) - pad;
        }

        boolean isPacket() {
            return row() != null && payload() >= 0 && payload() <= MAX_PAYLOAD && spoiled != Spoiled.ICRC;
        }

        /** Whether a receiver must take it. */
        boolean isGood() {
            return isPacket() && isForTheQp() && followsSequence() && hasRightLength() && isGranted();
        }

        private boolean isForTheQp() {
            boolean spoiledBase =
                    spoiled.ordinal() >= Spoiled.VERSION.ordinal() && spoiled.ordinal() <= Spoiled.QP_HIGHEST.ordinal();
            boolean foreign = spoiled == Spoiled.FOREIGN_PORT && target != Target.UD;
            return RECEIVING.contains(target)
                    && !spoiledBase
                    && !foreign
                    && (opcode & SERVICE) == service(target)
                    && has(OpcodeMask.REQUEST)
                    && !has(OpcodeMask.FLUSH | OpcodeMask.ATOMIC_WRITE);
        }

        private boolean followsSequence() {
            if (target == Target.UD) {
                return true;
            }
            boolean psn =
                    spoiled != Spoiled.PSN_BEHIND && spoiled != Spoiled.PSN_AHEAD && spoiled != Spoiled.PSN_HALF_WAY;
            int operation = midst == Midst.SEND ? OpcodeMask.SEND : OpcodeMask.WRITE;
            boolean goesOn = midst != Midst.NOTHING && !has(OpcodeMask.START) && has(operation) && psn;
            boolean begins = has(OpcodeMask.START) && (target == Target.UC || midst == Midst.NOTHING && psn);
            return goesOn || begins;
        }

        private boolean hasRightLength() {
            if (!has(OpcodeMask.SEND | OpcodeMask.WRITE)) {
                return spoiled != Spoiled.LENGTH_HUGE || !has(OpcodeMask.RETH);
            }
            boolean start = has(OpcodeMask.START);
            boolean end = has(OpcodeMask.END);
            if (target == Target.UD) {
                return payload() <= MTU;
            }
            if (has(OpcodeMask.WRITE)) {
                boolean lies = spoiled == Spoiled.LENGTH_SHORT && payload() > 0
                        || spoiled == Spoiled.LENGTH_LONG
                        || spoiled == Spoiled.LENGTH_HUGE;
                if (start && lies) {
                    return !end && spoiled == Spoiled.LENGTH_LONG && payload() == MTU;
                }
                if (!start) {
                    return end && payload() == MTU;
                }
            }
            return end ? payload() <= MTU && (start || payload() > 0) : payload() == MTU;
        }

        private boolean isGranted() {
            boolean needsReceive = has(OpcodeMask.RECEIVE) && target == Target.XRC;
            if (needsReceive) {
                return false;
            }
            boolean named = has(OpcodeMask.RETH | OpcodeMask.ATOMIC_ETH);
            boolean badKey = spoiled == Spoiled.KEY_ZERO || spoiled == Spoiled.KEY_STALE || spoiled == Spoiled.KEY_ONES;
            boolean badPlace = spoiled == Spoiled.ADDRESS_BEFORE || spoiled == Spoiled.ADDRESS_WRAPS;
            boolean unreadable = spoiled == Spoiled.KEY_READ_ONLY && !has(OpcodeMask.READ_REQUEST);
            boolean nothingToCheck = has(OpcodeMask.WRITE) && has(OpcodeMask.END) && payload() == 0;
            boolean notMine = has(OpcodeMask.SEND) && has(OpcodeMask.IETH);
            return !notMine && (!named || nothingToCheck || !(badKey || badPlace || unreadable));
        }
    }

    private static int service(Target target) {
        return switch (target) {
            case UC -> Service.UC;
            case UD -> Service.UD;
            case XRC -> Service.XRC;
            default -> Service.RC;
        };
    }

    private static Target targetOf(int opcode) {
        return switch (opcode & SERVICE) {
            case Service.UC -> Target.UC;
            case Service.UD -> Target.UD;
            case Service.XRC -> Target.XRC;
            default -> Target.RC;
        };
    }

    private final byte[] datagram = new byte[66_000];
    private int cells;

    /** Lets a QP begin a message of two packets. */
    private void begin(ExposedPort port, Target target, Midst midst) {
        WireOpcode first = WireOpcode.of(service(target)
                | (midst == Midst.SEND ? WireOpcode.RC_SEND_FIRST : WireOpcode.RC_RDMA_WRITE_FIRST).number());
        if (midst == Midst.NOTHING || first == null) {
            return;
        }
        int bytes = first.headerBytes() + MTU + Icrc.BYTES;
        PacketBytes.write(datagram, port, first.number(), target, bytes, 0, ExposedPort.PSN);
        PacketBytes.length(datagram, first.number(), 2 * MTU);
        port.seal(datagram, bytes);
        assertTrue(port.deliver(datagram, bytes));
        assertEquals(Verdict.Plain.ACCEPTED, port.verdict());
    }

    private void offer(ExposedPort port, Cell cell) {
        cells++;
        begin(port, cell.target, cell.midst);
        port.remember();
        long refusals = port.refusals();
        int moves = port.moves();
        build(port, cell);
        PortGid source = cell.spoiled == Spoiled.FOREIGN_PORT ? new PortGid(1, 2) : port.remote();

        boolean packet = port.deliver(datagram, cell.bytes, source);

        assertEquals(cell.isPacket(), packet, cell::toString);
        boolean taken = packet && port.verdict() == Verdict.Plain.ACCEPTED;
        assertEquals(cell.isGood(), taken, () -> cell + ": " + port.verdict().text());
        if (taken) {
            assertTrue(port.refusals() == refusals, cell::toString);
        } else {
            assertTrue(port.refusals() > refusals, () -> cell + " is not counted");
            List<Area> allowed = isClassJ(port.verdict()) && packet ? List.of(Area.RECEIVES) : List.of();
            assertTrue(allowed.containsAll(port.changed()), () -> cell + " changed " + port.changed());
            boolean dropped = !packet || port.verdict().text().startsWith("dropped");
            assertTrue(!dropped || port.moves() == moves, () -> cell + " was dropped but moved the QP");
        }
        boolean silent = !packet || port.verdict().text().startsWith("dropped");
        if (RECEIVING.contains(cell.target) && (cell.midst != Midst.NOTHING || !silent || cell.target == Target.UC)) {
            port.restore(cell.target);
        }
    }

    private static boolean isClassJ(Verdict verdict) {
        return verdict instanceof Verdict.Refused(HcaRule rule) && CLASS_J.contains(rule);
    }

    private void build(ExposedPort port, Cell cell) {
        int psn = ExposedPort.PSN + (cell.midst == Midst.NOTHING ? 0 : 1);
        psn += switch (cell.spoiled) {
            case PSN_BEHIND -> -1;
            case PSN_AHEAD -> 1;
            case PSN_HALF_WAY -> 1 << 23;
            default -> 0;
        };
        PacketBytes.write(datagram, port, cell.opcode, cell.target, cell.bytes, cell.pad, psn & 0xffffff);
        int payload = Math.max(0, cell.payload());
        boolean first = cell.has(OpcodeMask.START) && !cell.has(OpcodeMask.END);
        int length = cell.has(OpcodeMask.WRITE) ? payload + (first ? MTU : 0) : 64;
        switch (cell.spoiled) {
            case VERSION -> datagram[1] |= 1;
            case PARTITION -> datagram[3] ^= 1;
            case QP_0 -> PacketBytes.qpn(datagram, 0);
            case QP_1 -> PacketBytes.qpn(datagram, 1);
            case QP_FREE -> PacketBytes.qpn(datagram, port.qpn(Target.NOBODY));
            case QP_HIGHEST -> PacketBytes.qpn(datagram, 0xffffff);
            case KEY_ZERO -> PacketBytes.key(datagram, cell.opcode, 0);
            case KEY_STALE -> PacketBytes.key(datagram, cell.opcode, port.open.key() ^ 1);
            case KEY_ONES -> PacketBytes.key(datagram, cell.opcode, -1);
            case KEY_READ_ONLY -> {
                PacketBytes.key(datagram, cell.opcode, port.readOnlyKey());
                PacketBytes.address(datagram, cell.opcode, port.readOnlyAddress());
            }
            case ADDRESS_BEFORE -> PacketBytes.address(datagram, cell.opcode, port.open.address() - 8);
            case ADDRESS_WRAPS -> PacketBytes.address(datagram, cell.opcode, -8);
            case LENGTH_SHORT -> length = Math.max(0, payload - 1);
            case LENGTH_LONG -> length += 1;
            case LENGTH_HUGE -> length = 0x80000001;
            default -> {}
        }
        if (cell.spoiled != Spoiled.LENGTH_SHORT || cell.has(OpcodeMask.WRITE)) {
            PacketBytes.length(datagram, cell.opcode, length);
        }
        if (cell.bytes >= Bth.BYTES + Icrc.BYTES) {
            port.seal(datagram, cell.bytes);
            datagram[cell.bytes - 1] ^= (byte) (cell.spoiled == Spoiled.ICRC ? 0x10 : 0);
        }
    }

    private static Set<Integer> lengths(int opcode) {
        int headers = Math.max(Bth.BYTES, WireOpcode.headerBytesOf(opcode));
        int empty = headers + Icrc.BYTES;
        Set<Integer> lengths = new TreeSet<>(List.of(0, 1, Bth.BYTES - 1, Bth.BYTES, Bth.BYTES + 3, Bth.BYTES + 4));
        for (int near = -2; near <= 2; near++) {
            lengths.add(headers + near);
            lengths.add(empty + near);
            lengths.add(empty + MTU + near);
            lengths.add(empty + MAX_PAYLOAD + near);
        }
        lengths.add(empty + 64);
        lengths.add(65_507);
        return lengths;
    }

    @ParameterizedTest(name = "IPv6: {0}")
    @ValueSource(booleans = {false, true})
    void shouldTakeOnlyPacketsOfRightLengthForAQpOfTheirServiceThatReceives(boolean ipv6) {
        try (ExposedPort port = new ExposedPort(ipv6)) {
            for (int opcode = 0; opcode <= 0xff; opcode++) {
                for (int bytes : lengths(opcode)) {
                    for (Target target : Target.values()) {
                        if (target != Target.ASKER) {
                            offer(port, new Cell(opcode, target, bytes, 0, Spoiled.NOTHING, Midst.NOTHING));
                        }
                    }
                }
            }
        }
        assertTrue(cells > 30_000, cells + " cells");
    }

    @Test
    void shouldRefuseEachThingThatIsWrongInTheMidstOfEveryMessage() {
        try (ExposedPort port = new ExposedPort(false)) {
            for (WireOpcode opcode : WireOpcode.values()) {
                Target target = targetOf(opcode.number());
                for (int payload : new int[] {0, 1, 64, MTU, MTU + 4}) {
                    for (Spoiled spoiled : Spoiled.values()) {
                        for (Midst midst : Midst.values()) {
                            boolean canBegin = target != Target.UD && !(target == Target.XRC && midst == Midst.SEND);
                            if (midst == Midst.NOTHING || canBegin) {
                                int bytes = opcode.headerBytes() + payload + Icrc.BYTES;
                                offer(port, new Cell(opcode.number(), target, bytes, 0, spoiled, midst));
                            }
                        }
                    }
                }
            }
        }
        assertTrue(cells > 10_000, cells + " cells");
    }

    @Test
    void shouldTakeThePadCountForWhatItSays() {
        try (ExposedPort port = new ExposedPort(false)) {
            for (WireOpcode opcode : WireOpcode.values()) {
                for (int pad = 0; pad <= 3; pad++) {
                    for (int behind = 0; behind <= 6; behind++) {
                        int bytes = opcode.headerBytes() + behind + Icrc.BYTES;
                        Target target = targetOf(opcode.number());
                        offer(port, new Cell(opcode.number(), target, bytes, pad, Spoiled.NOTHING, Midst.NOTHING));
                    }
                }
            }
        }
    }
}
