package dev.fenestra.tools.serve.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts a server of simulated hosts for the tests of a class. Parameters of the type {@link ServedHosts} start
 * programs on these hosts: in C, C++, Python, Rust or Go, unmodified. The server starts when the first test asks for
 * it, and ends after the last one, with all that its programs have left.
 *
 * <p>A failure tells, as a suppressed exception, what the hosts refused during the test.
 *
 * <p>It needs Linux, libibverbs and a C compiler, as {@code fenestra exec} does; without these a test fails and names
 * what is missing.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(FenestraServerExtension.class)
@SuppressWarnings("exports") // JUnit's types: users of the annotation have JUnit anyway
public @interface FenestraServer {
    /**
     * The names of the hosts.
     *
     * @return one or more
     */
    String[] hosts() default {"alice", "bob"};
}
