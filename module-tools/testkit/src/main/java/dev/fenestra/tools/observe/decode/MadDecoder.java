package dev.fenestra.tools.observe.decode;

import static java.util.Map.entry;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.CmaHeader;
import dev.fenestra.ib.core.mad.DreqMad;
import dev.fenestra.ib.core.mad.MadArea;
import dev.fenestra.ib.core.mad.MadHeader;
import dev.fenestra.ib.core.mad.MadItem;
import dev.fenestra.ib.core.mad.MadLayout;
import dev.fenestra.ib.core.mad.RejMad;
import dev.fenestra.ib.core.mad.ReqMad;
import dev.fenestra.ib.core.mad.SidrRepMad;
import dev.fenestra.ib.core.mad.SidrReqMad;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes management datagrams to QP 1, by the tables of {@code ib.core.mad}. */
final class MadDecoder {
    private static final int GENERAL_SERVICES_QPN = 1;
    private static final int TCP = 0x0106;
    private static final int UDP = 0x0111;

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            entry(1, "no QP"),
            entry(3, "no resources"),
            entry(4, "timeout"),
            entry(5, "unsupported request"),
            entry(6, "invalid communication ID"),
            entry(7, "invalid communication instance"),
            entry(8, "invalid service ID"),
            entry(9, "invalid transport service type"),
            entry(10, "stale connection"),
            entry(12, "primary path: invalid remote GID"),
            entry(26, "invalid path MTU"),
            entry(27, "insufficient responder resources"),
            entry(28, "refused by the program"),
            entry(30, "duplicate communication ID"),
            entry(31, "invalid class version"),
            entry(35, "vendor option not supported"));

    /** By name: what a field of one name means is the same in all messages. */
    private static final Map<String, Meaning> MEANINGS = Map.ofEntries(
            entry(MadHeader.MANAGEMENT_CLASS.name(), MadDecoder::managementClass),
            entry(MadHeader.ATTRIBUTE_ID.name(), MadDecoder::attribute),
            entry(RejMad.REASON.name(), value -> REASONS.getOrDefault((int) value, "")),
            entry(ReqMad.SERVICE_ID.name(), MadDecoder::service),
            entry(ReqMad.LOCAL_QPN.name(), Meaning.DECIMAL),
            entry(ReqMad.STARTING_PSN.name(), Meaning.DECIMAL),
            entry(DreqMad.REMOTE_QPN.name(), Meaning.DECIMAL),
            entry(SidrRepMad.QPN.name(), Meaning.DECIMAL),
            entry(CmaHeader.PORT.name(), Meaning.DECIMAL));

    private MadDecoder() {}

    /** Whether a payload is a management datagram, as datagrams of 256 octets to QP 1 are. */
    static boolean isMad(Bytes bytes, int bthAt, int payloadAt, int length) {
        return Bth.opcode(bytes.array(), bthAt) == WireOpcode.UD_SEND_ONLY.number()
                && Bth.destinationQpn(bytes.array(), bthAt) == GENERAL_SERVICES_QPN
                && length == MadLayout.OCTETS;
    }

    /** Adds the common header, the message, and the header of rdma_cm if it has one. */
    static void decode(Section into, Bytes bytes, int at) {
        byte[] mad = Arrays.copyOfRange(bytes.array(), at, at + MadLayout.OCTETS);
        into.part(part("MAD header", MadHeader.LAYOUT, bytes, at, MadHeader.OCTETS));
        @Nullable CmAttribute message = CmAttribute.of(mad);
        int body = MadLayout.OCTETS - MadHeader.OCTETS;
        if (message == null) {
            into.part(bytes.raw("attribute", at + MadHeader.OCTETS, body));
            return;
        }
        into.part(part("CM " + message.layout().name(), message.layout(), bytes, at, body));
        MadArea data = message == CmAttribute.SIDR_REQ ? SidrReqMad.PRIVATE_DATA : ReqMad.PRIVATE_DATA;
        if (message == CmAttribute.REQ && isIp(ReqMad.SERVICE_ID.get(mad))
                || message == CmAttribute.SIDR_REQ && isIp(SidrReqMad.SERVICE_ID.get(mad))) {
            into.part(part("RDMA CM header", CmaHeader.LAYOUT, bytes, at + data.octet(), CmaHeader.OCTETS));
        }
    }

    private static Decoded part(String title, MadLayout layout, Bytes bytes, int at, int size) {
        int first = layout.items().getFirst().firstBit() / Byte.SIZE;
        Section section = new Section(title, at + first, size);
        layout.items().forEach(item -> section.field(field(item, bytes, at)));
        return section.build();
    }

    private static DecodedField field(MadItem item, Bytes bytes, int at) {
        Place place = new Place((long) at * Byte.SIZE + item.firstBit(), item.bits());
        String name = item.name().replace(' ', '_');
        if (item.bits() > Long.SIZE) {
            String hex = bytes.hex(place.offset(), item.bits() / Byte.SIZE);
            return new DecodedField(name, place, hex, item.bits() == 2 * Long.SIZE ? gid(bytes, place) : "");
        }
        long value = number(bytes, place);
        return DecodedField.ofNumber(
                name,
                place,
                value,
                MEANINGS.getOrDefault(item.name(), Meaning.NONE).of(value));
    }

    private static long number(Bytes bytes, Place place) {
        long value = 0;
        for (long bit = place.firstBit(); bit < place.firstBit() + place.width(); bit++) {
            int octet = bytes.array()[(int) (bit / Byte.SIZE)];
            value = value << 1 | octet >>> Byte.SIZE - 1 - (int) (bit % Byte.SIZE) & 1;
        }
        return value;
    }

    private static String gid(Bytes bytes, Place place) {
        ByteBuffer octets = ByteBuffer.wrap(bytes.array());
        int at = (int) place.offset();
        return new Gid(octets.getLong(at), octets.getLong(at + Long.BYTES)).toString();
    }

    private static String managementClass(long number) {
        return number == CmAttribute.MANAGEMENT_CLASS ? "communication management" : "";
    }

    private static String attribute(long id) {
        for (CmAttribute attribute : CmAttribute.values()) {
            if (attribute.id() == id) {
                return attribute.layout().name();
            }
        }
        return "";
    }

    private static boolean isIp(long service) {
        long space = service >>> Short.SIZE;
        return space == TCP || space == UDP;
    }

    private static String service(long service) {
        return isIp(service) ? "RDMA CM, port " + (service & 0xffff) : "";
    }
}
