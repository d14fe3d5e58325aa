package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MwState;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The query verb for windows. The specification has it, Linux does not. */
final class QueryCases {
    private QueryCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                query("QRY-1", "an unbound type-1 window is valid and has no byte", QueryCases::unboundType1)
                        .settling(8),
                query("QRY-2", "a bound type-1 window says what it opens", QueryCases::boundType1),
                query("QRY-3", "an unbound type-2 window is free", QueryCases::freeType2),
                query("QRY-4", "a bound type-2 window names its QP too", QueryCases::boundType2),
                query("QRY-5", "a zero-based window begins at 0", QueryCases::zeroBased)
                        .needing(Requirement.ZERO_BASED_WINDOWS),
                query("QRY-6", "after LOCAL_INV it is free again", QueryCases::invalidated),
                query("QRY-7", "after a rebind a type-1 window says the new range", QueryCases::rebound));
    }

    private static ConformanceCase query(String id, String title, CaseBody body) {
        return ConformanceCase.of(id, title, body).needing(Requirement.WINDOWS);
    }

    private static void unbound(CaseBench b, MwState seen, MwState.State state, int key) {
        b.expect().same("state", state, seen.state());
        b.expect().sameKey("rkey", key, seen.rkey());
        b.expect().same("pd", b.bob().pd(), seen.pd());
        b.expect().same("bound", false, seen.isBound());
        b.expect().holds("no region", seen.region() == null);
    }

    private static void bound(CaseBench b, CaseWindow window, long address, long length) {
        MwState seen = window.mw().query();
        b.expect().same("state", MwState.State.VALID, seen.state());
        b.expect().sameKey("rkey", window.key(), seen.rkey());
        b.expect().same("region", b.bob().region(), seen.region() == null ? "none" : seen.region());
        b.expect().same("address", address, seen.address());
        b.expect().same("length", length, seen.length());
    }

    private static long start(CaseBench b) {
        return b.bob().region().address();
    }

    private static void unboundType1(CaseBench b) {
        CaseWindow window = b.window(TYPE_1);
        unbound(b, window.mw().query(), MwState.State.VALID, window.key());
    }

    private static void boundType1(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 64, 128, REMOTE_WRITE);
        bound(b, window, start(b) + 64, 128);
        b.expect().same("rights", Set.of(REMOTE_WRITE), window.mw().query().access());
        b.expect().same("QP", OptionalInt.empty(), window.mw().query().qpNumber());
    }

    private static void freeType2(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        unbound(b, window.mw().query(), MwState.State.FREE, window.key());
    }

    private static void boundType2(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 64, 128, REMOTE_WRITE, REMOTE_READ);
        bound(b, window, start(b) + 64, 128);
        b.expect()
                .same(
                        "rights",
                        Set.of(REMOTE_WRITE, REMOTE_READ),
                        window.mw().query().access());
        int number = b.atBob().qp().number();
        b.expect().same("QP", OptionalInt.of(number), window.mw().query().qpNumber());
    }

    private static void zeroBased(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 64, 128, REMOTE_READ, ZERO_BASED);
        bound(b, window, 0, 128);
        b.expect()
                .same(
                        "rights",
                        Set.of(REMOTE_READ, ZERO_BASED),
                        window.mw().query().access());
    }

    private static void invalidated(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 64, 128, REMOTE_WRITE);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        unbound(b, window.mw().query(), MwState.State.FREE, window.key());
    }

    private static void rebound(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 64, 128, REMOTE_WRITE);
        b.expect().succeeds("rebind", window.bind(b.atBob(), b.bob().slice(4096, 64), REMOTE_WRITE));
        bound(b, window, start(b) + 4096, 64);
    }
}
