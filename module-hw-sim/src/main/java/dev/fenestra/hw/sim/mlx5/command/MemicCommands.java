package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.table.CardMemory;
import dev.fenestra.hw.sim.mlx5.prm.AllocMemic;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** Commands that allocate and free memory of the card. */
final class MemicCommands {
    private final CardMemory memory;

    MemicCommands(CardMemory memory) {
        this.memory = memory;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.ALLOC_MEMIC, this::allocate);
        handlers.put(CommandOpcode.DEALLOC_MEMIC, this::free);
    }

    private CommandSyndrome allocate(CommandBuffers buffers) {
        if (buffers.inputLength() < AllocMemic.BYTES) {
            return CommandSyndrome.MEMIC_INPUT;
        }
        MemorySegment in = buffers.input();
        long bytes = AllocMemic.SIZE.getLong(in, 0);
        if (bytes == 0 || AllocMemic.LOG_ALIGNMENT.get(in, 0) > CardMemory.PAGE_SHIFT) {
            return CommandSyndrome.MEMIC_SIZE;
        }
        long address = memory.allocate(bytes);
        if (address == CardMemory.NO_ROOM) {
            return CommandSyndrome.MEMIC_LIMIT;
        }
        AllocMemic.ADDRESS.setLong(buffers.output(), 0, address);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome free(CommandBuffers buffers) {
        if (buffers.inputLength() < AllocMemic.BYTES) {
            return CommandSyndrome.MEMIC_INPUT;
        }
        long address = AllocMemic.START.getLong(buffers.input(), 0);
        if (memory.length(address) == 0) {
            return CommandSyndrome.MEMIC_UNKNOWN;
        }
        if (memory.isUsed(address)) {
            return CommandSyndrome.MEMIC_USED;
        }
        memory.free(address);
        return CommandSyndrome.NONE;
    }
}
