package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.Send;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Address handles: their PD, their life, and paths that do not exist. */
class DatagramPathTest extends DatagramScene {
    /** IBA C10-10. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailADatagramAlongAPathOfAnotherPd(boolean built) {
        bob.qp.postRecv(1, bob.slice(0, 200));
        AddressHandle foreign = alice.context.allocPd().createAh(bob.context.gid(0));
        Datagram refused = Datagram.of(2, foreign, bob.qp.number(), QKEY, alice.slice(0, 8));
        if (built) {
            build(refused);
        } else {
            alice.qp.post(refused);
        }
        alice.qp.post(datagram(3, 8));

        assertEquals(WcStatus.LOC_QP_OP_ERR, alice.awaitSent(2).status());
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.awaitSent(3).status());
        assertEquals("U5", alice.lastRefusal());
        assertEquals(QpState.SQE, alice.qp.state());
        assertTrue(bob.isQuiet());
        assertArrayEquals(new byte[200], bob.memory.get(0, 200));

        alice.qp.modify(QpAttributes.to(QpState.RTS));
        alice.qp.post(datagram(4, 8));
        assertEquals(GRH + 8, bob.awaitReceived(1).orThrow().byteLength());
    }

    private void build(Datagram datagram) {
        int errno = alice.qp
                .builder()
                .start()
                .request(datagram.wrId(), datagram.flags())
                .send()
                .destination(datagram.to(), datagram.qpNumber(), datagram.qkey())
                .sge(alice.region, alice.region.address(), 8)
                .complete();
        assertEquals(Errno.OK.code(), errno);
    }

    @Test
    void shouldSendAlongAPathOfTheSamePdUnderAnotherObject() {
        bob.qp.postRecv(1, bob.slice(0, 200));
        bob.qp.postRecv(2, bob.slice(0, 200));
        Gid to = bob.context.gid(0);
        AddressHandle imported = alice.context.importPd(alice.pd.handle()).createAh(to);
        AddressHandle ofParent = alice.pd.allocParentDomain().createAh(to);
        alice.qp.post(
                Datagram.of(3, imported, bob.qp.number(), QKEY, alice.slice(0, 8)),
                Datagram.of(4, ofParent, bob.qp.number(), QKEY, alice.slice(0, 16)));

        assertEquals(GRH + 8, bob.awaitReceived(1).orThrow().byteLength());
        assertEquals(GRH + 16, bob.awaitReceived(2).orThrow().byteLength());
    }

    @Test
    void shouldLoseADatagramToNobody() {
        Gid gone = Gid.ofIpv4(0x0a0000fe);
        bench.host("bob").port(1).addGid(gone);
        AddressHandle nowhere = alice.pd.createAh(gone);
        bench.host("bob").port(1).deleteGid(gone);
        alice.qp.post(
                Datagram.of(2, nowhere, bob.qp.number(), QKEY, alice.slice(0, 8)),
                Datagram.of(3, toBob, 0xfffff, QKEY, alice.slice(0, 8)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(3).status());
    }

    @Test
    void shouldRefuseARequestThatSaysNotWhereItGoes() {
        PostException list = assertThrows(PostException.class, () -> alice.qp.post(Send.of(2, alice.slice(0, 8))));
        assertEquals("MLX-22", list.rule().id());
        assertEquals(Errno.EINVAL, list.errno());
        int errno = alice.qp
                .builder()
                .start()
                .request(2, SendFlag.SIGNALED)
                .send()
                .sge(alice.region, alice.region.address(), 8)
                .complete();
        assertEquals(Errno.EINVAL.code(), errno);
        assertTrue(alice.isQuiet());
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(datagram(3, 8));
        bob.awaitReceived(1).orThrow();
    }

    @Test
    void shouldKeepAPdWhileItsAddressHandleLives() {
        VerbsException refused = assertThrows(VerbsException.class, () -> {
            alice.region.close();
            alice.qp.close();
            alice.pd.close();
        });
        assertEquals(Errno.EBUSY, refused.errno());
        assertTrue(refused.values().contains("AH"), refused.values());
        toBob.close();
        alice.pd.close();
    }

    @Test
    void shouldSendAlongAPathThatIsClosedAfterThePost() {
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(datagram(2, 8));
        toBob.close();

        bob.awaitReceived(1).orThrow();
        assertThrows(IllegalStateException.class, () -> alice.qp.post(datagram(3, 8)));
    }

    @Test
    void shouldRefusePathsThatTheDeviceDoesNotHave() {
        Gid gid = bob.context.gid(0);
        assertRefused(Errno.EINVAL, new AhAttributes(gid, 2, 0, 0, 64, 0, 0, 0));
        assertRefused(Errno.EINVAL, new AhAttributes(gid, 1, 1, 0, 64, 0, 0, 0));
        assertRefused(Errno.EINVAL, AhAttributes.to(new Gid(0xff0e000000000000L, 1)));
    }

    private void assertRefused(Errno errno, AhAttributes attributes) {
        VerbsException refused = assertThrows(VerbsException.class, () -> alice.pd.createAh(attributes));
        assertEquals(errno, refused.errno());
    }
}
