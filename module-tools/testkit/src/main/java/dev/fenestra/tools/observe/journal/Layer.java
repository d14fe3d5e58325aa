package dev.fenestra.tools.observe.journal;

/** Where an event happened, from the program down to the wire. */
public enum Layer {
    /** The verbs: module-uverbs. */
    UVERBS("uverbs"),
    /** The kernel: module-ib-core. */
    IB_CORE("ib-core"),
    /** The driver, both halves. */
    DRIVER("driver"),
    /** The device and the wire: module-hw-sim. */
    HW_SIM("hw-sim");

    private final String text;

    Layer(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
