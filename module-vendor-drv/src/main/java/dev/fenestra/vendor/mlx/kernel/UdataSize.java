package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;

/** Checks the size of udata, which comes from user space, before a field is read or written. */
final class UdataSize {
    private UdataSize() {}

    /** Refuses with EINVAL a request, or a space for the response, that is too short. */
    static void check(Udata udata, int requestBytes, int responseBytes) {
        long request = udata.request().byteSize();
        long response = udata.response().byteSize();
        if (request < requestBytes || response < responseBytes) {
            throw new VerbsException(MlxRule.UDATA, "request=" + request + " response=" + response + " bytes");
        }
    }
}
