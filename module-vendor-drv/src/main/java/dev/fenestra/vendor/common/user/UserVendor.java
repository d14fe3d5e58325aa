package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What a vendor adds to the user half of all cards: its formats, and how its rings are laid out. */
public interface UserVendor {
    /** {@return its rules} */
    VendorRules rules();

    /**
     * {@return the format of send requests}
     *
     * @param type of the QP
     */
    SendFormat sends(QpType type);

    /**
     * {@return the format of receive requests}
     *
     * @param isShared whether they are those of an SRQ
     */
    ReceiveFormat receives(boolean isShared);

    /** {@return the format of completions} */
    CompletionFormat completions();

    /** {@return the places of the parts of a send request, where a QP has none of its own} */
    default SendPlaces places() {
        return new SendPlaces() {};
    }

    /** {@return bytes of the longest window, without sign; by default there is none} */
    default long longestWindow() {
        return -1;
    }

    /**
     * The process as it has opened the device.
     *
     * @param memory of the process
     * @param map maps device memory, by the offset that the halves agree on
     */
    record Opened(UserMemory memory, LongFunction<MappedPage> map) {}

    /**
     * A ring, or several, on their way through a system call.
     *
     * @param <T> what the user half works with
     * @param udata for the kernel half
     * @param made makes it, from the number of the object and the answer in the bytes
     * @param undo gives back what was prepared
     */
    record Layout<T>(Udata udata, IntFunction<T> made, Runnable undo) {}

    /**
     * The rings of a QP.
     *
     * @param sends the send ring
     * @param receives the receive ring; null with a shared receive queue
     * @param capacity what they hold
     * @param places of the parts of a send request; null for those of the vendor
     */
    record QpRings(
            PostRing sends,
            @Nullable PostRing receives,
            QpCapacity capacity,
            @Nullable SendPlaces places) {
        /**
         * Rings without places of their own.
         *
         * @param sends the send ring
         * @param receives the receive ring; null with a shared receive queue
         * @param capacity what they hold
         */
        public QpRings(PostRing sends, @Nullable PostRing receives, QpCapacity capacity) {
            this(sends, receives, capacity, null);
        }
    }

    /**
     * {@return bytes for the kernel half when the device is opened, and room for its answer}
     */
    default Udata opening() {
        return Udata.none();
    }

    /**
     * {@return the ring of a CQ}
     *
     * @param opened the device
     * @param cqe completions that it must hold
     */
    Layout<PollRing> cq(Opened opened, int cqe);

    /**
     * {@return another ring of a CQ}
     *
     * @param opened the device
     * @param from the ring that it has; it is empty for software when the new one is made
     * @param cqe completions that the new one must hold
     */
    default Layout<PollRing> resizedCq(Opened opened, PollRing from, int cqe) {
        return cq(opened, cqe);
    }

    /**
     * {@return the rings of a QP}
     *
     * @param opened the device
     * @param request what is asked for
     */
    Layout<QpRings> qp(Opened opened, UserQpRequest request);

    /**
     * {@return the ring of an SRQ}
     *
     * @param opened the device
     * @param capacity what is asked for
     * @param isNew false for another size of one that exists
     */
    default Layout<PostRing> srq(Opened opened, SrqCapacity capacity, boolean isNew) {
        throw rules().refused(CardRule.OPERATION, "SRQs");
    }

    /**
     * {@return room that an SRQ is laid out with}
     *
     * @param asked room that is asked for
     */
    default SrqCapacity srqCapacity(SrqCapacity asked) {
        return asked;
    }

    /**
     * {@return bytes for the kernel half when an address handle is made, and room for its answer}
     *
     * @param path of the address handle
     */
    default Udata ah(AhAttributes path) {
        throw rules().refused(CardRule.OPERATION, "address handles");
    }

    /**
     * {@return what requests name an address handle by}
     *
     * @param udata the answer
     */
    default int ahNumber(Udata udata) {
        return 0;
    }

    /**
     * Writes the path of a datagram, as far as the format has words for it.
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     * @param ah the address handle
     */
    default void path(MemorySegment memory, long base, RequestOperation operation, CardUserAh ah) {
        AhAttributes path = ah.path();
        operation.word(SendRole.AH).set(memory, base, ah.number());
        operation.word(SendRole.PATH_GLOBAL).set(memory, base, true);
        operation.word(SendRole.PATH_GID_INDEX).set(memory, base, path.sourceGidIndex());
        operation
                .word(SendRole.PATH_GID_HIGH)
                .set(memory, base, path.destination().high());
        operation
                .word(SendRole.PATH_GID_LOW)
                .set(memory, base, path.destination().low());
        operation.word(SendRole.PATH_CLASS).set(memory, base, path.trafficClass());
        operation.word(SendRole.PATH_FLOW).set(memory, base, path.flowLabel());
        operation.word(SendRole.PATH_HOPS).set(memory, base, path.hopLimit());
    }
}
