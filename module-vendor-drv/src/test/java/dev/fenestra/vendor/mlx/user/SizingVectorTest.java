package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorFile;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SizingVectorTest {
    static Stream<Vector> sizes() {
        return VectorFile.read("qp-sizing.json").stream();
    }

    static Stream<Vector> keys() {
        return VectorFile.read("inc-rkey.json").stream();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("sizes")
    void shouldLayOutQueuesAsTheVectorSays(Vector vector) {
        Vector expect = vector.object("expect");
        int result = expect.number("result");
        if (result < 0) {
            VerbsException refused = assertThrows(VerbsException.class, () -> sizesOf(vector));
            assertEquals(-result, refused.errno().code());
            return;
        }

        QpSizes sizes = sizesOf(vector);

        Vector sends = expect.object("sq");
        Vector receives = expect.object("rq");
        assertEquals(result, sizes.bytes());
        assertEquals(sends.number("overhead_bytes"), overhead(vector));
        assertEquals(sends.number("wqe_cnt"), sizes.sendBlocks());
        assertEquals(sends.number("max_post"), sizes.maxPost());
        assertEquals(sends.number("max_gs"), sizes.maxSendSge());
        assertEquals(sends.number("max_inline_data"), sizes.maxInline());
        assertEquals(sends.number("offset_in_buffer"), sizes.receiveBytes());
        assertEquals(receives.number("wqe_cnt"), sizes.receives());
        assertEquals(receives.number("wqe_shift"), sizes.logReceiveStride());
        assertEquals(receives.number("max_post"), sizes.receives());
        assertEquals(receives.number("max_gs"), sizes.maxReceiveSge());
        assertEquals(0, receives.number("offset_in_buffer"));
    }

    private static QpSizes sizesOf(Vector vector) {
        Vector cap = vector.object("cap");
        Vector device = vector.object("device");
        return QpSizes.of(
                new QpCapacity(
                        cap.number("max_send_wr"),
                        cap.number("max_recv_wr"),
                        cap.number("max_send_sge"),
                        cap.number("max_recv_sge"),
                        cap.number("max_inline_data")),
                overhead(vector),
                vector.flag("uses_srq"),
                new QpSizes.Limits(
                        device.number("max_sq_desc_sz"),
                        device.number("max_send_wqebb"),
                        device.number("max_rq_desc_sz"),
                        device.number("max_recv_wr")));
    }

    private static int overhead(Vector vector) {
        String type = vector.text("qp_type");
        Transport transport = type.equals("XRC_SEND") ? Transport.XRC : Transport.valueOf(type);
        if (!vector.has("send_ops")) {
            return SendOverhead.of(transport);
        }
        Set<WrOpcode> operations =
                vector.texts("send_ops").stream().map(WrOpcode::valueOf).collect(Collectors.toSet());
        return SendOverhead.of(transport, operations, vector.flag("mlx5dv_mkey_ops"));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("keys")
    void shouldMoveKeysOnAsTheVectorSays(Vector vector) {
        assertEquals(vector.hexInt("inc"), MemoryKey.next(vector.hexInt("rkey")));
    }

    @Test
    void shouldRunAsManyVectorsAsPromised() {
        assumeTrue(VectorFile.otherFolder() == null, "other folders have other counts");

        assertEquals(48, sizes().count());
        assertEquals(12, keys().count());
    }
}
