package dev.fenestra.ib.core.vocabulary;

/**
 * A rule of the kernel with the errno of a driver: Linux drivers answer the same violation in different ways.
 *
 * @param usual the rule
 * @param answer what a call that breaks it returns on devices of the driver
 */
public record DriverRule(Rule usual, Errno answer) implements Rule {
    /**
     * {@return the rule as a driver answers it: the rule itself when its errno is the usual one}
     *
     * @param usual the rule
     * @param answer what a call that breaks it returns on devices of the driver
     */
    public static Rule of(Rule usual, Errno answer) {
        return answer == usual.errno() ? usual : new DriverRule(usual, answer);
    }

    @Override
    public RuleFacts facts() {
        return new RuleFacts(usual.id(), usual.text(), usual.violation(), usual.source(), answer);
    }

    @Override
    public Errno usualErrno() {
        return usual.errno();
    }

    @Override
    public Object constant() {
        return usual.constant();
    }
}
