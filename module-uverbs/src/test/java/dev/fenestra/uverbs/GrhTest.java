package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.Grh;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrhTest {
    /** From 10.0.0.1 to 10.0.0.2 with type of service 0 and 64 hops; the checksum is 2677. */
    private static final String IPV4 = "4500007400004000401126770a0000010a000002";

    private static final String IPV6 =
            "6b8abcde00601105" + "fd090000000000000000000000000001" + "fd090000000000000000000000000002";

    private static final String GARBAGE = "6".repeat(40);

    private static Grh parse(String hex) {
        return Grh.parse(HexFormat.of().parseHex(hex));
    }

    @Test
    void shouldReadAnIpv4HeaderFromTheSecondHalf() {
        Grh expected = new Grh(4, Gid.ofIpv4(0x0a000001), Gid.ofIpv4(0x0a000002), 0, 0, 64);

        assertEquals(expected, parse("00".repeat(20) + IPV4));
    }

    @Test
    void shouldReadHopsAndTrafficClassOfIpv4() {
        Grh grh = parse("00".repeat(20) + "45b90074000040000711" + "0000" + "c0a8fffe" + "c0a80001");

        assertEquals(new Grh(4, Gid.ofIpv4(0xc0a8fffe), Gid.ofIpv4(0xc0a80001), 0xb9, 0, 7), grh);
    }

    @Test
    void shouldReadAnIpv6HeaderFromTheWhole() {
        Gid source = new Gid(0xfd09L << 48, 1);
        Gid destination = new Gid(0xfd09L << 48, 2);

        assertEquals(new Grh(6, source, destination, 0xb8, 0xabcde, 5), parse(IPV6));
    }

    @Test
    void shouldReadTheRoutingHeaderOfInfiniBand() {
        assertEquals(parse(IPV6), parse(IPV6.replaceFirst("1105", "1b05")));
    }

    @Test
    void shouldTakeTheSecondHalfOfGarbageThatLooksLikeIpv6WhenItsChecksumIsRight() {
        assertEquals(4, parse(GARBAGE + IPV4).version());
    }

    @Test
    void shouldTakeTheWholeWhenTheSecondHalfOnlyLooksLikeIpv4() {
        String looksLikeIpv4 = IPV6.substring(0, 40) + "45" + IPV6.substring(42);

        assertEquals(6, parse(looksLikeIpv4).version());
    }

    @Test
    void shouldReadNoFurtherThanTheHeader() {
        byte[] received = Arrays.copyOf(HexFormat.of().parseHex(IPV6), 4096);

        assertEquals(parse(IPV6), Grh.parse(received));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000000000000000", "6000000000600611", "5000000000601140", "f000000000601140"})
    @Provokes("GRH-1")
    void shouldRefuseWhatIsNoHeader(String begin) {
        VerbsException refused = assertThrows(VerbsException.class, () -> parse(begin + "00".repeat(32)));

        assertEquals(VerbsRule.GRH_HEADER, refused.rule());
        assertEquals(Errno.EPROTONOSUPPORT, refused.errno());
    }

    @Test
    void shouldRefuseFewerBytesThanAHeader() {
        assertThrows(IllegalArgumentException.class, () -> Grh.parse(new byte[Grh.BYTES - 1]));
    }
}
