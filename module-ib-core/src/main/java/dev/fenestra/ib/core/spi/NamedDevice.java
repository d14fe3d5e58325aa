package dev.fenestra.ib.core.spi;

/** A device with a name. Each part of {@link RdmaDevice} names it in its refusals. */
public interface NamedDevice {

    /** {@return the device's name on its host, such as {@code mlx5_0}} */
    String name();
}
