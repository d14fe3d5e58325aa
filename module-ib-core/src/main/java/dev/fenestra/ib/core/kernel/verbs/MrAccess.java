package dev.fenestra.ib.core.kernel.verbs;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_GLOBAL;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_PERSISTENT;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.HUGETLB;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The access flags of regions of one device, checked in the order of {@code ib_check_mr_access}. */
public final class MrAccess {
    private static final int KNOWN = AccessFlag.mask(AccessFlag.values());
    private static final int NEEDS_LOCAL_WRITE = AccessFlag.mask(REMOTE_WRITE, REMOTE_ATOMIC);
    private static final int UNPINNED = AccessFlag.mask(ON_DEMAND, HUGETLB);
    private static final int DEVICE_WRITES = AccessFlag.mask(LOCAL_WRITE, REMOTE_WRITE, REMOTE_ATOMIC, MW_BIND);

    private final int notOffered;

    /**
     * Makes the checks of a device.
     *
     * @param device attributes of the device
     * @param odp its on-demand paging
     */
    public MrAccess(DeviceAttributes device, OdpCapabilities odp) {
        notOffered = (odp.support() ? 0 : UNPINNED)
                | (device.can(DeviceCapability.FLUSH_GLOBAL) ? 0 : FLUSH_GLOBAL.bit())
                | (device.can(DeviceCapability.FLUSH_PERSISTENT) ? 0 : FLUSH_PERSISTENT.bit());
    }

    /**
     * {@return the flags to register with: those asked for, without unknown optional ones}
     *
     * @param asked mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    public int check(int asked) {
        if ((asked & NEEDS_LOCAL_WRITE) != 0 && !LOCAL_WRITE.in(asked)) {
            throw refused(RegionRule.LOCAL_WRITE, asked);
        }
        if ((asked & ~KNOWN & ~AccessFlag.OPTIONAL_RANGE) != 0) {
            throw refused(RegionRule.ACCESS_KNOWN, asked);
        }
        if ((asked & notOffered) != 0) {
            throw refused(RegionRule.ACCESS_OFFERED, asked);
        }
        return asked & KNOWN;
    }

    /**
     * {@return whether pages are pinned for writing} A window may later grant a right that the region itself does not
     * use.
     *
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    public static boolean isWritable(int access) {
        return (access & DEVICE_WRITES) != 0;
    }

    private static VerbsException refused(RegionRule rule, int asked) {
        return new VerbsException(rule, String.format("access=0x%x %s", asked, AccessFlag.of(asked)));
    }
}
