package dev.fenestra.tools.junit;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.tools.bench.PairOptions;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The settings of a {@link Fenestra} annotation and of the run.
 *
 * @param source the method or class that carries the annotation
 * @param replay how to run with this seed again
 * @param pairs how pairs of QPs are connected
 * @param check which broken duties fail a test
 * @param artefacts the folder for files of a failure; empty when none are wanted
 */
record Settings(
        AnnotatedElement source,
        int hosts,
        long seed,
        String replay,
        WindowSupport windows,
        PairOptions pairs,
        List<BenchSetup> setup,
        Check check,
        Optional<Path> artefacts) {
    private static final String SEED = "fenestra.seed";
    private static final String RANDOM = "random";
    private static final String ARTEFACTS = "fenestra.artefacts";
    private static final String OFF = "off";

    /** Of the annotation nearest to a test: on its method, its class or an enclosing one. */
    static Settings of(ExtensionContext context) {
        AnnotatedElement source = source(context);
        Fenestra said = annotation(source).orElseThrow();
        boolean fixed = said.seed() != Fenestra.SEED_OF_THE_RUN;
        long seed = (fixed ? said.seed() : seedOfTheRun(context)) + repetition(context);
        List<BenchSetup> setup = Stream.of(said.setup())
                .<BenchSetup>map(type -> ReflectionSupport.newInstance(type))
                .toList();
        String replay = fixed ? "fixed by @Fenestra" : "replay with -D" + SEED + "=" + seed;
        PairOptions pairs = said.connectByCm() ? PairOptions.DEFAULT.withCm() : PairOptions.DEFAULT;
        return new Settings(
                source, said.hosts(), seed, replay, said.windows(), pairs, setup, said.check(), artefacts(context));
    }

    /** The method or class whose annotation configures the bench of a test. */
    static AnnotatedElement source(ExtensionContext context) {
        return Stream.iterate(Optional.of(context), Optional::isPresent, it -> it.flatMap(ExtensionContext::getParent))
                .flatMap(Optional::stream)
                .flatMap(it -> it.getElement().stream())
                .filter(element -> annotation(element).isPresent())
                .findFirst()
                .orElseThrow(() -> new ExtensionConfigurationException(
                        "FenestraExtension is registered by the annotation @Fenestra, on the test or its class"));
    }

    /**
     * Builds the bench.
     *
     * @param watch sees it before the setup classes do
     */
    TestBench build(Consumer<TestBench> watch) {
        TestBenchBuilder builder =
                TestBench.builder().hosts(hosts).seed(seed).hostConfig(HostConfig::withCreationNoted);
        if (windows != WindowSupport.TYPES_1_AND_2B) {
            builder.windows(windows);
        }
        setup.forEach(it -> it.configure(builder, seed));
        TestBench bench = builder.build();
        watch.accept(bench);
        setup.forEach(it -> it.install(bench));
        return bench;
    }

    private static Optional<Fenestra> annotation(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, Fenestra.class);
    }

    /** A folder for each test or class; that of a repeated test has the number of the repetition. */
    private static Optional<Path> artefacts(ExtensionContext context) {
        String asked = context.getConfigurationParameter(ARTEFACTS).orElse("target/fenestra");
        String type = context.getTestClass().map(Class::getName).orElse("");
        String method = context.getTestMethod().map(it -> "." + it.getName()).orElse("");
        String number = context.getUniqueId().replaceFirst("(?s)^.*#(\\d+)\\]$", "-$1");
        String name = type + method + (number.startsWith("-") ? number : "");
        return asked.equals(OFF) ? Optional.empty() : Optional.of(Path.of(asked, name));
    }

    /** The number of a repetition of {@link Seeds}, from 0 on; 0 for other tests. */
    private static long repetition(ExtensionContext context) {
        boolean isRepeated = context.getTestMethod()
                .filter(method -> AnnotationSupport.isAnnotated(method, Seeds.class))
                .isPresent();
        return isRepeated ? Long.parseLong(context.getUniqueId().replaceFirst("(?s)^.*#(\\d+)\\]$", "$1")) - 1 : 0;
    }

    private static long seedOfTheRun(ExtensionContext context) {
        String asked = context.getConfigurationParameter(SEED).orElse("0");
        if (asked.equals(RANDOM)) {
            return new SplittableRandom().nextInt(Integer.MAX_VALUE);
        }
        try {
            return Long.decode(asked);
        } catch (NumberFormatException e) {
            throw new ExtensionConfigurationException(
                    SEED + " is a number or " + RANDOM + ", not \"" + asked + "\"", e);
        }
    }
}
