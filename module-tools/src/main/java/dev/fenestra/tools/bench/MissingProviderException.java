package dev.fenestra.tools.bench;

/** No driver knew the hardware of a host, so it has no device. */
public final class MissingProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingProviderException(String host) {
        super("no RDMA driver claims the HCA of " + host + ": is a provider module on the path?");
    }
}
