package dev.fenestra.ib.core.mad;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables of management datagrams. */
class MadLayoutTest {
    private final SplittableRandom random = new SplittableRandom(12);

    /** Octets of private data: IBA tables 106 to 120. */
    @ParameterizedTest
    @CsvSource({
        "REQ, 92",
        "MRA, 222",
        "REJ, 148",
        "REP, 196",
        "RTU, 224",
        "DREQ, 220",
        "DREP, 224",
        "LAP, 168",
        "APR, 148",
        "SIDR_REQ, 216",
        "SIDR_REP, 136"
    })
    void shouldEndWithAsMuchPrivateDataAsTheMessageHasRoomFor(CmAttribute attribute, int octets) {
        MadItem last = attribute.layout().items().getLast();

        assertEquals("private data", last.name());
        assertEquals(octets * 8, last.bits());
        assertEquals(MadLayout.OCTETS * 8, last.firstBit() + last.bits());
    }

    @ParameterizedTest
    @EnumSource(CmAttribute.class)
    void shouldNotOverlap(CmAttribute attribute) {
        BitSet taken = new BitSet();
        Stream.concat(MadHeader.LAYOUT.items().stream(), attribute.layout().items().stream())
                .forEach(item -> {
                    assertTrue(
                            taken.get(item.firstBit(), item.firstBit() + item.bits())
                                    .isEmpty(),
                            item.name());
                    taken.set(item.firstBit(), item.firstBit() + item.bits());
                });
        assertTrue(taken.length() <= MadLayout.OCTETS * 8);
    }

    @ParameterizedTest
    @EnumSource(CmAttribute.class)
    void shouldReadWhatItWroteAndLeaveTheRest(CmAttribute attribute) {
        for (MadItem item : attribute.layout().items()) {
            byte[] mad = new byte[MadLayout.OCTETS];
            random.nextBytes(mad);
            byte[] before = mad.clone();
            if (item instanceof MadField field) {
                long value = random.nextLong() & -1L >>> Long.SIZE - field.width();
                field.set(mad, value);
                assertEquals(value, field.get(mad), field.name());
                field.set(mad, field.get(before));
                assertArrayEquals(before, mad);
            }
        }
    }

    @Test
    void shouldWriteARequestAsItLiesOnTheWire() {
        byte[] mad = CmAttribute.REQ.mad(0x1122334455667788L);
        ReqMad.LOCAL_COMM_ID.set(mad, 0xa1a2a3a4L);
        ReqMad.VENDOR_ID.set(mad, 0x0015b3);
        ReqMad.SERVICE_ID.set(mad, 0x0000000001061d2fL);
        ReqMad.LOCAL_CA_GUID.set(mad, 0xb1b2b3b4b5b6b7b8L);
        ReqMad.LOCAL_QPN.set(mad, 0x00c1c2);
        ReqMad.RESPONDER_RESOURCES.set(mad, 4);
        ReqMad.INITIATOR_DEPTH.set(mad, 5);
        ReqMad.REMOTE_CM_RESPONSE_TIMEOUT.set(mad, 20);
        ReqMad.TRANSPORT_SERVICE_TYPE.set(mad, 1);
        ReqMad.END_TO_END_FLOW_CONTROL.set(mad, 1);
        ReqMad.STARTING_PSN.set(mad, 0xd1d2d3);
        ReqMad.LOCAL_CM_RESPONSE_TIMEOUT.set(mad, 21);
        ReqMad.RETRY_COUNT.set(mad, 7);
        ReqMad.PARTITION_KEY.set(mad, 0xffff);
        ReqMad.PATH_MTU.set(mad, 3);
        ReqMad.RNR_RETRY_COUNT.set(mad, 6);
        ReqMad.MAX_CM_RETRIES.set(mad, 15);
        ReqMad.SRQ.set(mad, 1);
        ReqMad.PRIMARY_LOCAL_GID.set(mad, Gid.ofIpv4(0x0a000002));
        ReqMad.PRIMARY_LOCAL_ACK_TIMEOUT.set(mad, 17);

        assertEquals(
                "01070203" + "00000000" + "1122334455667788" + "00100000" + "00000000"
                        + "a1a2a3a4" + "000015b3" + "0000000001061d2f" + "b1b2b3b4b5b6b7b8" + "0000000000000000"
                        + "00c1c204" + "00000005" + "000000a3" + "d1d2d3af" + "ffff36f8" + "00000000"
                        + "00000000000000000000ffff0a000002",
                HexFormat.of().formatHex(mad, 0, 24 + 72));
        assertEquals(17 << 3, mad[24 + 95] & 0xff);
    }

    @Test
    void shouldRefuseMoreOctetsThanAnAreaHas() {
        byte[] mad = CmAttribute.REQ.mad(1);
        byte[] before = mad.clone();

        assertThrows(IndexOutOfBoundsException.class, () -> ReqMad.PRIVATE_DATA.set(mad, new byte[93]));
        assertArrayEquals(before, mad);
    }

    @Test
    void shouldTakeNothingElseForAMessage() {
        byte[] rep = CmAttribute.REP.mad(1);
        assertSame(CmAttribute.REP, CmAttribute.of(rep));

        assertNull(CmAttribute.of(Arrays.copyOf(rep, 255)));
        assertNull(CmAttribute.of(new byte[MadLayout.OCTETS]));
        MadHeader.ATTRIBUTE_ID.set(rep, 0x1b);
        assertNull(CmAttribute.of(rep));
        for (MadField field : new MadField[] {
            MadHeader.BASE_VERSION, MadHeader.MANAGEMENT_CLASS, MadHeader.CLASS_VERSION, MadHeader.METHOD
        }) {
            byte[] other = CmAttribute.RTU.mad(1);
            field.set(other, field.get(other) + 1);
            assertNull(CmAttribute.of(other), field.name());
        }
    }
}
