package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Optional;
import java.util.OptionalInt;

/** The user half's view of an opened device. */
public interface UserContext {

    /** {@return what this provider is to keep with a PD that the kernel will allocate; by default nothing} */
    default Pending<UserState> preparePd() {
        return Pending.STATELESS;
    }

    /**
     * {@return what this provider is to keep with a region of the process's memory; by default nothing} Its bytes reach
     * {@link RegionOperations#regMr(DriverPd, PinnedPages, long, int, LedgerCell, Udata)}, or {@code regOnDemand}.
     *
     * @param pd PD of the region
     * @param address virtual address of the first byte
     * @param length bytes
     * @param iova address by which requests will name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, not checked yet
     */
    default Pending<UserState> prepareMr(UserPd pd, long address, long length, long iova, int access) {
        return Pending.STATELESS;
    }

    /**
     * {@return what this provider is to keep with a window; by default nothing}
     *
     * @param pd PD of the window
     * @param type type 1 or type 2
     */
    default Pending<UserState> prepareMw(UserPd pd, MwType type) {
        return Pending.STATELESS;
    }

    /**
     * Lays out a CQ, to be polled by any thread.
     *
     * @param cqe completions asked for, at least 1
     * @return the CQ, laid out
     */
    Pending<UserCq> prepareCq(int cqe);

    /**
     * {@return a CQ, laid out, that one thread polls, so it needs no lock ({@code IBV_CREATE_CQ_ATTR_SINGLE_THREADED})}
     * A provider may lock it all the same.
     *
     * @param cqe completions it must hold, at least 1
     */
    default Pending<UserCq> prepareSingleThreadedCq(int cqe) {
        return prepareCq(cqe);
    }

    /**
     * Lays out a QP's queues. EINVAL when they cannot be laid out as asked.
     *
     * @param type the transport service
     * @param capacity room that the queues must have
     * @param signalAll every send request makes a completion
     * @param singleThreaded the caller promises one thread per queue, so no lock is needed
     * @param sendCq where send requests complete; made by this provider
     * @param recvCq where receives complete; made by this provider
     * @return the QP, laid out
     */
    Pending<UserQp> prepareQp(
            QpType type, QpCapacity capacity, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq);

    /**
     * {@return a QP of any kind, laid out} EOPNOTSUPP for an extension of another vendor and, by default, for a QP with
     * more than two queues of its own; EINVAL for an extension that contradicts itself.
     *
     * @param request what is asked for, checked against the limits
     */
    default Pending<UserQp> prepareQp(UserQpRequest request) {
        if (request.srq() != null || request.extension() != null) {
            throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no " + request.beyondQueues());
        }
        return prepareQp(
                request.type(),
                request.capacity(),
                request.signalAll(),
                request.singleThreaded(),
                request.sendCq(),
                request.recvCq());
    }

    /**
     * Lays out a shared receive queue. EINVAL when it cannot be laid out as asked, EOPNOTSUPP by default.
     *
     * @param capacity room that the queues must have
     * @return the SRQ, laid out
     */
    default PendingSrq prepareSrq(SrqCapacity capacity) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no SRQs");
    }

    /**
     * Lays out an XRC SRQ whose receives complete in this CQ. EINVAL when it cannot be laid out as asked, EOPNOTSUPP by
     * default.
     *
     * @param capacity room that the queues must have
     * @param cq where its receives complete; made by this provider
     * @return the SRQ, laid out
     */
    default PendingSrq prepareXrcSrq(SrqCapacity capacity, UserCq cq) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no XRC");
    }

    /**
     * {@return bytes for the kernel half, which creates an XRC target; the user half keeps nothing of it} EOPNOTSUPP by
     * default.
     */
    default Udata xrcTarget() {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no XRC");
    }

    /**
     * {@return the same opened device; the rings of queues that are made through it lie in this memory} Doorbell
     * records may lie elsewhere. EOPNOTSUPP by default. It is not closed by itself.
     *
     * @param rings where the rings of queues come from
     */
    default UserContext allocatingFrom(UserMemory rings) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no parent domains");
    }

    /**
     * {@return the same opened device; all memory of its queues lies in that memory, doorbell records too} A device of
     * a confidential guest reaches no other memory. When the queues are gone, the memory is given back. EOPNOTSUPP by
     * default.
     *
     * @param queues where all memory of queues comes from, doorbell records included
     */
    default UserContext allocatingWhollyFrom(UserMemory queues) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no queues for confidential guests");
    }

    /**
     * {@return the L_Key of the null region: reads return zeros, writes are lost}
     * Empty when the device has none.
     */
    default OptionalInt nullLkey() {
        return OptionalInt.empty();
    }

    /**
     * Lays out what REG_MR requests for a region need. EOPNOTSUPP by default.
     *
     * @param maxPages pages that the region may have, at least 1
     * @return the user half of the region
     */
    default Pending<UserFastMr> prepareFastMr(int maxPages) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no fast-register regions");
    }

    /**
     * {@return device memory, to be mapped once the kernel half has allocated it} EOPNOTSUPP by default.
     *
     * @param length bytes
     */
    default Pending<UserDm> prepareDm(long length) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no device memory");
    }

    /** {@return the device's clock at this moment, in ticks of its {@code ClockAttributes}} EOPNOTSUPP by default. */
    default long rawClock() {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider shows no clock");
    }

    /**
     * {@return a vendor's own interface to the opened device}
     *
     * @param <T> that interface
     * @param type an interface that the vendor declares
     */
    default <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }

    /**
     * {@return an address handle, to be resolved by the kernel half} EOPNOTSUPP from a provider without datagrams.
     *
     * @param attributes the path
     */
    default Pending<UserAh> prepareAh(AhAttributes attributes) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no address handles");
    }

    /** Gives back what the context itself allocated; all its objects are gone. */
    void close();
}
