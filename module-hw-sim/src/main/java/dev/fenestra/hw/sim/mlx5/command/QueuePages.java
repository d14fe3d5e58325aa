package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.DatagramSegment;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.XrcSegment;
import dev.fenestra.hw.sim.mlx5.queue.QueueGeometry;
import dev.fenestra.hw.sim.mlx5.queue.RingMemory;
import java.lang.foreign.MemorySegment;

/**
 * The queues of a QP, as the QP context and the page list of CREATE_QP describe them: receives first, then the send
 * blocks.
 */
final class QueuePages {
    private static final int BLOCK_BYTES = 64;
    private static final int STRIDE_UNIT = 16;

    private final CommandBuffers buffers;
    private final int receives;
    private final int stride;
    private final int sendBlocks;
    private final int start;

    QueuePages(CommandBuffers buffers) {
        this.buffers = buffers;
        MemorySegment in = buffers.input();
        boolean ownReceives = Qpc.RECEIVES.get(in, CreateQp.QPC_OFFSET) == Qpc.RECEIVES_OWN;
        receives = ownReceives ? 1 << Qpc.LOG_RQ_SIZE.get(in, CreateQp.QPC_OFFSET) : 0;
        stride = STRIDE_UNIT << Qpc.LOG_RQ_STRIDE.get(in, CreateQp.QPC_OFFSET);
        start = Qpc.PAGE_OFFSET.get(in, CreateQp.QPC_OFFSET) * BLOCK_BYTES;
        boolean ownSends = !Qpc.NO_SEND_QUEUE.isSet(in, CreateQp.QPC_OFFSET);
        sendBlocks = ownSends ? 1 << Qpc.LOG_SQ_SIZE.get(in, CreateQp.QPC_OFFSET) : 0;
    }

    private int pages() {
        return CommandPages.pagesFor(start + (long) stride * receives + (long) sendBlocks * BLOCK_BYTES);
    }

    private long[] list() {
        return CommandPages.read(buffers.input(), CreateQp.PAGES_OFFSET, pages());
    }

    /** {@return whether the queues fit their pages, and every page is mapped} */
    CommandSyndrome check(DmaBus bus) {
        if (stride * receives % BLOCK_BYTES != 0) {
            return CommandSyndrome.QP_SEND_START;
        }
        if (!CommandPages.fits(buffers, CreateQp.PAGES_OFFSET, pages())) {
            return CommandSyndrome.QP_LIST;
        }
        return RingMemory.isReachable(bus, list()) ? CommandSyndrome.NONE : CommandSyndrome.QP_PAGE;
    }

    private static int addressUnits(QpService service) {
        return switch (service) {
            case UD, SRD -> DatagramSegment.BYTES / STRIDE_UNIT;
            case XRC -> XrcSegment.BYTES / STRIDE_UNIT;
            case RC, UC -> 0;
        };
    }

    /**
     * Makes the queues after a successful {@link #check}.
     *
     * @param record bus address of the doorbell record
     * @param service of the QP
     */
    QueueGeometry geometry(DmaBus bus, long record, QpService service) {
        RingMemory pages = RingMemory.of(bus, list(), start);
        RingMemory memory = Qpc.POLLED.isSet(buffers.input(), CreateQp.QPC_OFFSET) ? pages.polled() : pages;
        return new QueueGeometry(
                memory, receives, stride, addressUnits(service), sendBlocks, bus.segment(record), bus.offset(record));
    }
}
