package dev.fenestra.tools.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The network of the guest: a namespace, in which a tap is the other end of the guest's network card. */
final class PeerNetwork {
    static final String NAME = System.getProperty("linux.peer.network", "fenestra-peer");
    static final String TAP = "tap0";
    /** The address of {@code fenestra serve}. */
    static final String SERVED = "10.77.0.1";
    /** The address of {@code fenestra pingpong}: two programs cannot have one UDP port. */
    static final String PINGPONG = "10.77.0.3";
    /** The same over IPv6. */
    static final String PINGPONG_IPV6 = "fd77::3";
    /** The address of this process. */
    static final String OWN = "10.77.0.4";

    private static final int NEW_NETWORK = 0x40000000;

    private PeerNetwork() {}

    static Shell.Ended make() throws IOException, InterruptedException {
        remove();
        String in = "ip -n " + NAME + " ";
        return Shell.run(String.join(
                "\n",
                "ip netns add " + NAME,
                in + "link set lo up",
                in + "tuntap add mode tap name " + TAP,
                in + "link set " + TAP + " mtu 4500 up",
                in + "address add " + SERVED + "/24 dev " + TAP,
                in + "address add " + PINGPONG + "/24 dev " + TAP,
                in + "address add " + OWN + "/24 dev " + TAP,
                in + "address add " + PINGPONG_IPV6 + "/64 dev " + TAP + " nodad"));
    }

    static void remove() throws IOException, InterruptedException {
        Shell.run("ip netns del " + NAME + " 2>/dev/null || true");
    }

    /** Sockets that this thread opens from now on belong to the network ({@code setns}). */
    @SuppressWarnings("restricted")
    static void join() throws IOException {
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        MethodHandle open = linker.downcallHandle(
                library.findOrThrow("open"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        MethodHandle setns = linker.downcallHandle(
                library.findOrThrow("setns"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        int result;
        try (Arena arena = Arena.ofConfined()) {
            int file = (int) open.invokeExact(arena.allocateFrom("/run/netns/" + NAME), 0);
            result = (int) setns.invokeExact(file, NEW_NETWORK);
        } catch (Throwable e) {
            throw new IOException(e);
        }
        if (result != 0) {
            throw new IOException("this thread cannot enter the network " + NAME);
        }
    }
}
