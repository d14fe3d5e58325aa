package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import java.util.HashMap;
import java.util.Map;

/** Commands about XRC domains, with the number of SRQs and QPs of each. */
final class XrcDomainCommands {
    private final Numbers.Kind numbers;
    private final Map<Integer, Integer> members = new HashMap<>();

    XrcDomainCommands(Numbers numbers) {
        this.numbers = numbers.xrcDomains;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.ALLOC_XRCD, this::allocate);
        handlers.put(CommandOpcode.DEALLOC_XRCD, this::free);
    }

    boolean isAlive(int domain) {
        return numbers.isAlive(domain);
    }

    /** Counts an SRQ or QP that was created (1) or destroyed (-1). */
    void members(int domain, int change) {
        members.merge(domain, change, Integer::sum);
    }

    private CommandSyndrome allocate(CommandBuffers buffers) {
        int number = numbers.take();
        if (number == NumberPool.NONE) {
            return CommandSyndrome.XRCD_LIMIT;
        }
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome free(CommandBuffers buffers) {
        int number = buffers.object();
        if (!numbers.isAlive(number)) {
            return CommandSyndrome.XRCD_UNKNOWN;
        }
        if (members.getOrDefault(number, 0) > 0) {
            return CommandSyndrome.XRCD_HELD;
        }
        members.remove(number);
        numbers.free(number);
        return CommandSyndrome.NONE;
    }
}
