package dev.fenestra.tools.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The range of an option's number, both ends included. Every option with a number has one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Within {
    long least() default Long.MIN_VALUE;

    long most() default Long.MAX_VALUE;
}
