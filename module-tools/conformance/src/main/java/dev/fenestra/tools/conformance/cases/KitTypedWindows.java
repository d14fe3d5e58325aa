package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The cases of the kit's mw_test for one type of window. */
final class KitTypedWindows {
    private static final int READS = 128;
    private static final Set<WcStatus> ENDS =
            EnumSet.of(WcStatus.SUCCESS, WcStatus.REM_ACCESS_ERR, WcStatus.WR_FLUSH_ERR);

    private KitTypedWindows() {}

    static List<ConformanceCase> all() {
        return Stream.concat(own(), advanced().stream()).toList();
    }

    /** The cases of MwType1Test and MwType2Test that no case of ours is. */
    private static Stream<ConformanceCase> own() {
        return Stream.of(
                window("MwType1Test.CrossQpManagement", "any QP of the PD may rebind", KitTypedWindows::crossQp),
                window("MwType1Test.BindType1WhenQpError", "in ERR a bind is flushed", KitTypedWindows::error),
                window("MwType2Test.Bind", "a bind with a tag of one's choice", KitTypedWindows::bind),
                window("MwType2Test.BindRKeyReuse", "two windows may have one tag", KitTypedWindows::sameTag),
                window(
                        "MwType2Test.UnsignaledLocalInvalidateError",
                        "a failed unsignaled LOCAL_INV completes",
                        KitTypedWindows::unsignaledInvalidate,
                        "I2"));
    }

    /** The cases of MwType2AdvancedTest. */
    private static List<ConformanceCase> advanced() {
        return List.of(
                window("MwType2AdvancedTest.OnlyReads", "many READs go through one window", KitTypedWindows::manyReads),
                window(
                        "MwType2AdvancedTest.Invalidate",
                        "LOCAL_INV ends the READs of a peer",
                        KitTypedWindows::invalidateUnderReads,
                        "A4"),
                window(
                        "MwType2AdvancedTest.Dealloc",
                        "dealloc ends the READs of a peer",
                        KitTypedWindows::deallocUnderReads,
                        "R1"));
    }

    private static ConformanceCase window(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    private static CaseWindow type2(CaseBench b) {
        return b.boundWindow(TYPE_2, 0, 4096, REMOTE_READ);
    }

    private static void crossQp(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_READ);
        b.expect()
                .succeeds(
                        "rebind on another",
                        window.bind(b.secondConnection().bob(), b.bob().slice(64, 64), REMOTE_READ));
        b.expect().succeeds("read", b.atAlice().read(window.remote()));
    }

    private static void error(CaseBench b) {
        CaseWindow window = b.window(TYPE_1);
        b.atBob().qp().modify(CaseSteps.toError());
        b.expect().flushed("bind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_READ));
    }

    private static CaseWindow boundWithTag(CaseBench b, int tag) {
        CaseWindow window = b.window(TYPE_2);
        int key = MemoryKey.of(MemoryKey.index(window.key()), tag);
        b.expect().succeeds("bind", window.bind(b.atBob(), key, b.bob().slice(0, 64), REMOTE_READ));
        return window;
    }

    private static void bind(CaseBench b) {
        b.expect().succeeds("read", b.atAlice().read(boundWithTag(b, 0xba).remote()));
    }

    private static void sameTag(CaseBench b) {
        CaseWindow one = boundWithTag(b, 17);
        CaseWindow other = boundWithTag(b, 17);
        b.expect().holds("the keys differ", one.key() != other.key());
        b.expect().succeeds("read by the first", b.atAlice().read(one.remote()));
        b.expect().succeeds("read by the second", b.atAlice().read(other.remote()));
    }

    private static void unsignaledInvalidate(CaseBench b) {
        CaseWindow window = type2(b);
        LocalInvalidate wrong =
                LocalInvalidate.of(b.wrId(), MemoryKey.next(window.key())).unsignaled();
        b.expect()
                .refused(
                        "LOCAL_INV",
                        "I2",
                        MW_BIND_ERR,
                        () -> b.secondConnection().bob().attempt(wrong));
    }

    private static void manyReads(CaseBench b) {
        RemoteBuffer source = type2(b).remote();
        for (int i = 0; i < READS; i++) {
            b.atAlice().read(source).orThrow();
        }
        b.expect().note("READs", READS);
        b.expect().fetched(4096);
    }

    /** READs that are posted before the right is taken away and executed afterwards all complete. */
    private static List<RdmaRead> startReads(CaseBench b, RemoteBuffer source) {
        List<RdmaRead> reads = new ArrayList<>();
        for (int i = 0; i < b.alice().most(Limit.REQUESTS, 32); i++) {
            reads.add(RdmaRead.of(b.wrId(), source, b.alice().slice(0, 4096)));
        }
        b.atAlice().post(reads.toArray(RdmaRead[]::new));
        return reads;
    }

    private static void ended(CaseBench b, List<RdmaRead> reads, RemoteBuffer source, String rule) {
        List<WcStatus> statuses = reads.stream()
                .map(read -> b.atAlice().await(read.wrId()).status())
                .distinct()
                .toList();
        b.expect().holds("each READ is done, refused or flushed", ENDS.containsAll(statuses));
        b.expect()
                .refusedByPeer(
                        "read on another connection",
                        rule,
                        () -> b.newConnection().alice().read(source));
    }

    private static void invalidateUnderReads(CaseBench b) {
        CaseWindow window = type2(b);
        List<RdmaRead> reads = startReads(b, window.remote());
        Completion invalidated = b.atBob().invalidate(window.key());
        b.expect().same("opcode", WcOpcode.LOCAL_INV, invalidated.orThrow().opcode());
        ended(b, reads, window.remote(), "A4");
    }

    private static void deallocUnderReads(CaseBench b) {
        CaseWindow window = type2(b);
        List<RdmaRead> reads = startReads(b, window.remote());
        b.expect().works("dealloc_mw", window.mw()::close);
        ended(b, reads, window.remote(), "R1");
    }
}
