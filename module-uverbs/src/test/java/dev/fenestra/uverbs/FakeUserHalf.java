package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The user half of the fake: does nothing, and notes what it is asked. */
abstract class FakeUserHalf implements UserProvider, UserContext {
    /** What was asked of both halves, in order. */
    final List<String> asked = new ArrayList<>();

    FakeCq lastCq = new FakeCq(this, 0);
    FakeQp lastQp = new FakeQp(this, new QpCapacity(0, 0, 0, 0, 0));

    /** Where a parent domain's queues lie. */
    @Nullable
    UserMemory rings;

    @Override
    public UserContext allocatingFrom(UserMemory memory) {
        rings = memory;
        return this;
    }

    @Override
    public Pending<UserContext> prepareContext(
            UserMemory memory, LongFunction<MappedPage> map, Supplier<@Nullable DriverObserver> observer) {
        return new FakePending<>(asked, "context", () -> this);
    }

    /** Whether it keeps state with PDs, regions, windows and changes of QPs. */
    boolean keepsState;

    /** The PD of the last QP. */
    UserPd lastPd = UserPd.UNKNOWN;

    /** Notes that its object has ended. */
    record State(FakeUserHalf half, String what) implements UserState {
        @Override
        public void destroyed() {
            half.asked.add(what + " ended");
        }

        @Override
        public String toString() {
            return what;
        }
    }

    private Pending<UserState> state(String what) {
        return keepsState ? new FakePending<>(asked, what, () -> new State(this, what)) : Pending.ready(UserState.NONE);
    }

    @Override
    public Pending<UserState> preparePd() {
        return state("state of PD");
    }

    @Override
    public Pending<UserState> prepareMr(UserPd pd, long address, long length, long iova, int access) {
        return state("state of MR in " + pd.state());
    }

    @Override
    public Pending<UserState> prepareMw(UserPd pd, MwType type) {
        return state("state of " + type + " in " + pd.state());
    }

    @Override
    public Pending<UserQp> prepareQp(UserQpRequest request) {
        lastPd = request.pd();
        return UserContext.super.prepareQp(request);
    }

    OptionalInt nullLkey = OptionalInt.empty();

    @Override
    public OptionalInt nullLkey() {
        return nullLkey;
    }

    @Override
    public Pending<UserCq> prepareCq(int cqe) {
        lastCq = new FakeCq(this, cqe);
        return new FakePending<>(asked, "CQ of " + cqe, () -> lastCq);
    }

    @Override
    public Pending<UserQp> prepareQp(
            QpType type, QpCapacity capacity, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq) {
        lastQp = new FakeQp(this, capacity);
        return new FakePending<>(asked, "QP", () -> lastQp);
    }

    @Override
    public PendingSrq prepareSrq(SrqCapacity capacity) {
        return new FakeSrq(this, capacity).pending();
    }

    @Override
    public void close() {
        asked.add("user context closed");
    }

    Pending<UserCq> pending(String what, UserCq cq) {
        return new FakePending<>(asked, what, () -> cq);
    }
}
