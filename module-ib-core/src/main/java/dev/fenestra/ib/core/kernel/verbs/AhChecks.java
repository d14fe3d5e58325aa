package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.MulticastLimits;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Checks the path of an address handle. */
public final class AhChecks {
    private AhChecks() {}

    /**
     * Checks that there is a path.
     *
     * @param device the device
     * @param asked the attributes of the call
     */
    public static void check(KernelDevice device, AhAttributes asked) {
        PathChecks.port(device, asked);
        if (asked.destination().isMulticast() && device.attributes().multicast().equals(MulticastLimits.NONE)) {
            throw new VerbsException(QueueRule.AH_UNICAST, "destination=" + asked.destination());
        }
        PathChecks.reachable(device, asked);
        if (device.attributes().maxAh() == 0) {
            throw new VerbsException(SpiRule.UNSUPPORTED, "max_ah=0");
        }
    }
}
