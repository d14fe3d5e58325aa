package dev.fenestra.tools.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Bounds of a whole number in a format. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Whole {
    /** {@return the least value that is accepted} */
    long least() default Long.MIN_VALUE;

    /** {@return the greatest value that is accepted} */
    long most() default Long.MAX_VALUE;

    /** {@return whether a text is accepted too} A text that begins with {@code 0x} is hexadecimal. */
    boolean orText() default false;
}
