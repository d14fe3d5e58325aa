package dev.fenestra.tools.bench;

import java.util.Collection;

/** There is no driver of the name asked for, or none that knew the hardware of a host, which so has no device. */
public final class MissingProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingProviderException(String host) {
        super("no RDMA driver claims the card of " + host + ": is a provider module on the path?");
    }

    MissingProviderException(String provider, Collection<String> known) {
        super("no RDMA driver is called " + provider + "; found: "
                + (known.isEmpty() ? "none" : String.join(", ", known)));
    }
}
