package dev.fenestra.tools.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command that a page shows.
 *
 * @param page its file
 * @param line from 1
 * @param text without the comment after it, and with single spaces
 * @param output what follows it in a block of the language console; empty elsewhere
 */
record DocCommand(Path page, int line, String text, List<String> output) {
    private static final Path ROOT = Path.of("..");
    private static final String FENCE = "```";
    private static final String CONSOLE = "console";
    private static final String PROMPT = "$ ";
    private static final String INDENT = "    ";
    private static final Pattern BEGIN =
            Pattern.compile("(\\./fenestra|mvn|cd|java|tshark|rdma|ibv_\\w+|linux\\$|fenestra\\$)( .*|$)");
    private static final Pattern SPAN = Pattern.compile("`(\\./fenestra [^`]+)`");

    /** All pages that tell users what to type. */
    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"));
                Stream<Path> generated = Files.list(ROOT.resolve("docs/generated"))) {
            return Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs/campaigns/README.md")
                                    .map(ROOT::resolve),
                            Stream.concat(docs, generated)
                                    .filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        }
    }

    static List<DocCommand> in(Path page) throws IOException {
        List<DocCommand> found = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        String language = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.strip().startsWith(FENCE)) {
                language = language == null ? line.strip().substring(FENCE.length()) : null;
            } else if (language != null && language.equals(CONSOLE)) {
                if (line.startsWith(PROMPT)) {
                    found.add(new DocCommand(page, i + 1, plain(line.substring(2)), output(lines, i + 1)));
                }
            } else if (language != null ? language.isEmpty() : line.startsWith(INDENT)) {
                String command = plain(line.strip());
                if (BEGIN.matcher(command).matches()) {
                    found.add(new DocCommand(page, i + 1, command, List.of()));
                }
            } else if (language == null) {
                Matcher span = SPAN.matcher(line);
                while (span.find()) {
                    found.add(new DocCommand(page, i + 1, plain(span.group(1).replace("\\|", "|")), List.of()));
                }
            }
        }
        return found;
    }

    /** A comment follows a hash, or several spaces when the rest is no command. */
    private static String plain(String text) {
        String command = text.replaceFirst("\\s+#.*", "");
        boolean isPrompt = command.matches("(linux|fenestra)\\$.*");
        return (isPrompt ? command : command.replaceFirst("\\s{2,}.*", ""))
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static List<String> output(List<String> lines, int begin) {
        return lines.subList(begin, lines.size()).stream()
                .takeWhile(line -> !line.startsWith(PROMPT) && !line.startsWith(FENCE))
                .toList();
    }

    /** Whether this output is the one that the page promises; {@code ...} matches anything. */
    boolean isPromised(String printed) {
        String promised = String.join("\n", output).strip();
        String pattern = Stream.of(promised.split(Pattern.quote("..."), -1))
                .map(Pattern::quote)
                .reduce((a, b) -> a + ".*" + b)
                .orElseThrow();
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(printed.strip()).matches();
    }

    @Override
    public String toString() {
        return page.getFileName() + ":" + line + " " + text;
    }
}
