package dev.fenestra.tools.cli;

import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What cards of several providers can, side by side, why they cannot do the rest, and how they and their libraries work
 * together.
 *
 * @param cards the columns
 */
record CardMatrix(List<Card> cards) {
    private static final List<Row> ROWS = List.of(
            Row.has("RC", card -> card.transports().contains(QpType.RC)),
            Row.has("UC", card -> card.transports().contains(QpType.UC)),
            Row.has("UD", card -> card.transports().contains(QpType.UD)),
            Row.has("own type", card -> card.transports().contains(QpType.DRIVER)),
            Row.has("XRC", card -> card.can(DeviceCapability.XRC)),
            Row.has("MW type 1", card -> card.memoryWindows() != MemoryWindows.NONE),
            Row.has("MW type 2A", card -> card.memoryWindows() == MemoryWindows.TYPE_1_AND_2A),
            Row.has("MW type 2B", card -> card.memoryWindows() == MemoryWindows.TYPE_1_AND_2B),
            Row.has("atomics", card -> card.atomicCap() != AtomicCapability.NONE),
            Row.has("SRQ", card -> card.srqs().maxSrq() > 0),
            Row.has("SRQ resize", card -> card.can(DeviceCapability.SRQ_RESIZE)),
            Row.has("fast-register", card -> card.memory().maxFastRegPages() > 0),
            Row.has("device memory", card -> card.memory().maxDmSize() > 0),
            Row.has("FLUSH", card -> card.can(DeviceCapability.FLUSH_GLOBAL)),
            Row.has("ATOMIC_WRITE", card -> card.can(DeviceCapability.ATOMIC_WRITE)),
            Row.number("max_qp_wr", DeviceAttributes::maxQpWr),
            Row.number("max_sge", DeviceAttributes::maxSge),
            Row.number("inline bytes", DeviceAttributes::maxInline),
            Row.number("max_cqe", DeviceAttributes::maxCqe),
            Row.number("max_rd_atomic", DeviceAttributes::maxQpRdAtomic),
            Row.number("max_mr", DeviceAttributes::maxMr),
            Row.number("max_mw", card -> card.memoryWindows() == MemoryWindows.NONE ? 0 : card.maxMw()),
            Row.number("max_qp", DeviceAttributes::maxQp),
            new Row("max_msg_sz", card -> Long.toString(card.maxMessageBytes())));

    private static final List<String> TRAITS =
            List.of(Trait.QUEUES, Trait.POST, Trait.RECEIVE, Trait.EVENT, Trait.REFUSES);

    /**
     * A column.
     *
     * @param driver of the card
     * @param attributes what the card announces
     */
    record Card(RdmaDriver driver, DeviceAttributes attributes) {
        private String name() {
            return driver.name();
        }

        private Optional<String> trait(String what) {
            return driver.traits().stream()
                    .filter(trait -> trait.what().equals(what))
                    .map(Trait::how)
                    .findFirst();
        }
    }

    /**
     * A row.
     *
     * @param name of what is shown
     * @param cell the text for a card
     */
    private record Row(String name, Function<DeviceAttributes, String> cell) {
        static Row has(String name, Predicate<DeviceAttributes> has) {
            return new Row(name, card -> has.test(card) ? "yes" : "-");
        }

        static Row number(String name, ToIntFunction<DeviceAttributes> number) {
            return new Row(name, card -> Integer.toString(number.applyAsInt(card)));
        }
    }

    /** {@return the matrix for a terminal} */
    String text() {
        StringBuilder text = new StringBuilder(String.format("%-14s", ""));
        cards.forEach(card -> text.append(String.format(" %-10s", card.name())));
        for (Row row : ROWS) {
            text.append(String.format("%n%-14s", row.name));
            cards.forEach(card -> text.append(String.format(" %-10s", row.cell.apply(card.attributes))));
        }
        for (Card card : cards) {
            for (Lack lack : card.driver.lacks()) {
                text.append(String.format("%n%s has no %s: %s.", card.name(), lack.what(), lack.reason()));
            }
        }
        for (Card card : cards) {
            for (Trait trait : card.driver.traits()) {
                text.append(String.format("%n%s, %s: %s.", card.name(), trait.what(), trait.how()));
            }
        }
        return text.toString().replaceAll("(?m) +$", "");
    }

    /** {@return the same as tables of a page in Markdown} */
    String markdown() {
        String head = line("what", cards.stream().map(card -> "`" + card.name() + "`"))
                + line("---", cards.stream().map(_ -> "---"));
        String features = ROWS.stream()
                .map(row -> line(row.name, cards.stream().map(card -> row.cell.apply(card.attributes))))
                .collect(Collectors.joining());
        String traits = TRAITS.stream()
                .map(what ->
                        line(what, cards.stream().map(card -> card.trait(what).orElse("-"))))
                .collect(Collectors.joining());
        String lacks = cards.stream()
                .flatMap(card -> card.driver.lacks().stream()
                        .map(lack -> line("`" + card.name() + "`", Stream.of(lack.what(), lack.reason()))))
                .collect(Collectors.joining());
        return head + features
                + "\n## How a card and its library work together\n\n" + head + traits
                + "\n## What a card lacks\n\n"
                + line("card", Stream.of("lacks", "reason")) + line("---", Stream.of("---", "---")) + lacks;
    }

    private static String line(String first, Stream<String> cells) {
        return Stream.concat(Stream.of(first), cells).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
