package dev.fenestra.tools.observe.rules;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.uverbs.VerbsRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads from the sources of all modules which class enforces a rule, and which test class breaks it. */
final class SourceScan {
    private static final Pattern CONSTANT = Pattern.compile("\\b([A-Z]\\w+Rule\\.[A-Z][A-Z_0-9]*)\\b");
    private static final Pattern PROVOKES = Pattern.compile("@Provokes\\(\"([^\"]+)\"\\)");
    /** Classes that name rules without breaking them. */
    private static final Set<String> NO_TESTS = Set.of("RuleCoverageTest", "SourceScan");

    /** The part of the tools that enforces rules, for programs of other processes. The rest only names them. */
    private static final Path SERVER = Path.of("dev", "fenestra", "tools", "bridge");

    /** Rule ids by constant, such as {@code HcaRule.B12}. */
    private final Map<String, String> ids = new TreeMap<>();

    private final Map<String, Set<String>> enforcers = new TreeMap<>();
    private final Map<String, Set<String>> tests = new TreeMap<>();

    SourceScan(Path root) throws IOException {
        Stream.of(
                        VerbsRule.values(),
                        SpiRule.values(),
                        KernelRule.values(),
                        RegionRule.values(),
                        QueueRule.values(),
                        MemoryRule.values(),
                        AbiRule.values(),
                        CmRule.values())
                .flatMap(Stream::of)
                .forEach(this::add);
        ServiceLoader.load(RdmaDriver.class).forEach(driver -> driver.rules().forEach(this::add));
        for (HcaRule rule : HcaRule.values()) {
            ids.put(RulePlaces.key(rule), rule.id());
        }
        for (Path module : list(root)) {
            Path main = module.resolve("src/main/java");
            scan(module.startsWith(root.resolve("module-tools")) ? main.resolve(SERVER) : main, this::enforced);
            scan(module.resolve("src/test/java"), this::tested);
        }
    }

    /** The lines that the resource must have. */
    List<String> lines() {
        return ids.keySet().stream()
                .map(key -> key + " | " + names(enforcers, key) + " | " + names(tests, key))
                .toList();
    }

    private static String names(Map<String, Set<String>> found, String key) {
        return String.join(", ", found.getOrDefault(key, Set.of()));
    }

    private void add(Rule rule) {
        if (rule.constant() instanceof Enum<?> constant) {
            ids.put(RulePlaces.key(constant), rule.id());
        }
    }

    private void enforced(String file, String text) {
        CONSTANT.matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(ids::containsKey)
                .filter(key -> !key.startsWith(file + "."))
                .forEach(key ->
                        enforcers.computeIfAbsent(key, _ -> new TreeSet<>()).add(file));
    }

    private void tested(String file, String text) {
        if (NO_TESTS.contains(file)) {
            return;
        }
        CONSTANT.matcher(text).results().map(match -> match.group(1)).forEach(key -> testedBy(key, file));
        Matcher provoked = PROVOKES.matcher(text);
        while (provoked.find()) {
            String id = provoked.group(1);
            ids.forEach((key, known) -> {
                if (known.equals(id)) {
                    testedBy(key, file);
                }
            });
        }
    }

    /** A helper that holds ways to break rules counts as well as a test that breaks them itself. */
    private void testedBy(String key, String file) {
        if (ids.containsKey(key)) {
            tests.computeIfAbsent(key, _ -> new TreeSet<>()).add(file);
        }
    }

    private interface Reader {
        void read(String file, String text);
    }

    private static void scan(Path sources, Reader reader) throws IOException {
        if (!Files.isDirectory(sources)) {
            return;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString();
                reader.read(name.substring(0, name.length() - ".java".length()), Files.readString(file));
            }
        }
    }

    private static List<Path> list(Path root) throws IOException {
        try (Stream<Path> modules = Files.list(root);
                Stream<Path> parts = Files.list(root.resolve("module-tools"))) {
            return Stream.concat(modules, parts)
                    .filter(path -> Files.exists(path.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }
}
