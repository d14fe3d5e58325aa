package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_ACCESS_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.SUCCESS;
import static dev.fenestra.tools.conformance.cases.AttackCases.attack;

import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Attacks that are tried at every address, length and packet boundary that matters. */
final class AttackGrids {
    private static final int PACKET = 256;
    /** The largest number of packets of one QP that a device sends before it reads its commands. */
    private static final int STEPS = 64;

    private AttackGrids() {}

    static List<ConformanceCase> all() {
        return List.of(
                attack(
                        "A6",
                        "no byte moves after dereg_mr returned, whenever it is called",
                        AttackGrids::deregUnderway,
                        "R1"),
                ConformanceCase.of(
                                "ATTACK-A10", "no range that wraps or lies outside is granted", AttackGrids::regionGrid)
                        .breaking("R6"),
                attack("A11-t1", "a type-1 window grants its bytes and no other", b -> windowGrid(b, TYPE_1), "A7"),
                attack("A11-t2", "a type-2 window grants its bytes and no other", b -> windowGrid(b, TYPE_2), "A7")
                        .needing(Requirement.TYPE_2B));
    }

    /** The packets before the WRITE move the command by one packet in each round. */
    private static void deregUnderway(CaseBench b) {
        int refused = 0;
        for (int before = 0; before < STEPS; before++) {
            refused += round(b, before) == REM_ACCESS_ERR ? 1 : 0;
        }
        b.expect().holds("some rounds are refused half-way", refused > 0);
        b.expect().note("rounds refused half-way", refused);
        b.expect().broke("R1");
    }

    private static WcStatus round(CaseBench b, int before) {
        ConnectOptions small = ConnectOptions.DEFAULT.withMtu(Mtu.MTU_256);
        QpConnection connection = b.newConnection(small, small);
        Memory victim = b.bob().context().allocate(CaseHost.MEMORY_BYTES);
        MemoryRegion region = b.bob().pd().regMr(victim, LOCAL_WRITE, REMOTE_WRITE);
        RemoteBuffer other = b.bob().openRegion().remote();
        RdmaWrite shift = RdmaWrite.of(b.wrId(), other, b.alice().slice(0, (long) before * PACKET));
        RdmaWrite write =
                RdmaWrite.of(b.wrId(), region.remote(), b.alice().region().all());
        connection.alice().post(shift, write);
        region.close();
        byte[] atReturn = victim.get(0, CaseHost.MEMORY_BYTES);
        WcStatus status = connection.alice().await(write.wrId()).status();
        byte[] later = victim.get(0, CaseHost.MEMORY_BYTES);
        b.expect().holds("nothing moved after dereg_mr", Arrays.equals(atReturn, later));
        b.expect()
                .holds(
                        "done only if all has moved",
                        status != SUCCESS
                                || later[later.length - 1] == b.alice().fill());
        connection.alice().qp().close();
        connection.bob().qp().close();
        victim.free();
        return status;
    }

    private static void regionGrid(CaseBench b) {
        CaseHost bob = b.bob();
        MemoryRegion region = bob.pd().regMr(bob.memory(), KeyKind.OFFSET, KeyKind.LENGTH, LOCAL_WRITE, REMOTE_READ);
        grid(b, region.remote(), "R6");
    }

    private static void windowGrid(CaseBench b, MwType type) {
        grid(b, b.boundWindow(type, KeyKind.OFFSET, KeyKind.LENGTH, REMOTE_READ).remote(), "A7");
    }

    private static void grid(CaseBench b, RemoteBuffer open, String rule) {
        long start = open.address();
        long end = start + open.length();
        long[] addresses = {0, 1, start - 1, start, start + 1, end - 1, end, end + 1, Long.MIN_VALUE, -8, -1};
        long[] lengths = {0, 1, 8, open.length() - 1, open.length(), open.length() + 1, CaseHost.MEMORY_BYTES};
        int granted = 0;
        for (long address : addresses) {
            for (long length : lengths) {
                granted += probe(b, open, new RemoteBuffer(address, length, open.rkey())) ? 1 : 0;
            }
        }
        b.expect().note("tried", addresses.length * lengths.length);
        b.expect().note("granted", granted);
        b.expect().broke(rule);
    }

    private static boolean probe(CaseBench b, RemoteBuffer open, RemoteBuffer tried) {
        boolean expected = isInside(open, tried);
        Completion outcome = b.atAlice().read(tried);
        if (outcome.status() != (expected ? SUCCESS : REM_ACCESS_ERR)) {
            b.expect().same("read of " + tried, expected ? SUCCESS : REM_ACCESS_ERR, outcome.status());
        }
        if (!expected) {
            b.connection().reconnect();
        }
        return expected;
    }

    /** Computes with numbers that cannot wrap. A READ of 0 bytes is inside, wherever it points. */
    private static boolean isInside(RemoteBuffer open, RemoteBuffer tried) {
        BigInteger start = unsigned(open.address());
        BigInteger end = start.add(unsigned(open.length()));
        BigInteger first = unsigned(tried.address());
        BigInteger behind = first.add(unsigned(tried.length()));
        return tried.length() == 0 || first.compareTo(start) >= 0 && behind.compareTo(end) <= 0;
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
