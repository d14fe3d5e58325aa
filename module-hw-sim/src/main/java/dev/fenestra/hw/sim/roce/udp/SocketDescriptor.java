package dev.fenestra.hw.sim.roce.udp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file descriptor of a channel, which Java does not tell. */
final class SocketDescriptor {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private SocketDescriptor() {}

    /**
     * Switches an option of UDP on. It looks for the address among the sockets of the process; one UDP socket has it.
     *
     * @param own address of an open channel
     * @param option of {@link SocketCalls#SOL_UDP}
     * @return the descriptor, or -1 when the system does not have the option
     * @throws IOException when the descriptors of the process cannot be listed
     */
    static int with(InetSocketAddress own, SocketCalls calls, int option) throws IOException {
        SocketName wanted = new SocketName();
        int bytes = wanted.write(own);
        SocketName found = new SocketName();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path path : descriptors) {
                int descriptor = Integer.parseInt(path.getFileName().toString());
                boolean isNamed = calls.name(descriptor, found.memory) == bytes
                        && MemorySegment.mismatch(wanted.memory, 0, bytes, found.memory, 0, bytes) < 0;
                if (isNamed && calls.set(descriptor, SocketCalls.SOL_UDP, option, 1) == 0) {
                    return descriptor;
                }
            }
        }
        return -1;
    }
}
