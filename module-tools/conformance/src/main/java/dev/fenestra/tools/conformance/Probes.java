package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import java.util.regex.Pattern;

/** Tries on a device what no flag announces, between two QPs of its own. */
final class Probes {
    private static final long FIRST = 1;
    private static final int UNKNOWN = 0x7fffff00;
    /** Rules of the specification's tables; those of a provider have a name before the number. */
    private static final Pattern OF_THE_SPECIFICATION = Pattern.compile("[A-Z][0-9]+");

    private Probes() {}

    /** Two connected QPs of a host that complete in a CQ of their own. */
    private record Pair(CompletionQueue cq, QueuePair one, QueuePair other) implements AutoCloseable {
        static Pair of(CaseHost host) {
            CompletionQueue cq = host.context().createCq((int) host.most(Limit.CQE, 4));
            QueuePair one = host.createQp(host.pd(), QpSpec.rc(cq, cq));
            QueuePair other = host.createQp(host.pd(), QpSpec.rc(cq, cq));
            one.connect(other.endpoint(), ConnectOptions.DEFAULT.withRetries(7, 0));
            other.connect(one.endpoint());
            return new Pair(cq, one, other);
        }

        Completion await(long wrId) {
            return cq.await(wrId, CaseHost.PATIENCE);
        }

        @Override
        public void close() {
            one.close();
            other.close();
            cq.close();
        }
    }

    /** Whether a window may be one byte at an odd address. A refusal by a rule of the specification is a failure. */
    static boolean bindsAnyByte(CaseHost host) {
        if (host.context().deviceAttributes().memoryWindows() == MemoryWindows.NONE) {
            return false;
        }
        try (Pair pair = Pair.of(host);
                MemoryWindow window = host.pd().allocMw(MwType.TYPE_1)) {
            pair.one().bindMw(FIRST, window, host.slice(FIRST, 1), AccessFlag.REMOTE_READ);
            return pair.await(FIRST).status() == WcStatus.SUCCESS
                    || host.refusals().isEmpty()
                    || !isOwn(host.refusals().getLast().ruleId());
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP
                    && (refused.rule() instanceof VerbsRule
                            || !isOwn(refused.rule().id()));
        }
    }

    /** Whether a window of type 2 may be zero-based. */
    static boolean bindsZeroBased(CaseHost host) {
        MemoryWindows windows = host.context().deviceAttributes().memoryWindows();
        if (windows != MemoryWindows.TYPE_1_AND_2A && windows != MemoryWindows.TYPE_1_AND_2B) {
            return false;
        }
        try (Pair pair = Pair.of(host);
                MemoryWindow window = host.pd().allocMw(MwType.TYPE_2)) {
            MemorySlice range = host.slice(0, Long.BYTES);
            pair.one()
                    .post(BindMw.of(
                            FIRST, window, window.nextKey(), range, AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED));
            pair.await(FIRST);
            return true;
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP;
        }
    }

    private static boolean isOwn(String rule) {
        return !OF_THE_SPECIFICATION.matcher(rule).matches();
    }

    /** Whether a WRITE_WITH_IMM of one packet with a bad key is refused where no receive is ready. */
    static boolean refusesImmediateEarly(CaseHost host) {
        try (Pair pair = Pair.of(host)) {
            RemoteBuffer nowhere = new RemoteBuffer(host.region().address(), 8, UNKNOWN);
            pair.one().post(RdmaWriteWithImmediate.of(FIRST, nowhere, 7, host.slice(0, 8)));
            return pair.await(FIRST).status() == WcStatus.REM_ACCESS_ERR;
        } catch (VerbsException silent) {
            return false;
        }
    }
}
