package dev.fenestra.tools.cli;

import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.observe.decode.CardOpcodes;
import java.util.Arrays;
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
            new Row("max_msg_sz", card -> Long.toString(card.attributes.maxMessageBytes())));

    /** The numbers of operations in requests. */
    private static final List<Row> OPCODES = Arrays.stream(CardOpcodes.Name.values())
            .map(name -> new Row(name.name(), card -> numbers(CardOpcodes.of(card.name(), name))))
            .toList();

    /** What calls end with. mlx5 numbers its rules, and leaves some checks to the kernel. */
    private static final List<Row> ERRNOS = List.of(
            Row.errno("too many pieces in a send", "PIECES", "MLX-1"),
            Row.errno("too much inline data", "INLINE", "MLX-2"),
            Row.errno("an operation that the library does not know", "OPCODE", "MLX-38"),
            Row.errno("a call that the card does not have", "OPERATION", "MLX-3"),
            Row.errno("a receive in RESET", "RECEIVE_STATE", "MLX-5"),
            Row.errno("a full receive queue", "RECEIVE_ROOM", "MLX-6"),
            Row.errno("a request that the card refuses", "CARD", "MLX-8"),
            Row.errno("an object that is in use", "UNUSED", "MLX-72"),
            Row.errno("a region with bound windows", "BOUND", ""),
            Row.errno("no room for the object", "LIMIT", "MLX-73"),
            Row.errno("no room for a region", "ENTRY_LIMIT", "MLX-73"),
            Row.errno("a GID that the port lacks", "GID", "MLX-12"),
            Row.errno("a transport that the card lacks", "SERVICE", ""),
            Row.errno("a CQ of a wrong size", "CQ_SIZE", ""),
            Row.errno("a resize that drops completions", "CQ_ROOM", ""),
            Row.errno("udata that break the ABI", "UDATA", "MLX-9"),
            Row.errno("memory of a QP that was not registered", "QP_MEMORY", ""),
            Row.errno("memory of a CQ that was not registered", "CQ_MEMORY", ""));

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
    private record Row(String name, Function<Card, String> cell) {
        static Row has(String name, Predicate<DeviceAttributes> has) {
            return new Row(name, card -> has.test(card.attributes) ? "yes" : "-");
        }

        static Row number(String name, ToIntFunction<DeviceAttributes> number) {
            return new Row(name, card -> Integer.toString(number.applyAsInt(card.attributes)));
        }

        /** By the rule of a card, whose id begins with the name of the driver, or by that of mlx5. */
        static Row errno(String name, String rule, String ofMlx5) {
            return new Row(
                    name,
                    card -> card.driver.rules().stream()
                            .filter(one -> one.id().equalsIgnoreCase(card.name() + "-" + rule)
                                    || one.id().equals(ofMlx5))
                            .map(one -> one.errno().name())
                            .findFirst()
                            .orElse("-"));
        }
    }

    /** {@return the matrix for a terminal} */
    String text() {
        StringBuilder text = new StringBuilder(table("", ROWS));
        text.append(table("%n%nnumbers in requests", OPCODES)).append(table("%n%nerrnos", ERRNOS));
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

    private String table(String title, List<Row> rows) {
        int width = rows.stream().mapToInt(row -> row.name.length()).max().orElse(0);
        String first = "%-" + width + "s";
        StringBuilder text = new StringBuilder(String.format(title));
        String head = String.format(first, "");
        text.append(title.isEmpty() ? head : String.format("%n") + head);
        cards.forEach(card -> text.append(String.format(" %-10s", card.name())));
        for (Row row : rows) {
            text.append(String.format("%n" + first, row.name));
            cards.forEach(card -> text.append(String.format(" %-10s", row.cell.apply(card))));
        }
        return text.toString();
    }

    private static String numbers(List<Integer> numbers) {
        return numbers.isEmpty()
                ? "-"
                : numbers.stream()
                        .map(number -> String.format("0x%02x", number))
                        .collect(Collectors.joining(","));
    }

    /** {@return the same as tables of a page in Markdown} */
    String markdown() {
        String head = line("what", cards.stream().map(card -> "`" + card.name() + "`"))
                + line("---", cards.stream().map(_ -> "---"));
        String traits = TRAITS.stream()
                .map(what ->
                        line(what, cards.stream().map(card -> card.trait(what).orElse("-"))))
                .collect(Collectors.joining());
        String lacks = cards.stream()
                .flatMap(card -> card.driver.lacks().stream()
                        .map(lack -> line("`" + card.name() + "`", Stream.of(lack.what(), lack.reason()))))
                .collect(Collectors.joining());
        return head + lines(ROWS)
                + "\n## Numbers of operations in a send request\n\n" + head + lines(OPCODES)
                + "\n## Errnos\n\n" + head + lines(ERRNOS)
                + "\n## How a card and its library work together\n\n" + head + traits
                + "\n## What a card lacks\n\n"
                + line("card", Stream.of("lacks", "reason")) + line("---", Stream.of("---", "---")) + lacks;
    }

    private String lines(List<Row> rows) {
        return rows.stream()
                .map(row -> line(row.name, cards.stream().map(row.cell)))
                .collect(Collectors.joining());
    }

    private static String line(String first, Stream<String> cells) {
        return Stream.concat(Stream.of(first), cells).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
