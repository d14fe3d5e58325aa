package dev.fenestra.tools.junit;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.Packets;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;

/** The parts of a bench that can be a test's parameter. */
enum Part {
    BENCH(TestBench.class, (bench, number) -> bench.bench()),
    HOST(BenchHost.class, SharedBench::host),
    CONTEXT(Context.class, SharedBench::context),
    PAIR(QpPair.class, SharedBench::pair),
    PEER(Peer.class, SharedBench::peer),
    PD(ProtectionDomain.class, (bench, number) -> bench.peer(number).pd()),
    CQ(CompletionQueue.class, (bench, number) -> bench.peer(number).cq()),
    QP(QueuePair.class, (bench, number) -> bench.peer(number).qp()),
    PACKETS(Packets.class, (bench, number) -> bench.bench().packets());

    private final Class<?> type;
    private final BiFunction<SharedBench, Integer, Object> take;

    Part(Class<?> type, BiFunction<SharedBench, Integer, Object> take) {
        this.type = type;
        this.take = take;
    }

    static Optional<Part> of(Class<?> type) {
        return Arrays.stream(values()).filter(part -> part.type == type).findFirst();
    }

    /** The one that a parameter means. */
    Object take(SharedBench bench, Parameter parameter, int index) {
        At at = parameter.getAnnotation(At.class);
        return take.apply(bench, at == null ? before(parameter, index) : at.value());
    }

    /** The number of parameters of this type before a parameter, without those that have an explicit number. */
    private int before(Parameter parameter, int index) {
        return (int) Arrays.stream(parameter.getDeclaringExecutable().getParameters())
                .limit(index)
                .filter(it -> it.getType() == type && !it.isAnnotationPresent(At.class))
                .count();
    }
}
