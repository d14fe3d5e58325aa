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
     * A refusal: nothing was changed. The caller sees the errno of the rule.
     *
     * @param rule that was broken
     * @param values what was compared, for example {@code "length=0"} or {@code "MR 7 is held by MW 3"}
     * @throws IllegalStateException when the rule has no errno ({@link Rule#errno})
     */
    public VerbsException(Rule rule, String values) {
        super(rule.errno() + ": " + rule.violation() + " [" + rule.id() + "] " + values);
        errno = rule.errno();
        this.rule = rule;
        this.values = values;
    }

    /** {@return what the C verb would return} */
    public Errno errno() {
        return errno;
    }

    /** {@return what the C verb would return on most devices: {@link Rule#usualErrno}} */
    public Errno usualErrno() {
        return rule.usualErrno();
    }

    /** {@return the rule that was broken} */
    public Rule rule() {
        return rule;
    }

    /** {@return what was compared} */
    public String values() {
        return values;
    }
}
