package dev.fenestra.tools.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * From where to where the number of an option may go; both ends belong to it. Every option that takes a number has one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Within {
    long least() default Long.MIN_VALUE;

    long most() default Long.MAX_VALUE;
}
