package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The refusal of an operation that a device does not offer. */
final class Unsupported {
    private Unsupported() {}

    static VerbsException operation(NamedDevice device, String operation) {
        return new VerbsException(SpiRule.UNSUPPORTED, device.name() + " has no " + operation);
    }
}
