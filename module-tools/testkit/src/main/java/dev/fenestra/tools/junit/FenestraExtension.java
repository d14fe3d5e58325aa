package dev.fenestra.tools.junit;

import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.IncompleteExecutionException;

/** Implements {@link Fenestra}; that annotation registers it. */
@SuppressWarnings("exports") // JUnit's types: users of the extension have JUnit anyway
public final class FenestraExtension
        implements ParameterResolver, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    /** Called by JUnit. */
    public FenestraExtension() {}

    /** A test's constructor belongs to the test, as its methods do. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return Part.of(parameter.getParameter().getType()).isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Part.of(parameter.getParameter().getType())
                .orElseThrow()
                .take(benchFor(context), parameter.getParameter(), parameter.getIndex());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        bench(context).filter(bench -> !isOwner(context, bench)).ifPresent(SharedBench::begin);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        bench(context).ifPresent(bench -> {
            boolean failed = tell(context, bench);
            if (isOwner(context, bench)) {
                bench.finish(failed);
            } else {
                bench.end(failed);
            }
        });
    }

    @Override
    public void afterAll(ExtensionContext context) {
        bench(context).filter(bench -> isOwner(context, bench)).ifPresent(bench -> bench.finish(tell(context, bench)));
    }

    /** Adds to what a test failed with what explains it. */
    private static boolean tell(ExtensionContext context, SharedBench bench) {
        Optional<Throwable> failure = context.getExecutionException();
        failure.filter(it -> !(it instanceof IncompleteExecutionException))
                .ifPresent(it -> bench.explain(it).forEach(it::addSuppressed));
        return failure.isPresent();
    }

    private static boolean isOwner(ExtensionContext context, SharedBench bench) {
        return bench.isOwnedBy(context.getUniqueId());
    }

    /** The bench that a test or class uses, of its own or of an outer class; none when it never asked for one. */
    private static Optional<SharedBench> bench(ExtensionContext context) {
        return Optional.ofNullable(store(context).get(Settings.source(context), SharedBench.class));
    }

    private static SharedBench benchFor(ExtensionContext context) {
        return bench(context).orElseGet(() -> {
            SharedBench bench = new SharedBench(Settings.of(context), context.getUniqueId());
            store(context).put(bench.source(), bench);
            return bench;
        });
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(Namespace.create(FenestraExtension.class));
    }
}
