package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.vocabulary.Errno;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A file that a program has opened. Its connection carries no calls, and ends when no process has a descriptor of the
 * file any more. A process that received a descriptor from another one uses this connection to show that it has the
 * file.
 */
final class OpenFile implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 1_000;

    private final SocketChannel channel;
    private final FileCalls calls;
    private final Program owner;
    private final Set<Integer> holders = ConcurrentHashMap.newKeySet();
    private boolean isClosed;

    /**
     * @param owner that opened it
     */
    OpenFile(SocketChannel channel, FileCalls calls, Program owner) {
        this.channel = channel;
        this.calls = calls;
        this.owner = owner;
        holders.add(owner.pid());
    }

    FileCalls calls() {
        return calls;
    }

    boolean isOf(Program program) {
        return owner == program;
    }

    /** Whether a process has shown that it has the file. What it says of its descriptors is no proof. */
    boolean isHeldBy(int pid) {
        return holders.contains(pid);
    }

    /**
     * Waits until no process has the file any more.
     *
     * @throws IOException then
     */
    void watch() throws IOException {
        try (Wait _ = Wait.sleeping(Owed.byProgram("an open file", "until it is closed", owner.name()))) {
            watchOn();
        }
    }

    private void watchOn() throws IOException {
        while (true) {
            Message said = Message.read(channel, 0);
            if (said.kind() != Message.CALL_SHARE) {
                throw new IOException("a message of kind " + said.kind() + " on the connection of a file");
            }
            share((int) said.a());
        }
    }

    private synchronized void share(int pid) {
        holders.add(pid);
        notifyAll();
    }

    /** Answers a call of a process; EACCES when it does not have the file. */
    synchronized Message answer(int pid, Message call) throws IOException {
        if (!isHeldBy(pid)) {
            awaitShare(pid);
        }
        if (isClosed) {
            return Message.answer(Errno.EBADF);
        }
        return isHeldBy(pid) ? calls.answer(call) : Message.answer(Errno.EACCES);
    }

    /** A process's message on the file's connection may come after its call. */
    private void awaitShare(int pid) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try (Wait _ = Wait.sleeping(share(owner.name(), pid))) {
            long left = PATIENCE_MILLIS;
            while (left > 0 && !isHeldBy(pid) && !isClosed) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private Owed share(String file, int pid) {
        return new Owed(
                "an open file of " + file,
                "until process " + pid + " shows that it has it",
                "process " + pid,
                () -> isHeldBy(pid),
                channel::isOpen,
                () -> "");
    }

    /** Cuts the connection: the programs that have it get errors from now on. */
    void cut() {
        Sockets.close(channel);
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
        cut();
        calls.close();
    }
}
