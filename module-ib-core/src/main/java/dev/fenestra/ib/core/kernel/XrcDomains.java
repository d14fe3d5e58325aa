package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.kernel.XrcDomain.Target;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The XRC domains of a device. Processes of a host share one by opening the same name, which stands for the inode of Linux; the last
 * who closes it ends it. So it is with the targets in it.
 */
final class XrcDomains {
    private static final int KNOWN = XrcdFlag.mask(XrcdFlag.values());

    private final KernelDevice device;
    private final Map<String, XrcDomain> named = new HashMap<>();

    XrcDomains(KernelDevice device) {
        this.device = device;
    }

    /**
     * @param name null for a domain that nobody else can open
     */
    synchronized XrcDomain open(@Nullable String name, int flags) {
        check(name, flags);
        XrcDomain existing = name == null ? null : named.get(name);
        if (existing != null) {
            existing.opened++;
            return existing;
        }
        XrcDomain domain = new XrcDomain(name, device.entering("alloc_xrcd").allocXrcd());
        if (name != null) {
            named.put(name, domain);
        }
        return domain;
    }

    private void check(@Nullable String name, int flags) {
        if (!device.attributes().can(DeviceCapability.XRC)) {
            throw new VerbsException(Errno.EOPNOTSUPP, KernelRule.XRCDS, "device_cap_flags has no XRC");
        }
        if ((flags & ~KNOWN) != 0) {
            throw new VerbsException(Errno.EINVAL, KernelRule.XRCD_FLAGS, "oflag=0x" + Integer.toHexString(flags));
        }
        boolean exists = name != null && named.containsKey(name);
        if (exists && XrcdFlag.O_EXCL.in(flags)) {
            throw new VerbsException(Errno.EINVAL, KernelRule.XRCD_EXCLUSIVE, "name=" + name);
        }
        if (name != null && !exists && !XrcdFlag.O_CREAT.in(flags)) {
            throw new VerbsException(Errno.EAGAIN, KernelRule.XRCD_EXISTS, "name=" + name);
        }
    }

    /** One who had opened it lets go. */
    synchronized void close(XrcDomain domain) {
        if (domain.opened == 1) {
            device.entering("dealloc_xrcd").deallocXrcd(domain.driver);
            if (domain.name != null) {
                named.remove(domain.name);
            }
        }
        domain.opened--;
    }

    synchronized DriverQp createTarget(XrcDomain domain, Udata udata) {
        DriverQp qp = device.entering("create_qp").createXrcTarget(domain.driver, udata);
        domain.targets.put(qp.number(), new Target(qp));
        return qp;
    }

    synchronized DriverQp openTarget(XrcDomain domain, int qpNumber) {
        Target target = domain.targets.get(qpNumber);
        if (target == null) {
            throw new VerbsException(
                    Errno.EINVAL, KernelRule.OPEN_QP, "qp_num=0x" + Integer.toHexString(qpNumber) + " is no target");
        }
        target.opened++;
        return target.driver;
    }

    /** One who had created or opened the target lets go. */
    synchronized void closeTarget(XrcDomain domain, DriverQp qp) {
        Target target = domain.targets.get(qp.number());
        if (target != null && target.opened > 1) {
            target.opened--;
            return;
        }
        device.entering("destroy_qp").destroyQp(qp);
        domain.targets.remove(qp.number());
    }
}
