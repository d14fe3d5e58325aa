package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.Set;

/**
 * Memory of the program.
 *
 * @param headBytes before the message
 * @param size bytes of the message
 */
record HostBuffer(Memory memory, MemoryRegion region, int headBytes, int size) implements MessageBuffer {

    static HostBuffer of(Context context, ProtectionDomain pd, PingpongOptions options, int headBytes)
            throws PingpongException {
        Set<RcOption> how = options.rcOptions();
        boolean isImplicit = how.contains(RcOption.IMPLICIT);
        boolean isOnDemand = isImplicit || how.contains(RcOption.ON_DEMAND);
        if (isOnDemand) {
            check(context.odpCapabilities(), isImplicit);
        }
        Memory memory = context.allocate(Math.max(1, headBytes + options.size()));
        HostBuffer made = new HostBuffer(memory, region(pd, memory, isOnDemand, isImplicit), headBytes, options.size());
        if (how.contains(RcOption.PREFETCH)) {
            pd.adviseMr(MrAdvice.PREFETCH_WRITE, made.all());
        }
        return made;
    }

    private static MemoryRegion region(ProtectionDomain pd, Memory memory, boolean isOnDemand, boolean isImplicit) {
        if (isImplicit) {
            return pd.regImplicit(AccessFlag.LOCAL_WRITE);
        }
        return isOnDemand
                ? pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND)
                : pd.regMr(memory, AccessFlag.LOCAL_WRITE);
    }

    private static void check(OdpCapabilities has, boolean isImplicit) throws PingpongException {
        if (!has.support() || !has.rc().containsAll(Set.of(OdpOperation.SEND, OdpOperation.RECV))) {
            throw new PingpongException(
                    "The device isn't ODP capable or does not support RC send and receive with ODP");
        }
        if (isImplicit && !has.implicit()) {
            throw new PingpongException("The device doesn't support implicit ODP");
        }
    }

    @Override
    public MemorySlice message() {
        return new MemorySlice(region, memory.address() + headBytes, size);
    }

    @Override
    public MemorySlice all() {
        return new MemorySlice(region, memory.address(), headBytes + size);
    }

    @Override
    public boolean canBeInline() {
        return true;
    }

    @Override
    public void fill(byte[] message) {
        memory.put(headBytes, message);
    }

    @Override
    public byte[] content() {
        return memory.get(headBytes, size);
    }

    @Override
    public void close() {
        region.close();
        memory.free();
    }
}
