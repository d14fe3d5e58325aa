package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** The file descriptors of a process that commands give or take. */
public interface Descriptors {
    /**
     * Gives the process a descriptor of an event file.
     *
     * @param file whose events it reads
     * @return the descriptor
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EMFILE when the process can have no more, EIO when it does
     *     not answer
     */
    int install(EventFile file);

    /**
     * Finds an event file.
     *
     * @param descriptor of the process
     * @return the event file that it names, or null
     */
    @Nullable
    EventFile find(int descriptor);

    /**
     * {@return what stands for the file of a descriptor, the same for each process that has it open} The default is the
     * number of the descriptor, for processes that have all files in common.
     *
     * @param descriptor of the process
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EBADF when it is not open
     */
    default String fileKey(int descriptor) {
        return "fd " + descriptor;
    }

    /**
     * {@return the buffer of an exporter that a descriptor names, with a reference for the caller} The default is that
     * no descriptor is open.
     *
     * @param descriptor of the process
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EBADF when it is not open, EINVAL when it is of something
     *     else
     */
    default DmaBuf buffer(int descriptor) {
        throw new VerbsException(KernelRule.FILE_OPEN, "fd=" + descriptor);
    }

    /**
     * Runs work soon, once, on a thread that holds no lock of the kernel. Interrupts report events while they hold the
     * lock of an event queue, and a context that closes waits for that lock, so the events are read here.
     *
     * @param work reads events, and sends them to the process
     */
    void later(Runnable work);
}
