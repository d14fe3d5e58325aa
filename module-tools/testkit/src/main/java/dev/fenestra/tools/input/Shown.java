package dev.fenestra.tools.input;

import java.util.regex.Pattern;

/** Parts of a user's text as a message shows them: on one line, and short. */
public final class Shown {
    private static final int MOST = 40;
    private static final Pattern NAME = Pattern.compile("[!-~]{1," + MOST + "}");

    private Shown() {}

    /**
     * A text in quotes.
     *
     * @param text any text
     * @return the quoted text
     */
    public static String text(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.chars().limit(MOST).forEach(c -> shown.append(isPlain((char) c) ? (char) c : '?'));
        return shown.append(text.length() > MOST ? "...\"" : "\"").toString();
    }

    /**
     * A name that nothing has: as it is, or in quotes when it is empty, long, or has other characters than a name.
     *
     * @param name any text
     * @return how a message shows it
     */
    public static String name(String name) {
        return NAME.matcher(name).matches() ? name : text(name);
    }

    /** Digits, or another text of plain characters. */
    static String cut(String plain) {
        return plain.length() > MOST ? plain.substring(0, MOST) + "..." : plain;
    }

    /** The path to a value. A long path loses its start, because its end is more useful. */
    static String path(String path) {
        String plain = path.chars()
                .map(c -> isPlain((char) c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return plain.length() > 2 * MOST ? "..." + plain.substring(plain.length() - 2 * MOST) : plain;
    }

    /**
     * One character, or its number where it cannot be seen.
     *
     * @param c any character
     * @return how a message shows it
     */
    public static String character(char c) {
        return c == '"' ? "a quote" : isPlain(c) ? "\"" + c + "\"" : "the character U+%04X".formatted((int) c);
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7f;
    }
}
