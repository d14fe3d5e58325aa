package dev.fenestra.ib.core.vocabulary;

/**
 * A refused control-path call: the Linux errno, the rule that refused and the values it compared. Nothing was changed.
 */
public class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Errno errno;
    private final transient Rule rule;
    private final String values;

    /**
     * @param values what was compared, for example {@code "length=0"} or {@code "MR 7 is held by MW 3"}
     */
    public VerbsException(Errno errno, Rule rule, String values) {
        super(errno + ": " + rule.violation() + " [" + rule.id() + "] " + values);
        this.errno = errno;
        this.rule = rule;
        this.values = values;
    }

    public Errno errno() {
        return errno;
    }

    public Rule rule() {
        return rule;
    }

    public String values() {
        return values;
    }
}
