package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The file descriptors of a process. A new file gets the lowest free number, from 3 on. A forked child inherits
 * descriptors of buffers, but not of devices.
 */
public final class FileTable {
    private static final int FIRST = 3;

    private final NavigableMap<Integer, FileDescription> files = new TreeMap<>();
    private boolean ended;

    FileTable() {}

    /** Those of a forked child. */
    FileTable(FileTable parent) {
        synchronized (parent) {
            files.putAll(parent.files);
        }
        files.values().removeIf(FileDescription.Device.class::isInstance);
        files.values().forEach(FileDescription::opened);
    }

    /**
     * {@return a descriptor of a buffer, which needs the buffer until it is closed}
     *
     * @param buffer gets one more reference, which the file holds
     */
    public int open(DmaBuf buffer) {
        return add(new FileDescription.Buffer(buffer));
    }

    /**
     * {@return a descriptor of a device that the process has opened}
     *
     * @param device the opened device
     */
    public int open(KernelContext device) {
        return add(new FileDescription.Device(device, new AtomicInteger()));
    }

    /**
     * {@return another descriptor of the same file ({@code dup})} EBADF for one that is not open.
     *
     * @param descriptor file descriptor of the process
     */
    public int duplicate(int descriptor) {
        return add(get(descriptor));
    }

    /**
     * {@return a descriptor of a file of another process, as if sent through a socket (SCM_RIGHTS)} EBADF for a
     * descriptor that is not open, EOPNOTSUPP for a device.
     *
     * @param sender of the process that has the file open
     * @param descriptor file descriptor of the process
     */
    public int receive(FileTable sender, int descriptor) {
        FileDescription file = sender.get(descriptor);
        if (file instanceof FileDescription.Device(KernelContext context, AtomicInteger _)) {
            throw new VerbsException(KernelRule.DEVICE_KEPT, "fd=" + descriptor + " is " + context.device());
        }
        return add(file);
    }

    private synchronized int add(FileDescription file) {
        file.opened();
        int free = FIRST;
        while (files.containsKey(free)) {
            free++;
        }
        files.put(free, file);
        return free;
    }

    /**
     * Closes a descriptor; EBADF for one that is not open. After the end of the process it does nothing.
     *
     * @param descriptor file descriptor of the process
     */
    public void close(int descriptor) {
        FileDescription file;
        synchronized (this) {
            if (ended) {
                return;
            }
            file = get(descriptor);
            files.remove(descriptor);
        }
        file.closed();
    }

    void closeAll() {
        List<FileDescription> open;
        synchronized (this) {
            open = List.copyOf(files.values());
            ended = true;
            files.clear();
        }
        open.forEach(FileDescription::closed);
    }

    /**
     * {@return the buffer of a descriptor: EBADF for one that is not open, EINVAL for one of something else}
     *
     * @param descriptor file descriptor of the process
     */
    public DmaBuf buffer(int descriptor) {
        if (get(descriptor) instanceof FileDescription.Buffer(DmaBuf buffer)) {
            return buffer;
        }
        throw new VerbsException(RegionRule.DMA_BUF_FILE, "fd=" + descriptor);
    }

    /**
     * {@return the open device of a descriptor: EBADF for one that is not open, EINVAL for one of something else}
     *
     * @param descriptor file descriptor of the process
     */
    public KernelContext device(int descriptor) {
        if (get(descriptor) instanceof FileDescription.Device(KernelContext context, AtomicInteger _)) {
            return context;
        }
        throw new VerbsException(KernelRule.DEVICE_FILE, "fd=" + descriptor);
    }

    private synchronized FileDescription get(int descriptor) {
        FileDescription file = files.get(descriptor);
        if (file == null) {
            throw new VerbsException(KernelRule.FILE_OPEN, "fd=" + descriptor);
        }
        return file;
    }
}
