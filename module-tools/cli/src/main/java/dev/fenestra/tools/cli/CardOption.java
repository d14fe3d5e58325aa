package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.decode.CardFormat;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option {@code --card} of commands that decode what lies in a queue. */
final class CardOption {
    private static final String USUAL = "mlx5";

    @Option(
            names = "--card",
            paramLabel = "NAME",
            completionCandidates = Names.class,
            converter = Converter.class,
            description = "Whose queue it is of: ${COMPLETION-CANDIDATES}; default: " + USUAL + ".")
    private @Nullable CardFormat card;

    /** {@return the tables of the card; empty for mlx5} */
    Optional<CardFormat> format() {
        return Optional.ofNullable(card);
    }

    /** The names of cards. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            Stream.of(USUAL), Arrays.stream(CardFormat.values()).map(CardFormat::toString))
                    .iterator();
        }
    }

    /** Reads the name of a card. */
    static final class Converter implements ITypeConverter<CardFormat> {
        @Override
        public @Nullable CardFormat convert(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            Optional<CardFormat> found = Arrays.stream(CardFormat.values())
                    .filter(format -> format.toString().equals(lower))
                    .findFirst();
            if (found.isEmpty() && !lower.equals(USUAL)) {
                throw new TypeConversionException(
                        "'" + name + "' is no card; there are " + String.join(", ", new Names()));
            }
            return found.orElse(null);
        }
    }
}
