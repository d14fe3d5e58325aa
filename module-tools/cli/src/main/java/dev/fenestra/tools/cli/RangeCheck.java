package dev.fenestra.tools.cli;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Refuses numbers that are not {@link Within} their range, before the command begins. */
final class RangeCheck implements IExecutionStrategy {
    private final IExecutionStrategy next;

    RangeCheck(IExecutionStrategy next) {
        this.next = next;
    }

    @Override
    public int execute(ParseResult parsed) {
        for (ParseResult part = parsed; part != null; part = part.hasSubcommand() ? part.subcommand() : null) {
            for (OptionSpec option : part.matchedOptions()) {
                check(part, option);
            }
        }
        return next.execute(parsed);
    }

    private static void check(ParseResult part, OptionSpec option) {
        @Nullable Within range = option.userObject() instanceof Field field ? field.getAnnotation(Within.class) : null;
        Object value = option.getValue();
        if (range != null && value instanceof Number number && !isWithin(number, range)) {
            throw new ParameterException(
                    part.commandSpec().commandLine(),
                    option.longestName() + " takes a number from " + range.least() + " to " + range.most() + ", not "
                            + value);
        }
    }

    private static boolean isWithin(Number value, Within range) {
        return value instanceof Double real
                ? real >= range.least() && real <= range.most()
                : value.longValue() >= range.least() && value.longValue() <= range.most();
    }
}
