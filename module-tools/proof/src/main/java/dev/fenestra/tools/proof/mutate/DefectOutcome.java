package dev.fenestra.tools.proof.mutate;

/** The outcome of a defect. */
public enum DefectOutcome {
    /** A case of the kit failed. */
    CASE("noticed by a case"),
    /** Device and model differed in a random program. */
    ORACLE("noticed by the oracle"),
    /** A case did not end, so the JVM was ended. */
    HANG("noticed: it hangs"),
    /** The JVM ended by itself, out of memory for example. */
    CRASH("noticed: the JVM ends"),
    /** All cases that reach the line passed, and the oracle saw no difference. */
    SURVIVED("not noticed"),
    /** Neither a case nor the oracle reaches the line. */
    UNREACHED("not reached"),
    /** The JVM does not take the class, so it is no defect. */
    INVALID("no class");

    private final String text;

    DefectOutcome(String text) {
        this.text = text;
    }

    /** In words. */
    public String text() {
        return text;
    }

    /** Whether it was noticed. */
    public boolean isNoticed() {
        return switch (this) {
            case CASE, ORACLE, HANG, CRASH -> true;
            case SURVIVED, UNREACHED, INVALID -> false;
        };
    }

    /** Whether it was tried and not noticed. */
    public boolean isSurvivor() {
        return this == SURVIVED || this == UNREACHED;
    }
}
