package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RemoteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Alice's work: reads the file part by part into a staging buffer and writes it from there through a window. */
final class Courier {
    private static final int STAGING = 4 << 20;
    /** Most bytes of one RDMA WRITE. */
    private static final int CHUNK = 1 << 20;

    private final End alice;
    private final FileReader file;
    private final long size;
    private final Progress progress;
    private final Memory memory;
    private final MemoryRegion staging;
    private final byte[] buffer;
    private long moved;

    Courier(End alice, FileReader file, long size, Progress progress) {
        this.alice = alice;
        this.file = file;
        this.size = size;
        this.progress = progress;
        memory = alice.context().allocate(Math.min(STAGING, size));
        staging = alice.pd().regMr(memory, AccessFlag.LOCAL_WRITE);
        buffer = new byte[(int) Math.min(CHUNK, size)];
    }

    /** Writes the next bytes of the file through a window, as many as fit. */
    void carry(RemoteBuffer window) throws FileException {
        for (long at = 0; at < window.length(); at += memory.length()) {
            int part = (int) Math.min(memory.length(), window.length() - at);
            load(part);
            write(window.slice(at, part));
            moved += part;
            progress.moved(moved, size);
        }
    }

    /** Writes what is in the staging buffer again, up to the length of a window. */
    void write(RemoteBuffer window) {
        int length = (int) window.length();
        List<RdmaWrite> writes = new ArrayList<>();
        for (int at = 0; at < length; at += CHUNK) {
            int part = Math.min(CHUNK, length - at);
            RdmaWrite write = RdmaWrite.of(alice.nextRequest(), window.slice(at, part), staging.slice(at, part));
            writes.add(at + part < length ? write.unsignaled() : write);
        }
        alice.post(writes.toArray(RdmaWrite[]::new));
        alice.done(writes.getLast().wrId());
    }

    private void load(int bytes) throws FileException {
        for (int at = 0; at < bytes; at += buffer.length) {
            int part = Math.min(buffer.length, bytes - at);
            file.read(buffer, part);
            memory.put(at, buffer, 0, part);
        }
    }
}
