package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.memory.DmaBuf;
import java.util.concurrent.atomic.AtomicInteger;

/** The file behind a descriptor of a process. It counts its descriptors. */
sealed interface FileDescription permits FileDescription.Buffer, FileDescription.Device {

    /** Counts a new descriptor. */
    void opened();

    /** Counts a closed descriptor. */
    void closed();

    /**
     * A buffer that devices may attach to.
     *
     * @param buffer it counts the descriptors
     */
    record Buffer(DmaBuf buffer) implements FileDescription {
        @Override
        public void opened() {
            buffer.hold();
        }

        @Override
        public void closed() {
            buffer.release();
        }
    }

    /**
     * A device that the process has opened. Its last descriptor closes it.
     *
     * @param context its system calls
     * @param descriptors how many name it
     */
    record Device(KernelContext context, AtomicInteger descriptors) implements FileDescription {
        @Override
        public void opened() {
            descriptors.incrementAndGet();
        }

        @Override
        public void closed() {
            if (descriptors.decrementAndGet() == 0) {
                context.close();
            }
        }
    }
}
