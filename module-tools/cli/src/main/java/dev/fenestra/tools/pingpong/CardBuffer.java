package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.DeviceMemory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;

/** Memory of the card. Its bytes are copied to and fro in words of 4, so other sizes fail as in the real program. */
record CardBuffer(DeviceMemory memory, MemoryRegion region, int size) implements MessageBuffer {

    static CardBuffer of(Context context, ProtectionDomain pd, int size) throws PingpongException {
        long most = context.deviceAttributes().memory().maxDmSize();
        if (most == 0) {
            throw new PingpongException("Device doesn't support dm allocation");
        }
        if (size > most) {
            throw new PingpongException("Device memory is insufficient");
        }
        DeviceMemory memory = context.allocDm(size);
        return new CardBuffer(memory, pd.regDmMr(memory, 0, size, AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED), size);
    }

    @Override
    public MemorySlice message() {
        return new MemorySlice(region, 0, size);
    }

    @Override
    public MemorySlice all() {
        return message();
    }

    @Override
    public boolean canBeInline() {
        return false;
    }

    @Override
    public void fill(byte[] message) throws PingpongException {
        try {
            memory.put(0, message);
        } catch (VerbsException refused) {
            throw new PingpongException("Copy to dm buffer failed", refused);
        }
    }

    @Override
    public byte[] content() throws PingpongException {
        try {
            return memory.get(0, size);
        } catch (VerbsException refused) {
            throw new PingpongException("Copy from DM buffer failed", refused);
        }
    }

    @Override
    public void close() {
        region.close();
        memory.close();
    }
}
