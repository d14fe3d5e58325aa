package com.example.greeting

import dev.fenestra.ib.core.spi.WireFaults.Message.WRITE
import dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE
import dev.fenestra.ib.core.vocabulary.WcStatus
import dev.fenestra.tools.bench.Packets
import dev.fenestra.tools.bench.Peer
import dev.fenestra.tools.bench.Times.times
import dev.fenestra.tools.junit.BenchAssertions.assertRefused
import dev.fenestra.tools.junit.Fenestra
import dev.fenestra.uverbs.request.RdmaWrite
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

@Fenestra
class GreetingTest {
    @Test
    fun `should write through a window, also when a packet is lost`(packets: Packets, alice: Peer, bob: Peer) {
        alice.memory().put(0, "hello".toByteArray())
        val window = bob.window(0, 5, REMOTE_WRITE)
        bob.drop().next(WRITE)
        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 5)))

        assertArrayEquals("hello".toByteArray(), bob.memory().get(0, 5))
        packets.from(alice).to(bob).verify(WRITE, times(2))
    }

    @Test
    fun `should be refused behind the end of the window`(alice: Peer, bob: Peer) {
        val window = bob.window(0, 5, REMOTE_WRITE)
        val sent = alice.attempt(RdmaWrite.of(1, window, alice.region().slice(0, 6)))

        assertEquals(WcStatus.REM_ACCESS_ERR, sent.status())
        assertRefused(bob, "A7")
    }
}
