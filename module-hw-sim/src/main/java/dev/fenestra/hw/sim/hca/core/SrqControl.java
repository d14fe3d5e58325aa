package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.qp.SrqTable;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;
import dev.fenestra.hw.sim.mlx5.command.CommandProcessor;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import java.lang.foreign.MemorySegment;

/** Shared receive queues of a device. A call about one that does not exist is refused. */
public final class SrqControl {
    private final CommandProcessor firmware;
    private final SrqTable srqs;

    SrqControl(CommandProcessor firmware, SrqTable srqs) {
        this.firmware = firmware;
        this.srqs = srqs;
    }

    /**
     * Creates an SRQ without a limit.
     *
     * @param pd its PD
     * @param receives its receive requests
     * @return its number, which is not 0; or the refusal
     */
    public Reply create(int pd, SharedReceives receives) {
        int number = firmware.adopt(pd, receives);
        return number == NumberPool.NONE
                ? new Reply(CommandSyndrome.SRQ_LIMIT, 0)
                : new Reply(CommandSyndrome.NONE, number);
    }

    /**
     * Sets the limit. Once fewer receives are left than the limit, the device raises an event and the limit is spent.
     *
     * @param number of the SRQ
     * @param receives the limit; 0 for none
     * @return the SRQ, or the refusal
     */
    public Reply limit(int number, int receives) {
        SrqContext srq = srqs.find(number);
        if (srq == null) {
            return new Reply(CommandSyndrome.SRQ_UNKNOWN, 0);
        }
        srq.limit(receives);
        return new Reply(CommandSyndrome.NONE, number);
    }

    /**
     * {@return the limit that is not spent; 0 for none, and for an SRQ that does not exist}
     *
     * @param number of the SRQ
     */
    public int limit(int number) {
        SrqContext srq = srqs.find(number);
        return srq == null ? 0 : srq.limit();
    }

    /**
     * Destroys an SRQ. Refused while a QP takes its receives there.
     *
     * @param number of the SRQ
     * @return the SRQ, or the refusal
     */
    public Reply destroy(int number) {
        MemorySegment in = firmware.prepare(CommandInput.BYTES, CommandOutput.BYTES);
        CommandInput.OBJECT.set(in, 0, number);
        return new Reply(firmware.execute(CommandOpcode.DESTROY_SRQ), number);
    }
}
