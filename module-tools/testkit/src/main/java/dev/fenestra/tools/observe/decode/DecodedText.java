package dev.fenestra.tools.observe.decode;

/** A decoded structure as text: one line per field, aligned. */
public final class DecodedText {
    private static final String INDENT = "  ";
    private static final int VALUE_WIDTH = 20;

    private final StringBuilder text = new StringBuilder();
    private final int nameWidth;

    private DecodedText(int nameWidth) {
        this.nameWidth = nameWidth;
    }

    public static String of(Decoded decoded) {
        DecodedText writer = new DecodedText(nameWidth(decoded));
        writer.write(decoded, "");
        return writer.text.toString();
    }

    private static int nameWidth(Decoded decoded) {
        int own = decoded.fields().stream()
                .mapToInt(field -> field.name().length())
                .max()
                .orElse(0);
        return Math.max(
                own,
                decoded.parts().stream().mapToInt(DecodedText::nameWidth).max().orElse(0));
    }

    private void write(Decoded decoded, String indent) {
        text.append(indent)
                .append(Bytes.at(decoded.offset()))
                .append(INDENT)
                .append(decoded.title())
                .append(" (")
                .append(decoded.bytes())
                .append(" bytes)\n");
        String inner = indent + INDENT;
        decoded.notes().forEach(note -> text.append(inner).append(note).append('\n'));
        decoded.fields().forEach(field -> write(field, inner));
        decoded.parts().forEach(part -> write(part, inner));
    }

    private void write(DecodedField field, String indent) {
        String line = indent
                + String.format(
                        "%s %7s  %-" + nameWidth + "s  %-" + VALUE_WIDTH + "s%s",
                        Bytes.at(field.place().offset()),
                        "[" + field.place().bits() + "]",
                        field.name(),
                        field.value(),
                        field.meaning().isEmpty() ? "" : "  " + field.meaning());
        text.append(line.stripTrailing()).append('\n');
    }
}
