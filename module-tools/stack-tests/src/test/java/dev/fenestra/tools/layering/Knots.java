package dev.fenestra.tools.layering;

import static java.util.stream.Collectors.toMap;

import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import com.google.common.graph.Graph;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The knots of one package: files that reach each other through references. A reader of one file of a knot has to read
 * all of them.
 *
 * <p>References are read from the sources, comments and literals left out: bytecode has lost those to constants.
 */
final class Knots {

    private static final Pattern NOT_CODE = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'",
            Pattern.DOTALL);
    private static final Pattern IMPORT = Pattern.compile("(?m)^(?:import|package) .*$");
    private static final Pattern WORD = Pattern.compile("(?<![\\w.])[A-Z]\\w*");

    private final Graph<String> references;

    private Knots(Graph<String> references) {
        this.references = references;
    }

    /**
     * Reads one package; packages below it are left out.
     *
     * @param folder the folder of the package
     */
    static Knots of(Path folder) throws IOException {
        Map<String, Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.filter(it ->
                            it.toString().endsWith(".java") && !it.toString().endsWith("-info.java"))
                    .collect(toMap(Knots::nameOf, it -> it));
        }
        MutableGraph<String> graph = GraphBuilder.directed().build();
        files.keySet().forEach(graph::addNode);
        for (Map.Entry<String, Path> file : files.entrySet()) {
            Matcher words = WORD.matcher(code(Files.readString(file.getValue())));
            while (words.find()) {
                if (files.containsKey(words.group()) && !words.group().equals(file.getKey())) {
                    graph.putEdge(file.getKey(), words.group());
                }
            }
        }
        return new Knots(graph);
    }

    private static String nameOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ".java".length());
    }

    private static String code(String source) {
        return IMPORT.matcher(NOT_CODE.matcher(source).replaceAll(" ")).replaceAll("");
    }

    /** How many files the package has. */
    int files() {
        return references.nodes().size();
    }

    /** The largest knot; a set of one file or none where no two files reach each other. */
    Set<String> largest() {
        Map<String, Set<String>> reach =
                Maps.toMap(references.nodes(), file -> Graphs.reachableNodes(references, file));
        return references.nodes().stream()
                .map(file -> Sets.filter(
                        reach.getOrDefault(file, Set.of()),
                        other -> reach.getOrDefault(other, Set.of()).contains(file)))
                .max(Comparator.comparingInt(Set::size))
                .orElse(Set.of());
    }
}
