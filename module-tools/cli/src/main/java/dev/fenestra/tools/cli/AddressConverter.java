package dev.fenestra.tools.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an IP address, or the name of a host that has one. */
final class AddressConverter implements ITypeConverter<InetAddress> {
    @Override
    public InetAddress convert(String text) {
        return address(text);
    }

    /**
     * An address.
     *
     * @throws TypeConversionException when a text is none
     */
    static InetAddress address(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("'" + text + "' is no IP address");
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException unknown) {
            throw new TypeConversionException("'" + text + "' is no IP address, and no host of this name is known");
        }
    }
}
