package dev.fenestra.vendor.mlx;

import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The rules that a test breaks. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Provokes {
    MlxRule[] value();
}
