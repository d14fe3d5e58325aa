package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who owns which part of a key, and how long a key lives. */
final class KeyCases {
    private static final int TAGS = 256;
    private static final int LAST_INDEX = (1 << 24) - 1;

    private KeyCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("KEY-1", "a new type-2 key is the window's index with another tag", KeyCases::newTag)
                        .needing(Requirement.WINDOWS)
                        .settling(1),
                ConformanceCase.of("KEY-2", "the tag wraps and the index stays", KeyCases::tagWraps)
                        .needing(Requirement.WINDOWS)
                        .settling(1),
                ConformanceCase.of("KEY-3", "no two living objects share an index", KeyCases::indexes)
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of(
                                "KEY-4",
                                "each bind of a type-1 window gives it another tag, which the verb tells",
                                KeyCases::typeOneTag)
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of("KEY-5", "a bind of a type-2 window leaves its noted key alone", KeyCases::notedKey)
                        .needing(Requirement.WINDOWS)
                        .settling(29),
                ConformanceCase.of("KEY-6", "key 0 is never valid", KeyCases::keyZero)
                        .breaking("R1"),
                ConformanceCase.of(
                                "KEY-7",
                                "a reused index comes with another tag, and the old key is stale",
                                KeyCases::reuse)
                        .breaking("R2"),
                ConformanceCase.of("KEY-8", "a key recurs only after 256 uses of its index", KeyCases::recurrence),
                ConformanceCase.of("KEY-beyond", "an index that was never given out is no key", KeyCases::beyond)
                        .breaking("R1"),
                ConformanceCase.of("KEY-9", "a window has no L_Key", KeyCases::windowAsLkey)
                        .breaking("L1")
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of(
                                "KEY-10", "the peer cannot tell a stale key from an unknown one", KeyCases::sameAnswer)
                        .breaking("R1", "R2"));
    }

    private static void newTag(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        int key = window.key() & ~0xff | 0x5a;
        b.expect().succeeds("bind", window.bind(b.atBob(), key, b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect()
                .succeeds(
                        "write",
                        b.atAlice().write(new RemoteBuffer(b.bob().region().address(), 64, key)));
        b.expect().landed(0, 64);
    }

    private static void tagWraps(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        int index = MemoryKey.index(window.key());
        int last = MemoryKey.of(index, 0xff);
        b.expect().succeeds("bind", window.bind(b.atBob(), last, b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect().sameKey("next key", MemoryKey.of(index, 0), window.mw().nextKey());
    }

    private static void indexes(CaseBench b) {
        Set<Integer> indexes = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            b.expect()
                    .holds(
                            "a new index",
                            indexes.add(MemoryKey.index(
                                    b.bob().register(LOCAL_WRITE).rkey())));
            b.expect()
                    .holds(
                            "a new index",
                            indexes.add(MemoryKey.index(b.window(TYPE_1).key())));
            b.expect()
                    .holds(
                            "a new index",
                            indexes.add(MemoryKey.index(b.window(TYPE_2).key())));
        }
        b.expect().note("indexes", indexes.size());
    }

    private static void typeOneTag(CaseBench b) {
        CaseWindow window = b.window(TYPE_1);
        for (int i = 0; i < 3; i++) {
            int old = window.key();
            b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
            CaseSteps.isRenamed(b, "key", old, window.key());
            b.expect().succeeds("write by the new key", b.atAlice().write(window.remote()));
        }
    }

    private static void notedKey(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        int noted = window.key();
        BindMw bind =
                BindMw.of(b.wrId(), window.mw(), MemoryKey.next(noted), b.bob().slice(0, 64), REMOTE_WRITE);
        b.expect().succeeds("bind", b.atBob().attempt(bind));
        b.expect().sameKey("mw.rkey", noted, window.mw().rkey());
    }

    private static void keyZero(CaseBench b) {
        long address = b.bob().openRegion().address();
        b.expect().refusedByPeer("write", "R1", () -> b.atAlice().write(new RemoteBuffer(address, 8, 0)));
    }

    private static void reuse(CaseBench b) {
        MemoryRegion old = b.bob().openRegion();
        RemoteBuffer target = old.remote().slice(0, 8);
        b.connection();
        old.close();
        MemoryRegion heir = b.bob().register(LOCAL_WRITE, REMOTE_WRITE);
        boolean isReused = MemoryKey.index(target.rkey()) == MemoryKey.index(heir.rkey());
        b.expect().note("the freed index comes next", isReused);
        b.expect().holds("the old key is not given again", target.rkey() != heir.rkey());
        b.expect()
                .refusedByPeer(
                        "write by the old key",
                        isReused ? "R2" : "R1",
                        () -> b.atAlice().write(target));
        b.connection().reconnect();
        int before = MemoryKey.of(MemoryKey.index(heir.rkey()), MemoryKey.tag(heir.rkey()) - 1);
        RemoteBuffer stale = new RemoteBuffer(heir.address(), 8, before);
        b.expect()
                .refusedByPeer(
                        "write by the tag before", "R2", () -> b.atAlice().write(stale));
    }

    /** The indexes after the newest one, with each tag that a first key might have, and the last index. */
    private static void beyond(CaseBench b) {
        MemoryRegion newest = b.bob().openRegion();
        int index = MemoryKey.index(newest.rkey());
        for (int forged : new int[] {index + 1, index + 2, index + 3, LAST_INDEX - 1, LAST_INDEX}) {
            for (int tag : new int[] {0, 1, MemoryKey.tag(newest.rkey())}) {
                RemoteBuffer target = new RemoteBuffer(newest.address(), 8, MemoryKey.of(forged, tag));
                b.expect()
                        .same(
                                "write",
                                WcStatus.REM_ACCESS_ERR,
                                b.atAlice().write(target).status());
                b.connection().reconnect();
            }
        }
        b.expect().broke("R1");
    }

    private static void recurrence(CaseBench b) {
        Set<Integer> keys = new HashSet<>();
        for (int i = 0; i < TAGS; i++) {
            MemoryRegion region = b.bob().register(LOCAL_WRITE);
            b.expect().holds("a key not seen before", keys.add(region.rkey()));
            region.close();
        }
        b.expect().note("keys", keys.size());
    }

    private static void windowAsLkey(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        long address = window.remote().address();
        b.expect().refused("send", "L1", LOC_PROT_ERR, () -> b.atBob().sendFrom(window.key(), address, 8));
    }

    private static void sameAnswer(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 8);
        RemoteBuffer stale = new RemoteBuffer(target.address(), 8, MemoryKey.next(target.rkey()));
        RemoteBuffer unknown = new RemoteBuffer(target.address(), 8, 0x7fffff00);
        b.expect().refusedByPeer("stale", "R2", () -> b.atAlice().write(stale));
        b.connection().reconnect();
        b.expect().refusedByPeer("unknown", "R1", () -> b.atAlice().write(unknown));
    }
}
