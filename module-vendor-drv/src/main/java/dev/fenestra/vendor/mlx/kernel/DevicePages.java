package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.ManagePages;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import java.util.ArrayList;
import java.util.List;

/** Pages of kernel memory for the translation table of a device (ICM). The device keeps them until it is closed. */
final class DevicePages {
    private static final int PAGE_BYTES = 4096;
    private static final int ENTRIES_PER_PAGE = PAGE_BYTES / MttEntry.BYTES;
    private static final int PER_COMMAND = 512;
    /** Extra pages: the lists of mkeys are longer than the command that creates them. */
    private static final int SPARE_PAGES = 8;

    private final CommandQueue commands;
    private final KernelServices services;
    private final List<KernelBuffer> given = new ArrayList<>();

    DevicePages(CommandQueue commands, KernelServices services) {
        this.commands = commands;
        this.services = services;
    }

    /** Gives the device room for more translations, and some reserve. */
    synchronized void giveRoom(long entries) {
        long left = entries / ENTRIES_PER_PAGE + SPARE_PAGES;
        while (left > 0) {
            int count = (int) Math.min(left, PER_COMMAND);
            give(count);
            left -= count;
        }
    }

    private void give(int count) {
        long bytes = ManagePages.LIST_OFFSET + (long) count * Long.BYTES;
        try (Command command = commands.command(CommandOpcode.MANAGE_PAGES, bytes, CommandOutput.BYTES)) {
            ManagePages.COUNT.set(command.in(), 0, count);
            for (int i = 0; i < count; i++) {
                KernelBuffer page = services.allocate(PAGE_BYTES);
                given.add(page);
                long at = ManagePages.LIST_OFFSET + (long) i * Long.BYTES;
                MttEntry.VALUE.setLong(command.in(), at, page.busAddress());
            }
            commands.execute(command);
        }
    }

    /** Takes all pages back when the device is gone. */
    synchronized void takeBack() {
        given.forEach(services::free);
        given.clear();
    }
}
