package dev.fenestra.ib.core.cm;

/**
 * What two devices agree on beyond the standard: enhanced connection establishment. It is passed on and not looked at.
 *
 * @param vendorId 24 bits; 0 for none
 * @param attrMod the vendor's options
 */
public record Ece(int vendorId, int attrMod) {
    /** No agreement. */
    public static final Ece NONE = new Ece(0, 0);
}
