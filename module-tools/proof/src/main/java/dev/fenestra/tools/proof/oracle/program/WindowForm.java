package dev.fenestra.tools.proof.oracle.program;

/** The form of type-2 windows that a device offers. */
public enum WindowForm {
    /** Tied to the QP alone. */
    TYPE_2A("2a"),
    /** Tied to the PD and the QP. */
    TYPE_2B("2b");

    private final String text;

    WindowForm(String text) {
        this.text = text;
    }

    /** For example {@code 2a}. */
    @Override
    public String toString() {
        return text;
    }
}
