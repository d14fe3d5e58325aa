package dev.fenestra.benchmarks;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * WRITEs of 8 bytes, each posted on a QP picked at random and signaled, held against the same on a line that has one
 * QP.
 */
public class ManyQps extends Run {
    private static final int BYTES = 8;
    private static final int MEMORY = 1 << 16;
    private static final int TURN = 1024;
    private static final int IN_FLIGHT = 64;

    /** QPs that are alive on each side. */
    @Param({"100", "1000", "10000"})
    public int qps;

    private final Runnable one = () -> writes(this.single, this.singleQp, 1);
    private final Runnable some = () -> writes(this.crowd, this.all, 100);
    private final Runnable every = () -> writes(this.crowd, this.all, this.qps);
    private final SplittableRandom random = new SplittableRandom(1);
    private Line single;
    private Line crowd;
    private QueuePair[] singleQp;
    private QueuePair[] all;

    @Setup
    public void open() {
        single = Line.direct(MEMORY);
        crowd = Line.direct(MEMORY);
        singleQp = new QueuePair[] {single.one.qp};
        all = new QueuePair[qps];
        CompletionQueue idle = crowd.other.context.createCq(IN_FLIGHT);
        for (int i = 0; i < qps; i++) {
            all[i] = crowd.one.pd.createQp(
                    Side.spec(crowd.one.cq).maxSend(16).maxRecv(1).maxSge(1).maxInline(0));
            QueuePair peer = crowd.other.pd.createQp(
                    Side.spec(idle).maxSend(1).maxRecv(1).maxSge(1).maxInline(0));
            crowd.bench.connectPair(all[i], peer);
        }
    }

    @TearDown
    public void close() {
        single.close();
        crowd.close();
    }

    @Benchmark
    @OperationsPerInvocation(2 * TURN)
    public void hundredUsed(Compared compared) {
        compared.run(one, some);
    }

    @Benchmark
    @OperationsPerInvocation(2 * TURN)
    public void allUsedAtRandom(Compared compared) {
        compared.run(one, every);
    }

    private void writes(Line line, QueuePair[] from, int used) {
        for (int done = 0; done < TURN; done += IN_FLIGHT) {
            for (int i = 0; i < IN_FLIGHT; i++) {
                SendBuilder builder = from[random.nextInt(used)].builder();
                builder.start()
                        .request(i, SendFlag.SIGNALED)
                        .rdmaWrite(line.other.region.rkey(), line.other.memory.address())
                        .sge(line.one.region, line.one.memory.address(), BYTES);
                Side.check(builder.complete());
            }
            line.one.await(IN_FLIGHT);
        }
    }
}
