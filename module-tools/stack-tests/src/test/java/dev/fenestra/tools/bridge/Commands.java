package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.uverbs.Descriptors;
import dev.fenestra.ib.core.uverbs.EventFile;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.uverbs.WriteCall;
import dev.fenestra.ib.core.vocabulary.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A device that a process has opened, for tests that give commands as bytes. */
final class Commands implements Descriptors {
    static final int EXTENDED = 1 << 31;
    static final int GET_CONTEXT = 0;
    static final int ALLOC_PD = 3;
    static final int CREATE_CHANNEL = 17;
    static final int CREATE_CQ = 18;
    static final int CREATE_QP = 24;

    /** That of the asynchronous events. */
    static final int FIRST_DESCRIPTOR = 100;

    final UverbsFile file;
    private final Arena arena = Arena.ofAuto();
    private final List<EventFile> files = new ArrayList<>();
    private final Queue<Runnable> later = new ArrayDeque<>();

    Commands(Process process) {
        this(process, "mlx5_0");
    }

    /** The device of this name. */
    Commands(Process process, String name) {
        file = new UverbsFile(process, name, this);
    }

    @Override
    public void later(Runnable work) {
        later.add(work);
    }

    /** Runs what the kernel wanted to be run later; how much that was. */
    int runLater() {
        int count = 0;
        for (Runnable work = later.poll(); work != null; work = later.poll()) {
            work.run();
            count++;
        }
        return count;
    }

    @Override
    public int install(EventFile opened) {
        files.add(opened);
        return FIRST_DESCRIPTOR + files.size() - 1;
    }

    @Override
    public @Nullable EventFile find(int descriptor) {
        int place = descriptor - FIRST_DESCRIPTOR;
        return place < 0 || place >= files.size() ? null : files.get(place);
    }

    /** Zeroed bytes. */
    MemorySegment bytes(long count) {
        return count == 0 ? MemorySegment.NULL : arena.allocate(count, Long.BYTES);
    }

    Errno write(int command, MemorySegment request, MemorySegment response, Udata udata) {
        return file.write(command, new WriteCall(request, response, udata));
    }

    Errno write(int command, MemorySegment request, MemorySegment response) {
        return write(command, request, response, Udata.none());
    }

    /** GET_CONTEXT with the udata of libmlx5: 16 doorbell registers, 4 of them of low latency. */
    Errno open() {
        MemorySegment asked = bytes(32);
        asked.set(ValueLayout.JAVA_INT, 0, 16);
        asked.set(ValueLayout.JAVA_INT, 4, 4);
        asked.set(ValueLayout.JAVA_BYTE, 16, (byte) 1);
        return write(GET_CONTEXT, bytes(8), bytes(8), new Udata(asked, bytes(72)));
    }
}
