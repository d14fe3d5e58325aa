package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A variant in the report ends as the device lets it end when it is carried out. */
class VariantsTest {
    private static final int WINDOW_BYTES = 64;

    /** The key of an access: that of a bound window, of one that was closed, or of the region. */
    private enum Key {
        BOUND,
        CLOSED,
        REGION
    }

    /** An access through a window of 64 bytes. */
    private record Access(
            MwType type, int length, boolean isStale, boolean isByOther, boolean isRead, boolean mayRead, Key key) {
        static Access of(MwType type) {
            return new Access(type, WINDOW_BYTES, false, false, false, false, Key.BOUND);
        }

        Access length(int bytes) {
            return new Access(type, bytes, isStale, isByOther, isRead, mayRead, key);
        }

        Access stale(boolean stale) {
            return new Access(type, length, stale, isByOther, isRead, mayRead, key);
        }

        Access byOther(boolean other) {
            return new Access(type, length, isStale, other, isRead, mayRead, key);
        }

        Access reading(boolean may) {
            return new Access(type, length, isStale, isByOther, true, may, key);
        }

        Access through(MwType other) {
            return new Access(other, length, isStale, isByOther, isRead, mayRead, key);
        }

        Access by(Key other) {
            return new Access(type, length, isStale, isByOther, isRead, mayRead, other);
        }

        /** The access that a variant of this one is. */
        Access varied(String what) {
            return switch (what) {
                case Variants.SHORTER -> length(length - 1);
                case Variants.LONGER -> length(length + 1);
                case Variants.PRESENT_TAG -> stale(false);
                case Variants.BINDER -> byOther(false);
                case Variants.TYPE_ONE -> through(MwType.TYPE_1);
                case Variants.GRANTED -> reading(true);
                case Variants.BOUND -> by(Key.BOUND);
                case Variants.BOUND_LONGER -> by(Key.BOUND).length(length + 1);
                case Variants.BY_REGION -> by(Key.REGION);
                default -> throw new AssertionError(what);
            };
        }
    }

    static Stream<Access> refused() {
        Access one = Access.of(MwType.TYPE_1);
        Access two = Access.of(MwType.TYPE_2);
        return Stream.of(
                one.length(WINDOW_BYTES + 1),
                one.length(WINDOW_BYTES + 2),
                one.stale(true),
                one.stale(true).length(WINDOW_BYTES + 1),
                one.reading(false),
                two.length(WINDOW_BYTES + 1),
                two.byOther(true),
                two.byOther(true).length(WINDOW_BYTES + 1),
                two.stale(true),
                two.reading(false),
                one.by(Key.CLOSED),
                one.by(Key.CLOSED).reading(false),
                two.by(Key.CLOSED),
                two.by(Key.CLOSED).byOther(true),
                two.by(Key.CLOSED).length(WINDOW_BYTES + 1));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldEndAsTheDeviceLetsThemEnd(Access access) {
        EventRow.RefusalRow refusal = Run.of(access).refusal().orElseThrow();
        List<EventRow.VariantRow> variants = Objects.requireNonNull(refusal.variants());

        assertTrue(variants.size() >= 2, variants::toString);
        for (EventRow.VariantRow variant : variants) {
            assertEquals(Run.of(access.varied(variant.what())).rule(), variant.rule(), variant.what());
        }
    }

    @Test
    void shouldOfferEachOffsetOfAnAtomicThatIsNotAligned() {
        EventRow.RefusalRow refusal = Run.ofAtomic(3).refusal().orElseThrow();
        List<EventRow.VariantRow> variants = Objects.requireNonNull(refusal.variants());

        assertEquals("T10", refusal.rule());
        assertEquals(8, variants.size());
        for (EventRow.VariantRow variant : variants) {
            int offset = variant.what().equals(Variants.NEXT)
                    ? 8
                    : Integer.parseInt(variant.what().substring(Variants.OFFSET.length()));
            assertEquals(Run.ofAtomic(offset).rule(), variant.rule(), variant.what());
        }
    }

    /**
     * What the device did.
     *
     * @param refusal absent when it granted the access
     */
    private record Run(Optional<EventRow.RefusalRow> refusal) {
        private static final Duration SECOND = Duration.ofSeconds(1);

        static Run of(Access access) {
            try (TestBench bench = TestBench.twoHosts()) {
                Recording recording = Recording.of("variant", bench, Journal.of(bench));
                Context alice = bench.host("alice").open();
                Context bob = bench.host("bob").open();
                QpPair pair = bench.pair(alice, bob);
                QueuePair other = secondPair(bench, pair);
                RemoteBuffer target = target(access, pair.other());
                Completion done = carryOut(
                        access,
                        pair.one(),
                        access.isByOther() ? other : pair.one().qp(),
                        target);
                Optional<EventRow.RefusalRow> refusal = recording.file().events().stream()
                        .flatMap(event -> Stream.ofNullable(event.refusal()))
                        .findFirst();
                assertEquals(refusal.isEmpty(), done.status() == WcStatus.SUCCESS);
                return new Run(refusal);
            }
        }

        /** A fetch-and-add at an offset of a region. */
        static Run ofAtomic(int offset) {
            try (TestBench bench = TestBench.twoHosts()) {
                Recording recording = Recording.of("variant", bench, Journal.of(bench));
                QpPair pair =
                        bench.pair(bench.host("alice").open(), bench.host("bob").open());
                Peer bob = pair.other();
                MemoryRegion region =
                        bob.pd().regMr(bob.context().allocate(64), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_ATOMIC);
                RemoteBuffer target = new RemoteBuffer(region.address() + offset, 8, region.rkey());
                pair.one()
                        .attempt(AtomicFetchAndAdd.of(
                                1, target, 1, pair.one().region().slice(0, 8)));
                return new Run(recording.file().events().stream()
                        .flatMap(event -> Stream.ofNullable(event.refusal()))
                        .findFirst());
            }
        }

        String rule() {
            return refusal.map(EventRow.RefusalRow::rule).orElse("");
        }

        /** A QP of alice whose peer at bob has bound no window. */
        private static QueuePair secondPair(TestBench bench, QpPair pair) {
            QueuePair one = pair.one()
                    .pd()
                    .createQp(QpSpec.rc(pair.one().cq(), pair.one().cq()));
            QueuePair other = pair.other()
                    .pd()
                    .createQp(QpSpec.rc(pair.other().cq(), pair.other().cq()));
            bench.connectPair(one, other);
            return one;
        }

        private static RemoteBuffer target(Access access, Peer bob) {
            MemoryWindow window = bob.pd().allocMw(access.type());
            AccessFlag[] rights = access.mayRead()
                    ? new AccessFlag[] {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ}
                    : new AccessFlag[] {AccessFlag.REMOTE_WRITE};
            MemorySlice range = bob.region().slice(0, WINDOW_BYTES);
            if (access.type() == MwType.TYPE_1) {
                bob.qp().bindMw(1, window, range, rights);
            } else {
                int key = window.nextKey();
                bob.qp().post(BindMw.of(1, window, key, range, rights));
                window.rkey(key);
            }
            bob.cq().await(1, SECOND).orThrow();
            if (access.key() == Key.CLOSED) {
                close(access, bob, window);
            }
            int present = window.rkey();
            int own = access.key() == Key.REGION ? bob.region().rkey() : present;
            int wanted = access.isStale() ? MemoryKey.next(own) : own;
            return new RemoteBuffer(bob.region().address(), access.length(), wanted);
        }

        private static void close(Access access, Peer bob, MemoryWindow window) {
            if (access.type() == MwType.TYPE_1) {
                bob.qp().bindMw(3, window, bob.region().slice(0, 0));
            } else {
                bob.qp().post(LocalInvalidate.of(3, window.rkey()));
            }
            bob.cq().await(3, SECOND).orThrow();
        }

        private static Completion carryOut(Access access, Peer alice, QueuePair through, RemoteBuffer target) {
            MemorySlice memory = alice.region().slice(0, access.length());
            through.post(access.isRead() ? RdmaRead.of(2, target, memory) : RdmaWrite.of(2, target, memory));
            return alice.cq().await(2, SECOND);
        }
    }
}
