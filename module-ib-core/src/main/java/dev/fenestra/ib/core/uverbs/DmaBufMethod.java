package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.calls.KernelMrs;
import dev.fenestra.ib.core.memory.DmaBuf;
import java.util.ArrayList;
import java.util.List;

/** The method that registers a buffer of an exporter; UVERBS_METHOD_REG_DMABUF_MR of ib_user_ioctl_cmds.h. */
final class DmaBufMethod {
    private static final int HANDLE = 0;
    private static final int PD = 1;
    private static final int OFFSET = 2;
    private static final int LENGTH = 3;
    private static final int IOVA = 4;
    private static final int DESCRIPTOR = 5;
    private static final int ACCESS = 6;
    private static final int LKEY = 7;
    private static final int RKEY = 8;

    private final KernelMrs calls;
    private final Descriptors descriptors;

    DmaBufMethod(KernelMrs calls, Descriptors descriptors) {
        this.calls = calls;
        this.descriptors = descriptors;
    }

    /** The region needs the buffer; this call does not, when it is over. */
    void register(Attributes asked) {
        List<DmaBuf> opened = new ArrayList<>();
        try {
            MrResponse made = calls.registerDmaBuf(
                    descriptor -> {
                        DmaBuf buffer = descriptors.buffer(descriptor);
                        opened.add(buffer);
                        return buffer;
                    },
                    (int) asked.value(PD),
                    (int) asked.value(DESCRIPTOR),
                    asked.value(OFFSET),
                    asked.value(LENGTH),
                    asked.value(IOVA),
                    (int) asked.value(ACCESS));
            asked.answerInline(HANDLE, made.handle());
            asked.answer(LKEY, made.lkey());
            asked.answer(RKEY, made.rkey());
        } finally {
            opened.forEach(DmaBuf::release);
        }
    }
}
