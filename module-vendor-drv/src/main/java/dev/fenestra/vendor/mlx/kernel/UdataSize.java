package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;

/** Looks at the size of udata before a field of it is touched; it comes from user space. */
final class UdataSize {
    private UdataSize() {}

    /** EINVAL for a request or a room for the response that is too short. */
    static void check(Udata udata, int requestBytes, int responseBytes) {
        long request = udata.request().byteSize();
        long response = udata.response().byteSize();
        if (request < requestBytes || response < responseBytes) {
            throw new VerbsException(
                    MlxRule.UDATA.errno(), MlxRule.UDATA, "request=" + request + " response=" + response + " bytes");
        }
    }
}
