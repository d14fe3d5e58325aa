package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.ManagePages;
import java.util.Map;

/**
 * MANAGE_PAGES: gives pages of the host to the translation table, all of a list or none. The device keeps them until it
 * is gone.
 */
final class PageCommands {
    private static final int PAGE = 4096;

    private final MttTable mtt;
    private final DmaBus bus;

    PageCommands(MttTable mtt, DmaBus bus) {
        this.mtt = mtt;
        this.bus = bus;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.MANAGE_PAGES, this::give);
    }

    private CommandSyndrome give(CommandBuffers buffers) {
        long count = ManagePages.COUNT.getLong(buffers.input(), 0);
        if (buffers.inputLength() < ManagePages.LIST_OFFSET + count * Long.BYTES) {
            return CommandSyndrome.PAGES_INPUT;
        }
        if (!mtt.wantsPages()) {
            return CommandSyndrome.PAGES_UNWANTED;
        }
        long[] pages = CommandPages.read(buffers.input(), ManagePages.LIST_OFFSET, (int) count);
        for (long page : pages) {
            if ((page & PAGE - 1) != 0 || bus.valid(page) < PAGE) {
                return CommandSyndrome.PAGES_PAGE;
            }
        }
        for (long page : pages) {
            mtt.give(page);
        }
        return CommandSyndrome.NONE;
    }
}
