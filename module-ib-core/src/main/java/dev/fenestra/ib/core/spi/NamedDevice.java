package dev.fenestra.ib.core.spi;

/** A device as its operations know it: by the name that their refusals say. */
public interface NamedDevice {

    /** {@return the device's name on its host, such as {@code mlx5_0}} */
    String name();
}
