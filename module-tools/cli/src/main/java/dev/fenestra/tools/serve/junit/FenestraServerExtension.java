package dev.fenestra.tools.serve.junit;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Implements {@link FenestraServer}; that annotation registers it. */
@SuppressWarnings("exports") // JUnit's types: users of the extension have JUnit anyway
public final class FenestraServerExtension
        implements ParameterResolver, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final String KEY = "server";

    /** Called by JUnit. */
    public FenestraServerExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ServedHosts.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Store store = store(context);
        Optional<ServedHosts> running = running(context);
        if (running.isPresent()) {
            return running.get();
        }
        ServedHosts started = start(context);
        store.put(KEY, started);
        return started;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        running(context).ifPresent(ServedHosts::begin);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Optional<Throwable> failure = context.getExecutionException();
        if (failure.isPresent()) {
            running(context).flatMap(ServedHosts::refused).ifPresent(failure.get()::addSuppressed);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        Optional<ServedHosts> running = running(context);
        if (running.isPresent() && owner(context) == context.getRequiredTestClass()) {
            running.get().close();
        }
    }

    /** The class that carries the annotation: that of the test, or one around it. */
    private static Class<?> owner(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        Class<?> around = type.getEnclosingClass();
        while (around != null && !AnnotationSupport.isAnnotated(type, FenestraServer.class)) {
            type = around;
            around = type.getEnclosingClass();
        }
        return type;
    }

    private static ServedHosts start(ExtensionContext context) {
        FenestraServer said = AnnotationSupport.findAnnotation(owner(context), FenestraServer.class)
                .orElseThrow();
        try {
            return ServedHosts.start(List.of(said.hosts()));
        } catch (IOException refused) {
            throw new ParameterResolutionException("no server can be started: " + refused.getMessage(), refused);
        }
    }

    private static Optional<ServedHosts> running(ExtensionContext context) {
        return Optional.ofNullable(store(context).get(KEY, ServedHosts.class));
    }

    /** Of the class, for all of its tests. */
    private static Store store(ExtensionContext context) {
        Namespace own = Namespace.create(FenestraServerExtension.class, owner(context));
        return context.getRoot().getStore(own);
    }
}
