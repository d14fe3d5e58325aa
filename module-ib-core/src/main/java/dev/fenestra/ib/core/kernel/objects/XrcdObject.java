package dev.fenestra.ib.core.kernel.objects;

/** An XRC domain as one process has opened it. */
public final class XrcdObject extends KernelObject {
    private final XrcDomain domain;

    public XrcdObject(XrcDomain domain) {
        super(ObjectKind.XRCD);
        this.domain = domain;
    }

    public XrcDomain domain() {
        return domain;
    }
}
