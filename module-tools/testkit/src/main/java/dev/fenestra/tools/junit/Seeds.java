package dev.fenestra.tools.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for each of some seeds, in place of {@code @Test}: the first has the seed of the run, which is
 * 0 by default, or that of {@link Fenestra#seed}, and each next one the next seed. A failure names its seed: with
 * {@code -Dfenestra.seed=N} the first repetition is that one. A bench that a whole class shares keeps its seed.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SeedsExtension.class)
@SuppressWarnings("exports") // JUnit's types: users of the annotation have JUnit anyway
public @interface Seeds {
    /**
     * How many seeds.
     *
     * @return 1 and up
     */
    int value();
}
