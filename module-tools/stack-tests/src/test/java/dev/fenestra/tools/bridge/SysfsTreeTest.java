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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            SysfsTree.write(bench.host("alice").kernel(), 0, folder);
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

    private String shown(Path function, String file) throws IOException {
        return Files.readString(function.resolve(file)).strip();
    }

    @Test
    void shouldShowACardAsAFunctionOfPci() throws IOException {
        Path function = device(OF_NO_MACHINE).resolve("device").toRealPath();

        assertEquals(folder.toRealPath().resolve("sys/devices/pcif000:01/f000:01:00.0"), function);
        assertEquals("0x15b3", shown(function, "vendor"));
        assertEquals("MT4119", shown(device(OF_NO_MACHINE), "hca_type"), "the number that PCI has for a ConnectX-5");
        assertEquals("0x020700", shown(function, "class"));
        assertEquals(
                function, folder.resolve("sys/bus/pci/devices/f000:01:00.0").toRealPath());
        String[] memory =
                shown(function, "resource").lines().findFirst().orElseThrow().split(" ");
        assertEquals(
                (32 << 20) - 1, Long.decode(memory[1]) - Long.decode(memory[0]), "the registers of a card are 32 MiB");
        assertTrue(shown(function, "uevent").contains("PCI_SLOT_NAME=f000:01:00.0\n"));
        assertTrue(Files.isDirectory(function.resolve("infiniband_verbs/uverbs0")));
    }

    @Test
    void shouldGiveEachHostABusAndEachCardASlot() {
        String modalias = "pci:v000015B3d00001017sv000015B3sd00000001bc02sc07i00";
        assertEquals(
                "f000:03:02.0", PciFunction.of(modalias, 2, 2).orElseThrow().address());
        assertEquals(
                "f000:fe:00.1", PciFunction.of(modalias, 253, 32).orElseThrow().address());
        assertTrue(PciFunction.of("pci:v00FFFFFFd00000000sv00FFFFFFsd00000001bc02sc07i00", 0, 0)
                .isEmpty());
    }

    @Test
    void shouldPutADeviceWithoutABusAmongTheVirtualOnes() throws IOException {
        try (TestBench bench =
                TestBench.builder().hosts("alice").provider("alice", "rxe").build()) {
            SysfsTree.write(bench.host("alice").kernel(), 0, folder);
        }
        Path device = folder.resolve("sys/class/infiniband/rxe0");
        assertEquals(folder.toRealPath().resolve("sys/devices/virtual/infiniband/rxe0"), device.toRealPath());
        assertFalse(Files.exists(device.resolve("device")));
    }

    @Test
    void shouldLeaveNothingOfAnEarlierServer() throws IOException {
        Path earlier = folder.resolve("sys/class/infiniband/other_0");
        Files.createDirectories(earlier);

        device(OF_NO_MACHINE);

        assertFalse(Files.exists(earlier));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "'0-1', 3",
        "'0-3,8', 10f",
        "'0-31', ffffffff",
        "'0-32', '1,ffffffff'",
        "64, '1,00000000,00000000'"
    })
    void shouldSayProcessorsAsAMask(String list, String mask) {
        assertEquals(mask, PciFunction.mask(list));
    }
}
