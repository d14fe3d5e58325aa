package dev.fenestra.ib.core.kernel;

/** An XRC domain as one process has opened it. */
final class XrcdObject extends KernelObject {
    private final XrcDomain domain;

    XrcdObject(XrcDomain domain) {
        super(ObjectKind.XRCD);
        this.domain = domain;
    }

    XrcDomain domain() {
        return domain;
    }
}
