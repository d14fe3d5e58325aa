package dev.fenestra.tools.conformance.junit;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Implements {@link OraclePrograms}; that annotation registers it. */
@SuppressWarnings("exports") // JUnit's types: users of the extension have JUnit anyway
public final class OracleProgramsExtension implements TestTemplateInvocationContextProvider {

    /** Called by JUnit. */
    public OracleProgramsExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getElement(), OraclePrograms.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        OraclePrograms asked = AnnotationSupport.findAnnotation(context.getElement(), OraclePrograms.class)
                .orElseThrow();
        if (asked.count() < 1 || asked.verbs() < 1) {
            throw new ExtensionConfigurationException("@OraclePrograms needs 1 program and 1 verb at least, not "
                    + asked.count() + " programs of " + asked.verbs() + " verbs");
        }
        return LongStream.range(asked.seed(), asked.seed() + asked.count())
                .mapToObj(seed -> new Invocation(new OracleProgram(seed, asked.verbs())));
    }

    /** The test with one of the programs. */
    private record Invocation(OracleProgram program) implements TestTemplateInvocationContext, ParameterResolver {
        @Override
        public String getDisplayName(int number) {
            return "program of seed " + program.seed();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == OracleProgram.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return program;
        }
    }
}
