import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A Java source without its comments. */
final class SourceText {
    private static final String TEXT_QUOTE = "\"\"\"";

    private final String source;
    private final boolean keepsLiterals;
    private final StringBuilder code = new StringBuilder();
    private int at;

    private SourceText(String source, boolean keepsLiterals) {
        this.source = source;
        this.keepsLiterals = keepsLiterals;
    }

    /**
     * Blanks comments out. Literals stay as they are, and so do the breaks of lines.
     *
     * @param source of a compilation unit
     * @return its code
     */
    static String code(String source) {
        return new SourceText(source, true).rest();
    }

    /**
     * Blanks comments and literals out. The breaks of lines stay.
     *
     * @param source of a compilation unit
     * @return its code
     */
    static String codeWithoutLiterals(String source) {
        return new SourceText(source, false).rest();
    }

    private String rest() {
        while (at < source.length()) {
            step();
        }
        return code.toString();
    }

    /** Copies or leaves out a comment, a literal, or one character of anything else. */
    private void step() {
        if (source.startsWith("//", at)) {
            at = end("\n", at);
        } else if (source.startsWith("/*", at)) {
            leaveOutTo(endBehind("*/", at + 2));
        } else if (source.startsWith(TEXT_QUOTE, at)) {
            takeLiteral(endOfLiteral(TEXT_QUOTE));
        } else if (source.charAt(at) == '"' || source.charAt(at) == '\'') {
            takeLiteral(endOfLiteral(source.substring(at, at + 1)));
        } else {
            copyTo(at + 1);
        }
    }

    private void takeLiteral(int end) {
        if (keepsLiterals) {
            copyTo(end);
        } else {
            leaveOutTo(end);
        }
    }

    private void leaveOutTo(int end) {
        source.substring(at, end).chars().filter(c -> c == '\n').forEach(c -> code.append('\n'));
        code.append(' ');
        at = end;
    }

    private void copyTo(int end) {
        code.append(source, at, end);
        at = end;
    }

    private int endOfLiteral(String quote) {
        int i = at + quote.length();
        while (i < source.length() && !source.startsWith(quote, i)) {
            i += source.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i + quote.length(), source.length());
    }

    private int end(String mark, int from) {
        int found = source.indexOf(mark, from);
        return found < 0 ? source.length() : found;
    }

    private int endBehind(String mark, int from) {
        return Math.min(end(mark, from) + mark.length(), source.length());
    }

    /**
     * Lists the Java files of a folder.
     *
     * @param folder where to look
     * @return the files in it and below
     */
    static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }
}
