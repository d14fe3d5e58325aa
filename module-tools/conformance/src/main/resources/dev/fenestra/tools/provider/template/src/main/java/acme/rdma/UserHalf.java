package acme.rdma;

import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The user half: makes queues in the process. Each is prepared, then the system call is made, then it is completed or
 * discarded.
 */
record UserHalf(SharedMemory shared) implements UserProvider {
    @Override
    public Pending<UserContext> prepareContext(
            UserMemory memory, LongFunction<MappedPage> map, Supplier<@Nullable DriverObserver> observer) {
        return new Prepared<>(Udata.none(), _ -> new Context(shared, memory), () -> {});
    }

    /**
     * A step before its system call.
     *
     * @param completion makes the object, given what the kernel half called it
     */
    private record Prepared<T>(Udata udata, IntFunction<T> completion, Runnable undo) implements Pending<T> {
        @Override
        public T complete(int number) {
            return completion.apply(number);
        }

        @Override
        public void discard() {
            undo.run();
        }
    }

    /** An opened device. */
    private record Context(SharedMemory shared, UserMemory memory) implements UserContext {
        @Override
        public Pending<UserCq> prepareCq(int cqe) {
            Cq cq = new Cq(cqe);
            Udata udata = shared.put(cq);
            return new Prepared<>(udata, _ -> cq, () -> shared.forget(udata));
        }

        @Override
        public Pending<UserQp> prepareQp(
                QpType type,
                QpCapacity capacity,
                boolean signalAll,
                boolean singleThreaded,
                UserCq sendCq,
                UserCq recvCq) {
            SendRing sends = new SendRing(capacity, memory);
            ReceiveRing receives = new ReceiveRing(capacity.maxRecvWr(), capacity.maxRecvSge());
            UserQueues queues = new UserQueues(0, capacity, sends, receives, (Cq) sendCq, (Cq) recvCq);
            Udata udata = shared.put(queues);
            return new Prepared<>(udata, queues::numbered, () -> shared.forget(udata));
        }

        @Override
        public void close() {}
    }
}
