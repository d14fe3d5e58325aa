package dev.fenestra.tools.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of time such as {@code 90s}, {@code 30m}, {@code 8h} or {@code 2d}; a number alone is seconds. */
final class TimeConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([smhd]?)");

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Long.parseLong(form.group(1)) == 0) {
            throw new TypeConversionException("'" + text + "' is no time such as 90s, 30m, 8h or 2d");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
