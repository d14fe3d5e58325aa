package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_INV_REQ_ERR;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import java.util.Arrays;
import java.util.List;

/** Atomics: their rights, their alignment, and which check comes first. */
final class AtomicCases {
    private static final int UNKNOWN = 0x7fffff00;
    private static final long VALUE = 0x0102030405060708L;

    private AtomicCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                atomic("ATM-add", "fetch-and-add returns what was there", AtomicCases::add),
                atomic("ATM-swap", "compare-and-swap swaps what is expected", b -> swap(b, VALUE, 7)),
                atomic("ATM-no-swap", "and leaves what is not", b -> swap(b, 1, VALUE)),
                atomic("ATM-64", "all 64 bits are added", AtomicCases::allBits),
                atomic("ATM-64-swap", "compared, and swapped", AtomicCases::allBitsSwapped),
                window("ATM-A5-t1", "a type-1 window without REMOTE_ATOMIC takes none", b -> noRight(b, TYPE_1), "A5"),
                window("ATM-A5-t2", "a type-2 window without REMOTE_ATOMIC takes none", b -> noRight(b, TYPE_2), "A5"),
                window("ATM-alone-t1", "REMOTE_ATOMIC alone is enough, type 1", b -> alone(b, TYPE_1)),
                window("ATM-alone-t2", "REMOTE_ATOMIC alone is enough, type 2", b -> alone(b, TYPE_2)),
                window("ATM-A7", "the 8 bytes lie inside the window", AtomicCases::outside, "A7")
                        .needing(Requirement.BYTE_WINDOWS, Requirement.ZERO_BASED_WINDOWS),
                atomic("ATM-R4", "a region without REMOTE_ATOMIC takes none", AtomicCases::regionRight, "R4"),
                atomic("ATM-A8", "the QP must allow atomics", AtomicCases::qpRight, "A8")
                        .settling(23),
                atomic("ATM-T10", "the address is a multiple of 8", AtomicCases::unaligned, "T10"),
                atomic(
                        "ATM-T10-key",
                        "the alignment is checked before the R_Key",
                        AtomicCases::unalignedAndUnknown,
                        "T10"),
                atomic("ATM-lkey", "a bad landing buffer does not undo the atomic", b -> badLanding(b, "L1"), "L1"),
                atomic("ATM-L5", "nor does one without LOCAL_WRITE", b -> badLanding(b, "L5"), "L5"),
                atomic("ATM-L6", "nor one beyond its region", b -> badLanding(b, "L6"), "L6"),
                atomic("ATM-keys", "of two bad keys the R_Key is refused", AtomicCases::badKeys, "R1"));
    }

    private static ConformanceCase atomic(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.ATOMICS);
    }

    private static ConformanceCase window(String id, String title, CaseBody body, String... rules) {
        return atomic(id, title, body, rules).needing(Requirement.ATOMICS, Requirement.WINDOWS);
    }

    private static RemoteBuffer word(CaseBench b) {
        b.bob().memory().putLong(0, VALUE);
        return b.bob().openRegion().remote().slice(0, Long.BYTES);
    }

    private static void add(CaseBench b) {
        RemoteBuffer word = word(b);
        b.expect().succeeds("add", b.atAlice().add(word));
        b.expect().same("returned", VALUE, b.alice().memory().getLong(0));
        b.expect().same("there now", VALUE + 1, b.bob().memory().getLong(0));
    }

    private static void swap(CaseBench b, long expected, long result) {
        RemoteBuffer word = word(b);
        b.expect().succeeds("swap", b.atAlice().swap(word, expected, 7));
        b.expect().same("returned", VALUE, b.alice().memory().getLong(0));
        b.expect().same("there now", result, b.bob().memory().getLong(0));
    }

    /** Sums that carry out of each half, and past the end. */
    private static void allBits(CaseBench b) {
        long[][] sums = {
            {0xffff_ffffL, 1, 0x1_0000_0000L},
            {1, 0x7fff_ffff_0000_0000L, 0x7fff_ffff_0000_0001L},
            {0x8000_0000L, 0x8000_0000L, 0x1_0000_0000L},
            {-1, 1, 0},
            {0, -1, -1}
        };
        RemoteBuffer word = b.bob().openRegion().remote().slice(Long.BYTES, Long.BYTES);
        for (long[] sum : sums) {
            b.bob().memory().putLong(Long.BYTES, sum[0]);
            AtomicFetchAndAdd add =
                    AtomicFetchAndAdd.of(b.wrId(), word, sum[1], b.alice().slice(0, Long.BYTES));
            b.expect().succeeds("add", b.atAlice().attempt(add));
            b.expect().same("returned", sum[0], b.alice().memory().getLong(0));
            b.expect().same("there now", sum[2], b.bob().memory().getLong(Long.BYTES));
        }
        b.expect().same("the byte before", b.bob().fill(), b.bob().memory().get(Long.BYTES - 1, 1)[0]);
        b.expect().same("the byte behind", b.bob().fill(), b.bob().memory().get(2 * Long.BYTES, 1)[0]);
    }

    private static void allBitsSwapped(CaseBench b) {
        RemoteBuffer word = word(b);
        for (long expected : new long[] {VALUE ^ 1L << 63, VALUE ^ 1L << 32, VALUE ^ 1L << 31, VALUE ^ 1}) {
            b.expect().succeeds("swap", b.atAlice().swap(word, expected, 7));
            b.expect().same("returned", VALUE, b.alice().memory().getLong(0));
            b.expect().same("there now", VALUE, b.bob().memory().getLong(0));
        }
        b.expect().succeeds("swap", b.atAlice().swap(word, VALUE, ~VALUE));
        b.expect().same("there now", ~VALUE, b.bob().memory().getLong(0));
    }

    private static void noRight(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_WRITE, REMOTE_READ);
        b.expect().refusedByPeer("add", "A5", () -> b.atAlice().add(window.at(0, 8)));
    }

    private static void alone(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_ATOMIC);
        b.bob().memory().putLong(8, VALUE);
        b.expect().succeeds("add", b.atAlice().add(window.at(8, 8)));
        b.expect().same("there now", VALUE + 1, b.bob().memory().getLong(8));
    }

    private static void outside(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 60, REMOTE_ATOMIC, ZERO_BASED);
        b.expect().refusedByPeer("add", "A7", () -> b.atAlice().add(window.at(56, 8)));
    }

    private static void regionRight(CaseBench b) {
        RemoteBuffer word = b.bob()
                .register(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ)
                .remote()
                .slice(0, 8);
        b.expect().refusedByPeer("add", "R4", () -> b.atAlice().add(word));
    }

    private static void qpRight(CaseBench b) {
        QpConnection connection =
                b.newConnection(ConnectOptions.DEFAULT, ConnectOptions.DEFAULT.withAccess(REMOTE_WRITE, REMOTE_READ));
        RemoteBuffer word = word(b);
        b.expect().refusedByPeer("add", "A8", () -> connection.alice().add(word));
    }

    private static void unaligned(CaseBench b) {
        RemoteBuffer word = b.bob().openRegion().remote().slice(4, 8);
        b.expect()
                .refusedByPeer("add", "T10", REM_INV_REQ_ERR, () -> b.atAlice().add(word));
    }

    private static void unalignedAndUnknown(CaseBench b) {
        RemoteBuffer word = new RemoteBuffer(b.bob().region().address() + 4, 8, UNKNOWN);
        b.expect()
                .refusedByPeer("add", "T10", REM_INV_REQ_ERR, () -> b.atAlice().add(word));
    }

    /** The L_Key and the address to which the answer must not go by a rule. */
    private static SgeOf forbidden(CaseBench b, String rule) {
        CaseHost alice = b.alice();
        return switch (rule) {
            case "L5" ->
                new SgeOf(alice.register(REMOTE_READ).lkey(), alice.region().address());
            case "L6" ->
                new SgeOf(alice.region().lkey(), alice.region().address() + CaseHost.MEMORY_BYTES - Long.BYTES + 1);
            default -> new SgeOf(UNKNOWN, alice.region().address());
        };
    }

    private record SgeOf(int lkey, long address) {}

    private static Completion landing(CaseBench b, RemoteBuffer word, SgeOf to) {
        long wrId = b.wrId();
        b.expect()
                .posted(b.atAlice()
                        .qp()
                        .builder()
                        .start()
                        .request(wrId, SendFlag.SIGNALED)
                        .atomicFetchAndAdd(word.rkey(), word.address(), 1)
                        .sge(to.lkey(), to.address(), 8)
                        .complete());
        return b.atAlice().await(wrId);
    }

    private static void badLanding(CaseBench b, String rule) {
        RemoteBuffer word = word(b);
        SgeOf to = forbidden(b, rule);
        b.expect().same("add", LOC_PROT_ERR, landing(b, word, to).status());
        b.expect().broke(rule);
        byte[] expected = new byte[CaseHost.MEMORY_BYTES];
        Arrays.fill(expected, b.alice().fill());
        b.expect()
                .holds(
                        "alice's memory is as before",
                        Arrays.equals(expected, b.alice().memory().get(0, expected.length)));
        b.expect().same("there now", VALUE + 1, b.bob().memory().getLong(0));
        b.expect().same("peer's QP", QpState.RTS, b.atBob().state());
    }

    private static void badKeys(CaseBench b) {
        RemoteBuffer word = new RemoteBuffer(b.bob().region().address(), 8, UNKNOWN);
        b.expect().refusedByPeer("add", "R1", () -> landing(b, word, forbidden(b, "L1")));
    }
}
