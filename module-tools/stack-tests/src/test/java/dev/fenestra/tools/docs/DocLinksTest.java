package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between pages lead somewhere, and docs/README.md leads to each page. */
class DocLinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path HANDBOOK = ROOT.resolve("docs/README.md");
    private static final int LEAST_PAGES = 60;
    private static final Path GENERATED = ROOT.resolve("docs/generated/README.md");

    private static Map<Path, DocPage> pages() throws IOException {
        Map<Path, DocPage> pages = new TreeMap<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            for (Path file : Stream.concat(top, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList()) {
                pages.put(file, DocPage.read(file));
            }
        }
        return pages;
    }

    @Test
    void shouldLinkToPlacesThatExist() throws IOException {
        Map<Path, DocPage> pages = pages();

        assertTrue(pages.size() >= LEAST_PAGES, pages.size() + " pages");
        assertEquals(
                List.of(),
                pages.values().stream()
                        .flatMap(page -> page.dead(pages).stream())
                        .toList());
    }

    @Test
    void shouldReachEachPageFromTheHandbook() throws IOException {
        Map<Path, DocPage> pages = pages();
        Set<Path> reached = new HashSet<>(Set.of(HANDBOOK));
        Deque<Path> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (Path target : pages.get(open.remove()).targets()) {
                if (pages.containsKey(target) && reached.add(target)) {
                    open.add(target);
                }
            }
        }
        assertEquals(
                List.of(),
                pages.keySet().stream().filter(page -> !reached.contains(page)).toList(),
                "add these to docs/README.md");
    }

    @Test
    void shouldListEachPageOfTheFolderInTheHandbookItself() throws IOException {
        assertEquals(List.of(), unlisted(HANDBOOK), "add these to docs/README.md");
    }

    @Test
    void shouldListEachGeneratedPage() throws IOException {
        assertEquals(List.of(), unlisted(GENERATED), "add these to docs/generated/README.md");
    }

    @Test
    void shouldSayBelowEachTitleWhatMakesAGeneratedPage() throws IOException {
        List<Path> silent = new ArrayList<>();
        for (Path page : besides(GENERATED)) {
            if (!Files.readAllLines(page).get(2).startsWith("This page is made by `")) {
                silent.add(page);
            }
        }
        assertEquals(List.of(), silent);
    }

    /** Pages of the folder of this one that it does not list. */
    private static List<Path> unlisted(Path list) throws IOException {
        Set<Path> listed = new HashSet<>(DocPage.read(list).targets());
        return besides(list).stream().filter(page -> !listed.contains(page)).toList();
    }

    /** The other pages of the folder of this one. */
    private static List<Path> besides(Path page) throws IOException {
        try (Stream<Path> files = Files.list(page.resolveSibling(""))) {
            return files.filter(file -> file.toString().endsWith(".md") && !file.equals(page))
                    .toList();
        }
    }

    @Test
    void shouldFindDeadLinksAndLeaveCodeAlone(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("page.md");
        Files.writeString(file, """
            # One: `two` & 3
            [a](#one-two--3) [b](#none) ![c](gone.png) [d](https://example.org/x) `[e](span.md)` [f
            g](folded.md)
            ```
            # [h](block.md)
            ```
            """);
        DocPage page = DocPage.read(file);

        assertEquals(
                List.of(
                        file + ": there is no heading for #none",
                        file + ": there is no gone.png",
                        file + ": there is no folded.md"),
                page.dead(Map.of(file, page)));
    }
}
