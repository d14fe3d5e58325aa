package dev.fenestra.tools.proof.mutants;

import com.google.common.graph.GraphBuilder;
import com.google.common.graph.ImmutableGraph;
import com.google.common.graph.Traverser;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Which packages of the stack name classes of which others. It never changes. */
final class PackageGraph {
    /** A class of ours, alone or in a descriptor. */
    private static final Pattern CLASS = Pattern.compile("(dev/fenestra/[a-z0-9_/]+)/[A-Z]\\w*");

    /** From a package to those that name it. */
    private final ImmutableGraph<String> namers;

    private PackageGraph(ImmutableGraph<String> namers) {
        this.namers = namers;
    }

    /**
     * Reads classes.
     *
     * @param classes bytes by name
     */
    static PackageGraph of(Map<String, byte[]> classes) {
        ImmutableGraph.Builder<String> graph =
                GraphBuilder.directed().allowsSelfLoops(true).immutable();
        classes.forEach((name, bytes) -> {
            String own = packageOf(name);
            graph.addNode(own);
            named(bytes).forEach(other -> graph.putEdge(other, own));
        });
        return new PackageGraph(graph.build());
    }

    /** The package of a class. */
    static String packageOf(String className) {
        return className.substring(0, className.lastIndexOf('.'));
    }

    /** All packages of the classes. */
    Set<String> all() {
        return namers.nodes();
    }

    /** The packages of some classes, those that name one of these, those that name one of the latter, and so on. */
    Set<String> knowing(Collection<String> classNames) {
        List<String> first =
                classNames.stream().map(PackageGraph::packageOf).distinct().toList();
        Set<String> knowing = new HashSet<>();
        Traverser.forGraph(namers).breadthFirst(first).forEach(knowing::add);
        return knowing;
    }

    private static Set<String> named(byte[] bytes) {
        Set<String> packages = new HashSet<>();
        for (PoolEntry entry : ClassFile.of().parse(bytes).constantPool()) {
            if (entry instanceof Utf8Entry text) {
                CLASS.matcher(text.stringValue())
                        .results()
                        .map(PackageGraph::packageIn)
                        .forEach(packages::add);
            }
        }
        return packages;
    }

    private static String packageIn(MatchResult found) {
        return found.group(1).replace('/', '.');
    }
}
