package dev.fenestra.tools.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Bounds of a whole number in a format. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface Whole {
    /** The least that is taken. */
    long least() default Long.MIN_VALUE;

    /** The most that is taken. */
    long most() default Long.MAX_VALUE;

    /** Whether a text is taken too; one that begins with {@code 0x} is hexadecimal. */
    boolean orText() default false;
}
