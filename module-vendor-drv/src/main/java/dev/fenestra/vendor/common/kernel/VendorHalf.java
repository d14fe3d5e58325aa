package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.LinkLayer;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.NodeType;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a vendor adds to the kernel half of all cards: what its cards can, and how its queues are made from the bytes of
 * the user half. A method that makes something either makes it whole or refuses and leaves nothing.
 */
public interface VendorHalf {
    /** {@return what its cards can} */
    DeviceAttributes attributes();

    /** {@return its rules} */
    VendorRules rules();

    /** {@return the format of its completions} */
    CompletionFormat completions();

    /**
     * A process opens the device.
     *
     * @param context of the process
     * @param udata bytes of the user half, and room for the answer
     */
    default void opened(CardContext context, Udata udata) {}

    /**
     * A PD was made.
     *
     * @param pd the PD
     * @param udata bytes of the user half, and room for the answer
     */
    default void allocated(CardPd pd, Udata udata) {}

    /**
     * A process registers memory, perhaps for a queue that it makes next.
     *
     * @param pd of the region
     * @param pages pinned
     * @param udata bytes of the user half, and room for the answer
     * @return the registration when the memory is that of a queue; null for memory that requests name
     */
    default @Nullable QueueRegistration registered(CardPd pd, PinnedPages pages, Udata udata) {
        return null;
    }

    /**
     * A process ends a registration of memory for a queue. A queue that was made from it keeps its memory.
     *
     * @param memory registered by this vendor
     */
    default void deregistered(QueueRegistration memory) {}

    /**
     * {@return memory to map}
     *
     * @param card the card
     * @param context of the process
     * @param offset what the two halves agree on
     */
    MappedPage map(Card card, CardContext context, long offset);

    /**
     * {@return the ring of a completion queue}
     *
     * @param context of the process
     * @param cqe entries that it must hold
     * @param udata bytes of the user half, and room for the answer
     */
    Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata);

    /**
     * {@return another ring of a completion queue}
     *
     * @param context of the process
     * @param from the ring that it has
     * @param cqe entries that the new one must hold
     * @param udata bytes of the user half, and room for the answer
     */
    default Made<CompletionPlaces, Integer> resizedCq(
            CardContext context, CompletionPlaces from, int cqe, Udata udata) {
        return cq(context, cqe, udata);
    }

    /**
     * Exchanges the ring of a completion queue; the card does nothing meanwhile. It refuses when the new one has not
     * enough room.
     *
     * @param from the ring
     * @param to the new one, with all that was not taken
     * @return whether there was room
     */
    default boolean move(CompletionPlaces from, CompletionPlaces to) {
        return false;
    }

    /**
     * {@return the queues of a QP}
     *
     * @param pd of the QP
     * @param handles address handles of the card
     * @param request what is asked for, checked against the limits
     * @param udata bytes of the user half, and room for the answer
     */
    Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata);

    /**
     * {@return the ring of a shared receive queue}
     *
     * @param context of the process
     * @param capacity what is asked for, checked against the limits
     * @param isNew false for another size of one that exists
     * @param udata bytes of the user half, and room for the answer
     */
    default Made<PostedQueue, SrqCapacity> srq(CardContext context, SrqCapacity capacity, boolean isNew, Udata udata) {
        throw rules().refused(CardRule.OPERATION, "SRQs");
    }

    /**
     * Exchanges the ring of a shared receive queue, as {@link #move(CompletionPlaces, CompletionPlaces)} does.
     *
     * @param from the ring
     * @param to the new one, with all that is posted
     * @return whether there was room
     */
    default boolean move(PostedQueue from, PostedQueue to) {
        throw rules().refused(CardRule.OPERATION, "SRQs");
    }

    /**
     * An address handle was made.
     *
     * @param pd of the address handle
     * @param number the card's
     * @param attributes its path
     * @param udata bytes of the user half, and room for the answer
     */
    default void ah(CardPd pd, int number, AhAttributes attributes, Udata udata) {
        throw rules().refused(CardRule.OPERATION, "address handles");
    }

    /** {@return the number of the driver in {@code enum rdma_driver_id}; 0 for one that Linux does not know} */
    default int driverId() {
        return 0;
    }

    /** {@return the version of the data that the two halves exchange} */
    int abiVersion();

    /** {@return what the device is to its network} */
    default NodeType nodeType() {
        return NodeType.CA;
    }

    /** {@return what its port is} */
    default PortAttributes port() {
        return new PortAttributes(
                PortState.ACTIVE, Mtu.MTU_4096, Mtu.MTU_4096, HcaConfig.GID_TABLE_SIZE, LinkLayer.ETHERNET);
    }

    /**
     * Adds to the answer of EX_QUERY_DEVICE.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    default void describe(Udata udata) {}

    /** {@return the version of the hardware, as user halves ask for it} */
    default int hardwareVersion() {
        return 0;
    }

    /** {@return what the device is on its bus, as user halves in C find it; empty for what its attributes say} */
    default Optional<String> modalias() {
        return Optional.empty();
    }

    /**
     * {@return whether the kernel half decides how much room there is for inline data}
     */
    default boolean decidesInline() {
        return false;
    }

    /**
     * {@return whether regions may be without pins; then the card's configuration says what its QPs can do with them}
     */
    default boolean pages() {
        return false;
    }

    /**
     * {@return the largest number of completions that a call may name}
     *
     * @param udata bytes of the user half
     */
    default int mostEntries(Udata udata) {
        return attributes().maxCqe();
    }

    /**
     * {@return the largest number of requests of a queue that a call may name}
     *
     * @param udata bytes of the user half
     */
    default int mostRequests(Udata udata) {
        return attributes().maxQpWr();
    }

    /** {@return whether the driver and its library change regions} */
    default boolean reregisters() {
        return true;
    }

    /** {@return whether the card must look at queues in each turn, because stores are all that user halves do} */
    default boolean polls() {
        return true;
    }
}
