package dev.fenestra.tools.observe.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.CmaHeader;
import dev.fenestra.ib.core.mad.RejMad;
import dev.fenestra.ib.core.mad.ReqMad;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Datagrams to QP 1, field by field. */
class DecodeMadTest {
    /** BTH of a UD SEND to QP 1, and a DETH with the well-known Q_Key. */
    private static final String TO_QP_1 = "6400ffff" + "00000001" + "00000007" + "80010000" + "00000001";

    private static final int MAD_AT = 20;
    private static final int PRIVATE_DATA_AT = MAD_AT + 24 + 140;

    private static Decoded decoded(String headers, byte[] payload) throws DecodeException {
        return PacketDecoder.decode(HexInput.read(headers + HexFormat.of().formatHex(payload)));
    }

    private static DecodedField field(Decoded packet, int part, String name) {
        return packet.parts().get(part).fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldShowARequestWithTheAddressesOfRdmaCm() throws DecodeException {
        byte[] req = CmAttribute.REQ.mad(5);
        ReqMad.SERVICE_ID.set(req, 0x01061d2fL);
        ReqMad.LOCAL_QPN.set(req, 0x51);
        ReqMad.RNR_RETRY_COUNT.set(req, 6);
        byte[] header = new byte[CmaHeader.OCTETS];
        CmaHeader.IP_VERSION.set(header, 4);
        CmaHeader.PORT.set(header, 4791);
        CmaHeader.DESTINATION.set(header, new Gid(0, 0x0a000001));
        ReqMad.PRIVATE_DATA.set(req, header);

        Decoded packet = decoded(TO_QP_1, req);

        assertEquals(
                List.of("BTH", "DETH", "MAD header", "CM REQ", "RDMA CM header"),
                packet.parts().stream().map(Decoded::title).toList());
        assertEquals("REQ", field(packet, 2, "attribute_id").meaning());
        assertEquals("RDMA CM, port 7471", field(packet, 3, "service_id").meaning());
        assertEquals("81", field(packet, 3, "local_qpn").meaning());
        DecodedField rnr = field(packet, 3, "rnr_retry_count");
        assertEquals("0x6", rnr.value());
        assertEquals("2:0", rnr.place().bits());
        assertEquals(MAD_AT + 24 + 50, rnr.place().offset());
        assertEquals("4791", field(packet, 4, "port").meaning());
        DecodedField destination = field(packet, 4, "destination");
        assertEquals("0000000000000000000000000a000001", destination.value());
        assertEquals(PRIVATE_DATA_AT + 20, destination.place().offset());
    }

    @Test
    void shouldSayWhyAConnectionIsRefused() throws DecodeException {
        byte[] rej = CmAttribute.REJ.mad(5);
        RejMad.REASON.set(rej, 10);

        assertEquals(
                "stale connection", field(decoded(TO_QP_1, rej), 3, "reason").meaning());
    }

    @Test
    void shouldShowTheHeaderAloneOfAnotherClass() throws DecodeException {
        byte[] other = CmAttribute.REJ.mad(5);
        other[1] = 0x03;

        Decoded packet = decoded(TO_QP_1, other);
        assertEquals(
                List.of("BTH", "DETH", "MAD header", "attribute"),
                packet.parts().stream().map(Decoded::title).toList());
    }

    @Test
    void shouldTakeNothingElseForAManagementDatagram() throws DecodeException {
        byte[] req = CmAttribute.REQ.mad(5);
        String toQp2 = TO_QP_1.replace("00000001" + "00000007", "00000002" + "00000007");

        assertEquals("payload", decoded(toQp2, req).parts().getLast().title());
        assertEquals(
                "payload",
                decoded(TO_QP_1, Arrays.copyOf(req, 252)).parts().getLast().title());
    }
}
