package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.util.List;

/** A host with a fake device, and a program that has opened it. */
final class Bench implements AutoCloseable {
    final FakeProvider provider = new FakeProvider();
    final Host host = new Host(HostConfig.named("alice").withMemory(4 << 20));
    final Process process = host.createProcess("app");
    final Context context;

    Bench() {
        host.plug("anything");
        host.discover(List.of(provider));
        context = Context.open(process, "fake_0");
    }

    QueuePair qp(ProtectionDomain pd) {
        CompletionQueue cq = context.createCq(8);
        return pd.createQp(QpSpec.rc(cq, cq));
    }

    @Override
    public void close() {
        host.close();
    }
}
