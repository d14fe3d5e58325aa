package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.OpenDevice;

/** The path back to the sender of a datagram (libibverbs verbs.c {@code ibv_init_ah_from_wc}). */
final class ReplyPath {
    private ReplyPath() {}

    static AhAttributes of(Context context, OpenDevice device, Completion.Done receive, byte[] grh, int port) {
        if (receive.opcode() != WcOpcode.RECV) {
            throw refused(device, VerbsRule.ANSWERED_RECEIVE, "opcode=" + receive.opcode());
        }
        // A Done names the sender's QP exactly when the flag IBV_WC_GRH is set.
        if (receive.sourceQpNumber().isEmpty()) {
            throw refused(device, VerbsRule.ANSWERED_GRH, "qp=" + receive.qpNumber() + " got a message without GRH");
        }
        return of(context, device, parsed(device, grh), port);
    }

    static AhAttributes of(Context context, OpenDevice device, Grh grh, int port) {
        int own = indexOf(context, device, grh.destination(), context.port(port).gidTableLength());
        return new AhAttributes(grh.source(), port, own, grh.flowLabel(), grh.hopLimit(), grh.trafficClass(), 0, 0);
    }

    private static Grh parsed(OpenDevice device, byte[] grh) {
        try {
            return Grh.parse(grh);
        } catch (VerbsException refused) {
            throw device.logged("uverbs", refused);
        }
    }

    private static int indexOf(Context context, OpenDevice device, Gid own, int entries) {
        for (int index = 0; index < entries; index++) {
            if (context.gid(index).equals(own)) {
                return index;
            }
        }
        throw refused(device, VerbsRule.ANSWERED_GID, "destination=" + own + ", GIDs=" + entries);
    }

    private static VerbsException refused(OpenDevice device, VerbsRule rule, String values) {
        return device.logged("uverbs", new VerbsException(rule, values));
    }
}
