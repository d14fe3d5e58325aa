package dev.fenestra.ib.core.kernel.objects;

/** An XRC domain as one process has opened it. */
public final class XrcdObject extends KernelObject {
    private final XrcDomain domain;

    /**
     * Makes an opened domain.
     *
     * @param domain the shared domain
     */
    public XrcdObject(XrcDomain domain) {
        super(ObjectKind.XRCD);
        this.domain = domain;
    }

    /** {@return the shared domain} */
    public XrcDomain domain() {
        return domain;
    }
}
