package dev.fenestra.ib.core.spi;

/**
 * Operations of a device about one noun, such as regions or windows. A provider implements each group that it offers by
 * a class, which {@link RdmaDevice} returns. An operation that the class leaves at its default is refused with
 * EOPNOTSUPP, by the name of the device.
 */
public interface DeviceOperations {

    /** {@return the device whose operations these are} */
    NamedDevice device();
}
