package dev.fenestra.tools.duties;

import java.util.List;
import java.util.Optional;

/** The bytes of a buffer when its request was posted. */
interface KeptBytes {

    /**
     * A difference.
     *
     * @param range the bytes that differ at least, from the first that does
     * @param before its first bytes, hexadecimal; empty when they were not kept
     * @param after the same bytes now
     * @param isSampled whether only some bytes of the buffer were compared
     */
    record Difference(AddressRange range, String before, String after, boolean isSampled) {}

    /**
     * Compares with the memory as it is now.
     *
     * @param placed what devices may have stored meanwhile; it does not count
     * @return the first difference; empty when there is none
     */
    Optional<Difference> compare(List<AddressRange> placed);

    /** {@return whether both hold the same bytes, as far as they are kept whole} */
    boolean holdsSameAs(KeptBytes other);
}
