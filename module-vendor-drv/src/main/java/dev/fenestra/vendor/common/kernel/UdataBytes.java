package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import java.lang.foreign.MemorySegment;

/**
 * Looks at the bytes of user halves before they are used.
 *
 * @param rules of the vendor
 */
public record UdataBytes(VendorRules rules) {
    /**
     * {@return the request; refused by {@link CardRule#UDATA} when it is too short}
     *
     * @param udata of the call
     * @param bytes that it must have
     */
    public MemorySegment request(Udata udata, int bytes) {
        check(udata.request().byteSize() >= bytes, "request=" + udata.request().byteSize() + " bytes");
        return udata.request();
    }

    /**
     * {@return room for the answer; refused by {@link CardRule#UDATA} when it is too short}
     *
     * @param udata of the call
     * @param bytes that it must have
     */
    public MemorySegment answer(Udata udata, int bytes) {
        check(
                udata.response().byteSize() >= bytes,
                "response=" + udata.response().byteSize() + " bytes");
        return udata.response();
    }

    /**
     * Refuses bytes by {@link CardRule#UDATA}.
     *
     * @param holds whether they are right
     * @param values that are not
     */
    public void check(boolean holds, String values) {
        if (!holds) {
            throw rules.refused(CardRule.UDATA, values);
        }
    }
}
