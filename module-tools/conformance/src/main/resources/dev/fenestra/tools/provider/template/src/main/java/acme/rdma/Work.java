package acme.rdma;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.WrOpcode;

/**
 * One slot of a send queue; used again and again, so that posting allocates nothing. Which fields count depends on the
 * opcode.
 */
final class Work {
    /** Bytes of inline data that a slot takes. */
    static final int MAX_INLINE = 64;

    long wrId;
    WrOpcode opcode = WrOpcode.SEND;
    int flags;
    int immediateOrKey;
    long remoteAddress;
    int rkey;
    int oldKey;
    int newKey;
    int bindLkey;
    long bindAddress;
    long bindLength;
    int bindAccess;
    final SgeList data = new SgeList();
    final byte[] inline = new byte[MAX_INLINE];
    int inlineBytes;

    void begin(long newWrId, WrOpcode newOpcode, int newFlags) {
        wrId = newWrId;
        opcode = newOpcode;
        flags = newFlags;
        data.clear();
        inlineBytes = 0;
    }

    boolean isSignaled() {
        return (flags & SendFlag.SIGNALED) != 0;
    }

    /** Bytes of the message. */
    long length() {
        long length = inlineBytes;
        for (int i = 0; i < data.size(); i++) {
            length += Integer.toUnsignedLong(data.length(i));
        }
        return length;
    }
}
