package dev.fenestra.tools.layering;

import com.google.common.base.CharMatcher;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is too large in a file: a method, or the columns of a line. A file itself may have any number of lines. */
final class Sizes {
    static final int MOST_LINES_OF_A_METHOD = 40;
    static final int MOST_COLUMNS = 120;

    private static final Pattern NOT_CODE = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*+|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])++'",
            Pattern.DOTALL);
    private static final Pattern ANNOTATIONS = Pattern.compile("(?:\\s*@[\\w.]+(?:\\([^()]*+\\))?)*+\\s*+");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record)\\s+(\\w+)");
    private static final Pattern METHOD = Pattern.compile("(?<type>[\\w>\\]]\\s+)?(?<name>\\w+)\\s*(?:\\(|$)");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```|^    .*?$");

    /**
     * Something that is too large.
     *
     * @param kind {@code method} or {@code wide}
     * @param size lines of the method, or how many lines are too wide
     * @param name of the method, or nothing
     */
    record Excess(String kind, int size, String file, String name) {
        /** A line of the list of exceptions. */
        @Override
        public String toString() {
            return (kind + " " + size + " " + file + " " + name).stripTrailing();
        }

        String sentence() {
            return kind.equals("method")
                    ? "Method " + name + " of " + file + " has " + size + " lines: at most " + MOST_LINES_OF_A_METHOD
                            + " are allowed."
                    : file + " has " + size + " lines of more than " + MOST_COLUMNS + " columns: none are allowed.";
        }
    }

    /** A brace that is open. */
    private record Open(boolean isType, String name, int from) {}

    private Sizes() {}

    /** What is too large in a Java file; in a test only its columns count. */
    static List<Excess> ofJava(Path file, String source) {
        List<Excess> found = new ArrayList<>(wide(file, source));
        if (file.toString().contains("src/main/java/")) {
            found.addAll(methods(file, source));
        }
        return found;
    }

    /** What is too large in a page: tables, code blocks and what has no space in it may be wide. */
    static List<Excess> ofMarkdown(Path file, String text) {
        String prose = CODE_BLOCK.matcher(text).replaceAll("");
        return wide(file, prose.replaceAll("(?m)^\\|.*$|^\\S*$", ""));
    }

    private static List<Excess> wide(Path file, String text) {
        int count =
                (int) text.lines().filter(line -> line.length() > MOST_COLUMNS).count();
        return count == 0 ? List.of() : List.of(new Excess("wide", count, file.toString(), ""));
    }

    private static List<Excess> methods(Path file, String source) {
        String code = NOT_CODE.matcher(source).replaceAll(found -> found.group().replaceAll("[^\\n]", " "));
        List<Excess> found = new ArrayList<>();
        Deque<Open> open = new ArrayDeque<>();
        int header = 0;
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c == '{') {
                open.push(opened(code, header, i, open));
            } else if (c == '}') {
                Open closed = open.pop();
                int lines = CharMatcher.is('\n').countIn(code.substring(closed.from, i)) + 1;
                if (!closed.isType && !closed.name.isEmpty() && lines > MOST_LINES_OF_A_METHOD) {
                    found.add(new Excess("method", lines, file.toString(), closed.name));
                }
            }
            header = c == '{' || c == '}' || c == ';' ? i + 1 : header;
        }
        return found;
    }

    /** What a brace opens: a type, a method, or a block, which has no name. */
    private static Open opened(String code, int header, int brace, Deque<Open> around) {
        Matcher annotations = ANNOTATIONS.matcher(code).region(header, brace);
        int from = annotations.lookingAt() ? annotations.end() : header;
        String text = code.substring(from, brace).strip();
        Matcher type = TYPE.matcher(text);
        if (type.find() && (around.isEmpty() || around.peek().isType)) {
            return new Open(true, type.group(1), from);
        }
        if (around.isEmpty() || !around.peek().isType || text.contains("=")) {
            return new Open(around.isEmpty(), "", from);
        }
        Matcher method = METHOD.matcher(text);
        boolean isConstant = !method.find()
                || method.group("type") == null && !method.group("name").equals(around.peek().name);
        return isConstant ? new Open(true, "", from) : new Open(false, method.group("name"), from);
    }

    /** The list of exceptions. */
    static List<String> lines(Stream<Excess> found) {
        return found.map(Excess::toString).sorted().toList();
    }
}
