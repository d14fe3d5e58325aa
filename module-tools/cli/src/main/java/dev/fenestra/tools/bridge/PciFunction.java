package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A card on the PCI bus, as sysfs shows it.
 *
 * @param address domain, bus, device and function
 * @param vendor number that PCI-SIG gave it
 * @param device number that the vendor gave it
 * @param subsystemVendor the same of the board
 * @param subsystemDevice the same of the board
 * @param classCode base class, sub class and interface
 * @param modalias all numbers in a line
 */
record PciFunction(
        String address,
        int vendor,
        int device,
        int subsystemVendor,
        int subsystemDevice,
        int classCode,
        String modalias) {
    /** No machine has this domain, so the paths hide none of its own cards. The preloaded library knows it too. */
    private static final int DOMAIN = 0xf000;

    private static final int MELLANOX = 0x15b3;
    private static final int SLOTS = 32;
    private static final int RESOURCES = 13;
    private static final long BAR_BYTES = 32L << 20;
    private static final long FIRST_BAR = 0x38_0000_0000_00L;
    /** Memory that may be prefetched, with addresses of 64 bits ({@code IORESOURCE} flags). */
    private static final int BAR_FLAGS = 0x14220c;

    private static final int MASK_BITS = 32;
    private static final Path CPUS = Path.of("/sys/devices/system/cpu/online");
    private static final Pattern MODALIAS = Pattern.compile("pci:v0000(\\p{XDigit}{4})d0000(\\p{XDigit}{4})"
            + "sv0000(\\p{XDigit}{4})sd0000(\\p{XDigit}{4})bc(\\p{XDigit}{2})sc(\\p{XDigit}{2})i(\\p{XDigit}{2})");

    /**
     * {@return the function of a device; empty for a device that is not on PCI}
     *
     * @param modalias of the device
     * @param host number of its host, from 0 on; each host has a bus of its own
     * @param number of the device on its host
     */
    static Optional<PciFunction> of(String modalias, int host, int number) {
        Matcher found = MODALIAS.matcher(modalias);
        if (!found.matches()) {
            return Optional.empty();
        }
        return Optional.of(new PciFunction(
                String.format("%04x:%02x:%02x.%d", DOMAIN, host + 1, number % SLOTS, number / SLOTS),
                hex(found.group(1)),
                hex(found.group(2)),
                hex(found.group(3)),
                hex(found.group(4)),
                hex(found.group(5) + found.group(6) + found.group(7)),
                modalias));
    }

    private static int hex(String digits) {
        return Integer.parseInt(digits, 16);
    }

    /** {@return what the driver says of its type ({@code hca_type}); empty where no driver of Mellanox speaks} */
    Optional<String> type() {
        return vendor == MELLANOX ? Optional.of("MT" + device) : Optional.empty();
    }

    /** {@return its folder, in a tree of files of sysfs} */
    Path folder(Path tree) {
        String bus = address.substring(0, address.lastIndexOf(':'));
        return tree.resolve("sys/devices").resolve("pci" + bus).resolve(address);
    }

    /** Writes its files. */
    void write(Path tree) throws IOException {
        Path folder = folder(tree);
        file(folder, "vendor", String.format("0x%04x", vendor));
        file(folder, "device", String.format("0x%04x", device));
        file(folder, "subsystem_vendor", String.format("0x%04x", subsystemVendor));
        file(folder, "subsystem_device", String.format("0x%04x", subsystemDevice));
        file(folder, "revision", "0x00");
        file(folder, "class", String.format("0x%06x", classCode));
        file(folder, "modalias", modalias);
        file(folder, "uevent", uevent());
        file(folder, "resource", resource());
        file(folder, "enable", "1");
        file(folder, "max_link_speed", "16.0 GT/s PCIe");
        file(folder, "max_link_width", "16");
        file(folder, "current_link_speed", "16.0 GT/s PCIe");
        file(folder, "current_link_width", "16");
        file(folder, "numa_node", "-1");
        String processors = Files.exists(CPUS) ? Files.readString(CPUS).strip() : "0";
        file(folder, "local_cpulist", processors);
        file(folder, "local_cpus", mask(processors));
        Path devices = Files.createDirectories(tree.resolve("sys/bus/pci/devices"));
        Files.createSymbolicLink(devices.resolve(address), devices.relativize(folder));
    }

    private String uevent() {
        return String.format(Locale.ROOT, "PCI_CLASS=%X%n", classCode)
                + String.format(Locale.ROOT, "PCI_ID=%04X:%04X%n", vendor, device)
                + String.format(Locale.ROOT, "PCI_SUBSYS_ID=%04X:%04X%n", subsystemVendor, subsystemDevice)
                + "PCI_SLOT_NAME=" + address + "\nMODALIAS=" + modalias;
    }

    /** Begin, end and flags of each resource: the first is the memory of the card, and there is no other. */
    private String resource() {
        long first = FIRST_BAR + hex(address.substring(5, 7)) * BAR_BYTES * SLOTS + slot() * BAR_BYTES;
        StringBuilder lines = new StringBuilder(line(first, first + BAR_BYTES - 1, BAR_FLAGS));
        for (int i = 1; i < RESOURCES; i++) {
            lines.append('\n').append(line(0, 0, 0));
        }
        return lines.toString();
    }

    private int slot() {
        return hex(address.substring(8, 10));
    }

    private static String line(long from, long to, int flags) {
        return String.format("0x%016x 0x%016x 0x%016x", from, to, flags);
    }

    /**
     * {@return a list of processors as a mask, in words of 32 bits, the first processors last}
     *
     * @param processors numbers and ranges, such as {@code 0-3,8}
     */
    static String mask(String processors) {
        BitSet all = new BitSet();
        for (String range : processors.split(",")) {
            String[] ends = range.split("-");
            all.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        StringBuilder words = new StringBuilder();
        for (int word = (all.length() - 1) / MASK_BITS; word >= 0; word--) {
            long[] bits = all.get(word * MASK_BITS, (word + 1) * MASK_BITS).toLongArray();
            words.append(String.format(words.isEmpty() ? "%x" : ",%08x", bits.length == 0 ? 0 : bits[0]));
        }
        return words.toString();
    }

    private static void file(Path folder, String name, String text) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name), text + "\n");
    }
}
