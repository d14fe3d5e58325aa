package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The buffers that were allocated from a PD. */
final class Buffers {
    private final ProtectionDomain pd;
    private final QueueMemory memory;
    private int count;

    /**
     * @param memory their memory
     */
    Buffers(ProtectionDomain pd, QueueMemory memory) {
        this.pd = pd;
        this.memory = memory;
    }

    Buf allocate(long length) {
        Context context = pd.context();
        if (length < 1) {
            throw context.logged("uverbs", new VerbsException(VerbsRule.BUF_LENGTH, "length=" + length));
        }
        Memory bytes;
        try {
            bytes = context.process().memoryAt(memory.take(length), length);
        } catch (VerbsException refused) {
            throw context.logged("uverbs", refused);
        }
        synchronized (this) {
            count++;
        }
        return context.opened(new Buf(pd, memory, bytes));
    }

    synchronized void freed() {
        count--;
    }

    /** Refuses with EBUSY while there is a buffer. */
    synchronized void checkNone() {
        if (count > 0) {
            String held = pd + " is held by " + count + (count == 1 ? " buffer" : " buffers");
            throw pd.context().logged("uverbs", new VerbsException(VerbsRule.BUF_DOMAIN, held));
        }
    }
}
