package dev.fenestra.hw.sim.roce.udp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls of the C library of Linux on a socket, which the channels of Java lack (sendmsg(2), recvmsg(2), udp(7)). The
 * class is loaded only for ports that need them: {@code --enable-native-access=dev.fenestra.hw.sim} permits them.
 */
final class SocketCalls {
    static final int EIO = 5;
    static final int EINVAL = 22;
    static final int EMSGSIZE = 90;
    static final int EOPNOTSUPP = 95;

    static final int SOL_UDP = 17;
    /** Datagrams over IPv6 are received without a checksum. */
    static final int UDP_NO_CHECK6_RX = 102;
    /** Length of the parts that a datagram is cut up into. */
    static final int UDP_SEGMENT = 103;
    /** Joined datagrams are received as one, with the length of the parts. */
    static final int UDP_GRO = 104;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO = STATE.byteOffset(PathElement.groupElement("errno"));

    private static final FunctionDescriptor MESSAGE = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SENDMSG = handle("sendmsg", MESSAGE);
    private static final MethodHandle RECVMSG = handle("recvmsg", MESSAGE);
    private static final MethodHandle SETSOCKOPT =
            handle("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle GETSOCKNAME =
            handle("getsockname", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));

    private final MemorySegment state = Arena.ofAuto().allocate(STATE);
    private final MemorySegment word = Arena.ofAuto().allocate(JAVA_INT);

    @SuppressWarnings("restricted")
    private static MethodHandle handle(String function, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup().findOrThrow(function);
        return linker.downcallHandle(address, type, Linker.Option.captureCallState("errno"));
    }

    /** {@return bytes sent, or minus an errno} */
    long send(int descriptor, MemorySegment message) {
        try {
            return orErrno((long) SENDMSG.invokeExact(state, descriptor, message, 0));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** {@return bytes received, or minus an errno} */
    long receive(int descriptor, MemorySegment message) {
        try {
            return orErrno((long) RECVMSG.invokeExact(state, descriptor, message, 0));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** {@return 0, or minus an errno} */
    long set(int descriptor, int level, int option, int value) {
        word.set(JAVA_INT, 0, value);
        try {
            return orErrno((int) SETSOCKOPT.invokeExact(state, descriptor, level, option, word, Integer.BYTES));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** {@return bytes of the own address of a socket, which it writes, or minus an errno} */
    long name(int descriptor, MemorySegment name) {
        word.set(JAVA_INT, 0, (int) name.byteSize());
        try {
            long result = orErrno((int) GETSOCKNAME.invokeExact(state, descriptor, name, word));
            return result < 0 ? result : word.get(JAVA_INT, 0);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private long orErrno(long result) {
        return result < 0 ? -state.get(JAVA_INT, ERRNO) : result;
    }

    /** {@return whether this machine has the layouts that {@link SocketMessage} writes} */
    static boolean areKnown() {
        boolean isLinux = System.getProperty("os.name", "").startsWith("Linux");
        MemoryLayout pointer = ADDRESS;
        return isLinux && pointer.byteSize() == Long.BYTES;
    }

    private static IllegalStateException failed(Throwable cause) {
        return new IllegalStateException("a call of the C library cannot be made", cause);
    }
}
