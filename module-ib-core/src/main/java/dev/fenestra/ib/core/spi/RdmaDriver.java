package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Rule;
import java.util.List;
import java.util.Optional;

/**
 * A driver, found by {@link java.util.ServiceLoader}. A host offers every slot to every driver. A driver claims the
 * hardware that it knows, as in PCI probing.
 */
public interface RdmaDriver {

    /** {@return a short name for listings, unique among drivers} */
    String name();

    /** {@return the rules that this driver enforces, for listings} */
    default List<Rule> rules() {
        return List.of();
    }

    /**
     * {@return the rules that this driver's devices do not keep, as its author knows} The conformance kit reports them
     * as declared.
     */
    default List<Deviation> deviations() {
        return List.of();
    }

    /** {@return what its cards or their library do not have, for listings} */
    default List<Lack> lacks() {
        return List.of();
    }

    /** {@return how its cards and their library work together, for listings} */
    default List<Trait> traits() {
        return List.of();
    }

    /**
     * Makes simulated hardware of this driver's own, in which nothing is plugged in yet; empty when the driver brings
     * none.
     *
     * @param seed decides everything that is random in it
     * @return the model; empty when the driver has none
     */
    default Optional<HardwareModel> hardwareModel(long seed) {
        return Optional.empty();
    }

    /**
     * Makes the same in real time, for programs in processes of their own. The model works even while no thread of this
     * JVM waits for it. A fabric of hw-sim is the exception: the caller drives it.
     *
     * @param seed decides everything that is random in it
     * @return the model; empty when the driver has none that runs in real time
     */
    default Optional<HardwareModel> realTimeModel(long seed) {
        return Optional.empty();
    }

    /**
     * Makes simulated hardware on a wire that is there, beside the cards of other drivers. Closing the model leaves the
     * wire.
     *
     * @param wire such as a fabric of hw-sim
     * @param seed decides everything that is random in the hardware
     * @return the model; empty when the driver has none, or its cards cannot be plugged into this wire
     */
    default Optional<HardwareModel> modelOn(Object wire, long seed) {
        return Optional.empty();
    }

    /**
     * Looks at the hardware of a slot.
     *
     * @param hardware what is plugged in, opaque to the kernel
     * @param services what the host lends its drivers
     * @return the devices this driver found there, none if it does not know the hardware
     */
    List<RdmaDevice> probe(Object hardware, KernelServices services);
}
