package dev.fenestra.ib.core.spi;

/** A device with a name: what each part of {@link RdmaDevice} needs to say who refuses. */
public interface NamedDevice {

    /** {@return the device's name on its host, such as {@code mlx5_0}} */
    String name();
}
