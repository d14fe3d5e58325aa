package dev.fenestra.tools.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A page of Markdown.
 *
 * @param file where it is
 * @param links what it links to or shows, as written, outside of code
 * @param anchors places in it that a link can name, as GitHub makes them of headings
 */
record DocPage(Path file, List<String> links, Set<String> anchors) {
    private static final String FENCE = "```";
    private static final Pattern LINK = Pattern.compile("]\\(([^()\\s]+)\\)");
    private static final Pattern SPAN = Pattern.compile("`[^`]*`");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```");

    static DocPage read(Path file) throws IOException {
        StringBuilder prose = new StringBuilder();
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        boolean code = false;
        for (String line : Files.readAllLines(file)) {
            if (line.strip().startsWith(FENCE)) {
                code = !code;
            } else if (!code) {
                prose.append(line).append('\n');
                if (line.startsWith("#")) {
                    String anchor = anchor(line.replaceFirst("^#+ ", ""));
                    int before = seen.merge(anchor, 1, Integer::sum) - 1;
                    anchors.add(before == 0 ? anchor : anchor + "-" + before);
                }
            }
        }
        List<String> links = LINK.matcher(SPAN.matcher(prose).replaceAll("`"))
                .results()
                .map(link -> link.group(1))
                .toList();
        return new DocPage(file, links, anchors);
    }

    /** What GitHub makes of a heading: letters, digits, hyphens and underscores; a space becomes a hyphen. */
    static String anchor(String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** The code blocks of a language. */
    static List<String> blocks(Path file, String language) throws IOException {
        return BLOCK.matcher(Files.readString(file))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** Links of this page that lead nowhere, and why; those to other sites are not followed. */
    List<String> dead(Map<Path, DocPage> pages) {
        List<String> dead = new ArrayList<>();
        for (String link : links) {
            if (isOutside(link)) {
                continue;
            }
            Path target = target(link);
            String place = link.contains("#") ? link.substring(link.indexOf('#') + 1) : "";
            DocPage page = pages.get(target);
            if (!Files.exists(target)) {
                dead.add(file + ": there is no " + link);
            } else if (!place.isEmpty() && (page == null || !page.anchors.contains(place))) {
                dead.add(file + ": there is no heading for " + link);
            }
        }
        return dead;
    }

    /** The files that this page links to. */
    List<Path> targets() {
        return links.stream().filter(link -> !isOutside(link)).map(this::target).toList();
    }

    private static boolean isOutside(String link) {
        return link.matches("(https?|mailto):.*");
    }

    private Path target(String link) {
        String path = link.replaceFirst("#.*", "");
        return path.isEmpty()
                ? file
                : file.resolveSibling(path).toAbsolutePath().normalize();
    }
}
