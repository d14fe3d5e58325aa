package dev.fenestra.tools.pingpong;

import com.google.common.collect.ImmutableSet;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The options of a pingpong.
 *
 * @param service RC, UC or UD
 * @param server the server's name and TCP port; empty to be the server
 * @param listen where a server listens for TCP; empty for all addresses of the machine
 * @param tcpPort where to listen, or to connect to
 * @param size bytes of a message
 * @param mtu path MTU
 * @param receives receives posted at a time
 * @param iterations messages in each direction
 * @param useEvents sleep until completion events instead of polling
 * @param checkPages the server looks at the first byte of each page, as the real programs do
 * @param verify every byte of every message is checked; the peer must do the same
 * @param rcOptions what only {@code ibv_rc_pingpong} has
 * @param bind address and UDP port of the local port
 * @param peer where the peer's UDP socket is, when it is not its GID at port 4791
 * @param gid name of the local port when it is not the address, as an IP address
 * @param icrc how arriving packets are checked
 * @param gso the system gets several packets as one
 * @param capture the file for the packets, if any
 * @param faults what goes wrong with the packets that this side sends
 * @param keys how the device picks keys
 * @param patience the longest time without progress before it gives up
 */
public record PingpongOptions(
        QpType service,
        Optional<String> server,
        Optional<InetAddress> listen,
        int tcpPort,
        int size,
        Mtu mtu,
        int receives,
        int iterations,
        boolean useEvents,
        boolean checkPages,
        boolean verify,
        ImmutableSet<RcOption> rcOptions,
        InetSocketAddress bind,
        Optional<InetSocketAddress> peer,
        Optional<InetAddress> gid,
        IcrcCheck icrc,
        boolean gso,
        Optional<Path> capture,
        FaultPlan faults,
        KeyPolicy keys,
        Duration patience) {

    /** The same with another capture and other faults. */
    PingpongOptions with(Optional<Path> newCapture, FaultPlan newFaults) {
        return new PingpongOptions(
                service,
                server,
                listen,
                tcpPort,
                size,
                mtu,
                receives,
                iterations,
                useEvents,
                checkPages,
                verify,
                rcOptions,
                bind,
                peer,
                gid,
                icrc,
                gso,
                newCapture,
                newFaults,
                keys,
                patience);
    }
}
