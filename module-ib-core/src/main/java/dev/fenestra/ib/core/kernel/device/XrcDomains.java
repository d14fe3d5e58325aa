package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.objects.XrcDomain;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The XRC domains of a device. Processes of a host share one by opening the same name, which replaces the inode of
 * Linux. The last one that closes it ends it. The same holds for its targets.
 */
public final class XrcDomains {
    private static final int KNOWN = XrcdFlag.mask(XrcdFlag.values());

    private final KernelDevice device;
    private final Map<String, XrcDomain> named = new HashMap<>();

    XrcDomains(KernelDevice device) {
        this.device = device;
    }

    /**
     * Opens a domain, or creates it.
     *
     * @param name null for a domain that nobody else can open
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.XrcdFlag}
     * @return the domain, with one more user
     */
    public synchronized XrcDomain open(@Nullable String name, int flags) {
        check(name, flags);
        XrcDomain existing = name == null ? null : named.get(name);
        if (existing != null) {
            existing.opened();
            return existing;
        }
        XrcDomain domain = new XrcDomain(
                name, device.entering("alloc_xrcd").sharedReceives().allocXrcd());
        if (name != null) {
            named.put(name, domain);
        }
        return domain;
    }

    private void check(@Nullable String name, int flags) {
        if (!device.attributes().can(DeviceCapability.XRC)) {
            throw new VerbsException(QueueRule.XRCDS, "device_cap_flags has no XRC");
        }
        if ((flags & ~KNOWN) != 0) {
            throw new VerbsException(QueueRule.XRCD_FLAGS, "oflag=0x" + Integer.toHexString(flags));
        }
        boolean exists = name != null && named.containsKey(name);
        if (exists && XrcdFlag.O_EXCL.in(flags)) {
            throw new VerbsException(QueueRule.XRCD_EXCLUSIVE, "name=" + name);
        }
        if (name != null && !exists && !XrcdFlag.O_CREAT.in(flags)) {
            throw new VerbsException(QueueRule.XRCD_EXISTS, "name=" + name);
        }
    }

    /**
     * Closes a domain for one user. The last user ends it.
     *
     * @param domain an open domain
     */
    public synchronized void close(XrcDomain domain) {
        if (!domain.isShared()) {
            device.entering("dealloc_xrcd").sharedReceives().deallocXrcd(domain.driver());
            String name = domain.name();
            if (name != null) {
                named.remove(name);
            }
        }
        domain.closed();
    }

    /**
     * Creates a target.
     *
     * @param domain its domain
     * @param udata bytes for the driver
     * @return the driver's QP, with one user
     */
    public synchronized DriverQp createTarget(XrcDomain domain, Udata udata) {
        DriverQp qp = device.entering("create_qp").queues().createXrcTarget(domain.driver(), udata);
        domain.add(qp);
        return qp;
    }

    /**
     * Opens a target of a domain.
     *
     * @param domain its domain
     * @param qpNumber number of the target
     * @return the driver's QP, with one more user
     */
    public synchronized DriverQp openTarget(XrcDomain domain, int qpNumber) {
        XrcDomain.Target target = domain.target(qpNumber);
        if (target == null) {
            throw new VerbsException(QueueRule.OPEN_QP, "qp_num=0x" + Integer.toHexString(qpNumber) + " is no target");
        }
        target.opened();
        return target.driver();
    }

    /**
     * Closes a target for one user. The last user ends it.
     *
     * @param domain its domain
     * @param qp the driver's QP
     */
    public synchronized void closeTarget(XrcDomain domain, DriverQp qp) {
        XrcDomain.Target target = domain.target(qp.number());
        if (target != null && target.isShared()) {
            target.closed();
            return;
        }
        device.entering("destroy_qp").queues().destroyQp(qp);
        domain.remove(qp);
    }
}
