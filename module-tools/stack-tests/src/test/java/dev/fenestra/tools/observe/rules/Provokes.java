package dev.fenestra.tools.observe.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The rule that a test breaks, by its id. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Provokes {
    String value();
}
