package dev.fenestra.tools.observe.journal;

/** Where an event happened, from the program down to the wire. */
public enum Layer {
    UVERBS("uverbs"),
    IB_CORE("ib-core"),
    DRIVER("driver"),
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
