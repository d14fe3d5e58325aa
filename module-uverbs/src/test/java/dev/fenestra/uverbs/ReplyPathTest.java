package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.Grh;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplyPathTest {
    private static final OptionalInt SENDER = OptionalInt.of(0x77);
    /** From 10.0.0.9 to the fake device, 10.0.0.1, with type of service 0x28 and 17 hops left. */
    private static final byte[] GRH =
            HexFormat.of().parseHex("00".repeat(20) + "4528007400004000111100000a0000090a000001");

    private final Bench bench = new Bench();
    private final ProtectionDomain pd = bench.context.allocPd();

    @AfterEach
    void close() {
        pd.close();
        bench.close();
    }

    private static Completion.Done done(WcOpcode opcode, OptionalInt sender) {
        return new Completion.Done(1, opcode, 48, 0x11, OptionalInt.empty(), OptionalInt.empty(), sender);
    }

    private void assertRefused(VerbsRule rule, Errno errno, Completion.Done done, byte[] grh) {
        VerbsException refused = assertThrows(VerbsException.class, () -> pd.createAhFromWc(done, grh, 1));
        assertEquals(rule, refused.rule());
        assertEquals(errno, refused.errno());
        assertEquals(rule.id(), bench.host.refusals().refusals().getLast().ruleId());
    }

    @Test
    void shouldSwapTheGidsAndKeepTheRest() {
        AhAttributes back = Grh.parse(GRH).toSender(bench.context, 1);

        assertEquals(new AhAttributes(Gid.ofIpv4(0x0a000009), 1, 0, 0, 17, 0x28, 0, 0), back);
    }

    @Test
    @Provokes("AHW-1")
    void shouldAnswerNothingButAReceive() {
        assertRefused(VerbsRule.ANSWERED_RECEIVE, Errno.EINVAL, done(WcOpcode.SEND, SENDER), GRH);
        assertRefused(VerbsRule.ANSWERED_RECEIVE, Errno.EINVAL, done(WcOpcode.RECV_RDMA_WITH_IMM, SENDER), GRH);
    }

    @Test
    @Provokes("AHW-2")
    void shouldRefuseToAnswerAMessageWithoutGrh() {
        assertRefused(VerbsRule.ANSWERED_GRH, Errno.EINVAL, done(WcOpcode.RECV, OptionalInt.empty()), GRH);
    }

    @Test
    @Provokes("AHW-3")
    void shouldRefuseToAnswerWhatWentToAnotherPortOrToAGroup() {
        for (int address : new int[] {0x0a000002, 0xe0000001}) {
            byte[] other = GRH.clone();
            for (int i = 0; i < Integer.BYTES; i++) {
                other[36 + i] = (byte) (address >>> 24 - 8 * i);
            }
            assertRefused(VerbsRule.ANSWERED_GID, Errno.EINVAL, done(WcOpcode.RECV, SENDER), other);
        }
    }

    @Test
    void shouldNoteAHeaderThatIsNone() {
        assertRefused(VerbsRule.GRH_HEADER, Errno.EPROTONOSUPPORT, done(WcOpcode.RECV, SENDER), new byte[Grh.BYTES]);
    }

    @Test
    void shouldRefuseAPortThatTheDeviceDoesNotHave() {
        VerbsException refused =
                assertThrows(VerbsException.class, () -> pd.createAhFromWc(done(WcOpcode.RECV, SENDER), GRH, 2));
        assertEquals(Errno.EINVAL, refused.errno());
    }
}
