package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files by which programs find devices. */
class SysfsTreeTest {
    private static final long IPV4 = 0xffff_0000_0000L;
    private static final long LOOPBACK = IPV4 | 0x7f000001;
    private static final long OF_NO_MACHINE = IPV4 | 0xf0000001L;

    @TempDir
    private Path folder;

    /** The files of a host whose device has this address. */
    private Path device(long gid) throws IOException {
        try (TestBench bench = TestBench.builder()
                .hosts("alice")
                .hcaConfig(config -> config.withGid(0, gid))
                .build()) {
            SysfsTree.write(bench.host("alice").kernel(), folder);
        }
        return folder.resolve("sys/class/infiniband/mlx5_0");
    }

    @Test
    void shouldNameTheInterfaceOfTheMachineThatHasTheAddressOfADevice() throws IOException {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"));
        assumeTrue(loopback != null, "this machine has no interface with the address 127.0.0.1");

        Path device = device(LOOPBACK);

        assertTrue(Files.isDirectory(device.resolve("device/net").resolve(loopback.getName())));
        assertEquals(loopback.getName() + "\n", Files.readString(device.resolve("ports/1/gid_attrs/ndevs/0")));
    }

    @Test
    void shouldNameNoInterfaceWhereTheMachineDoesNotHaveTheAddress() throws IOException {
        Path device = device(OF_NO_MACHINE);

        assertFalse(Files.exists(device.resolve("device/net")));
        assertFalse(Files.exists(device.resolve("ports/1/gid_attrs/ndevs")));
        assertEquals("0000:0000:0000:0000:0000:ffff:f000:0001\n", Files.readString(device.resolve("ports/1/gids/0")));
    }
}
