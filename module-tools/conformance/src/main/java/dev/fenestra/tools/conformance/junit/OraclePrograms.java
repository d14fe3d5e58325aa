package dev.fenestra.tools.conformance.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for each of some random programs of verbs, in place of {@code @Test}. The test has an
 * {@link OracleProgram} as a parameter, and checks it on hosts of its own choice. The oracle is in the artifact
 * {@code fenestra-proof}.
 *
 * {@snippet lang = java :
 * @OraclePrograms(count = 20)
 * void shouldKeepTheRulesOnAPoorLink(OracleProgram program) {
 *     program.check(seed -> TestBench.builder().seed(seed).faults(POOR).build());
 * }
 * }
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(OracleProgramsExtension.class)
@SuppressWarnings("exports") // JUnit's types: users of the annotation have JUnit anyway
public @interface OraclePrograms {
    /**
     * How many programs.
     *
     * @return 1 and up
     */
    int count() default 10;

    /**
     * The seed of the first program; each next one has the next seed.
     *
     * @return any number
     */
    long seed() default 0;

    /**
     * How many verbs a program has, nearly; after 10,000 steps another program follows.
     *
     * @return 1 and up
     */
    long verbs() default OracleProgram.USUAL_VERBS;
}
