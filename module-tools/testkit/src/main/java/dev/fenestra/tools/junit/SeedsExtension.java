package dev.fenestra.tools.junit;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Implements {@link Seeds}; that annotation registers it. */
@SuppressWarnings("exports") // JUnit's types: users of the extension have JUnit anyway
public final class SeedsExtension implements TestTemplateInvocationContextProvider {

    /** Called by JUnit. */
    public SeedsExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getElement(), Seeds.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        int seeds = AnnotationSupport.findAnnotation(context.getElement(), Seeds.class)
                .orElseThrow()
                .value();
        return IntStream.range(0, seeds).mapToObj(_ -> new Repetition());
    }

    /** One of them: {@link Settings} finds its seed by its number. */
    private record Repetition() implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int number) {
            return "seed of the run + " + (number - 1);
        }
    }
}
