package dev.fenestra.tools.measure.cost;

/** An operation of a program on a region or window. */
public enum PricedOperation {
    REGISTER("register"),
    REREG_ACCESS("rereg access"),
    REREG_TRANSLATION("rereg translation"),
    PREFETCH("advise all pages"),
    DEREGISTER("deregister"),
    BIND("bind"),
    INVALIDATE("invalidate"),
    /** The alternative: copying to and from memory that is registered once. */
    COPY("copy instead");

    private final String text;

    PricedOperation(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
