package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.duties.DutyChecker;
import dev.fenestra.tools.duties.DutyFinding;
import dev.fenestra.tools.duties.DutyFindings;
import dev.fenestra.tools.duties.DutyLevel;
import dev.fenestra.tools.duties.ProgramActs;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The check of what programs owe: it takes the acts of all programs in the order of their stamps, and keeps what it
 * finds. A record is told only when all records are there that may have led to it: the heads of all rings are looked at
 * twice, and of the second look only what is not younger than the first is told.
 */
final class ProgramChecks implements AutoCloseable {
    private static final long PAUSE_NANOS = 500_000;
    /** While there are no programs: the ring of a first one holds far more. */
    private static final long IDLE_NANOS = 20_000_000;

    private static final int PATIENCE_MILLIS = 10_000;

    private final DutyChecker checker;
    private final Consumer<String> found;
    private final Consumer<String> log;
    private final List<Checked> programs = new CopyOnWriteArrayList<>();
    /** The names of the programs of each {@code exec} that has not asked yet. */
    private final Map<Long, Set<String>> names = new HashMap<>();

    private volatile boolean isClosed;

    /** A program, its ring, and whether it has ended. */
    private static final class Checked {
        private final int pid;
        private final ActRing ring;
        private final ActReader reader;
        private final ProgramActs program;
        private volatile boolean hasEnded;

        Checked(int pid, ActRing ring, ActReader reader, ProgramActs program) {
            this.pid = pid;
            this.ring = ring;
            this.reader = reader;
            this.program = program;
        }
    }

    /**
     * Begins, without programs.
     *
     * @param asked what is found, and who gets it
     * @param seed of the check
     * @param log gets the names of programs that are no longer checked
     */
    ProgramChecks(ProgramCheck asked, long seed, Consumer<String> log) {
        checker = new DutyChecker(asked.settings(), seed);
        found = asked.found();
        this.log = log;
        checker.findings().onFinding(this::found);
        Thread.ofPlatform().daemon().name("fenestra-check").start(this::run);
    }

    private void found(DutyFinding finding) {
        found.accept(finding.toString().strip());
        for (Checked one : programs) {
            if (finding.level() == DutyLevel.ERROR
                    && one.ring.isStrict()
                    && one.program.name().equals(finding.program())) {
                ProcessHandle.of(one.pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    /**
     * Checks a program until its connection ends.
     *
     * @throws IOException when it has no ring
     */
    void serve(Introduction hello, SocketChannel channel, BenchHost host) throws IOException {
        Path folder = Path.of("/proc", Integer.toString(hello.pid()));
        ActRing ring = ActRing.open(folder.resolve("fd").resolve(Long.toString(hello.number())));
        String name = Files.readString(folder.resolve("comm")).strip() + "-" + hello.pid();
        Set<Gid> own = gids(host);
        LongSupplier rnrNaks =
                () -> host.simulated().map(card -> card.counters().rnrNaksSent).orElse(0L);
        ActReader reader = new ActReader();
        ProgramActs program =
                checker.program(host.name(), name, (_, _) -> false, own::contains, rnrNaks, reader::place);
        reader.of(program);
        Checked checked = new Checked(hello.pid(), ring, reader, program);
        synchronized (this) {
            if (ring.token() != 0) {
                names.computeIfAbsent(ring.token(), _ -> new HashSet<>()).add(name);
            }
        }
        programs.add(checked);
        try {
            Message.answer(Errno.OK).write(channel);
            Message.read(channel, 0);
            throw new IOException("a message on the connection of a check");
        } catch (EOFException ended) {
            // As it should.
        } finally {
            checked.hasEnded = true;
        }
    }

    private static Set<Gid> gids(BenchHost host) {
        Set<Gid> all = new HashSet<>();
        for (RdmaDevice device : host.kernel().devices().values()) {
            for (int i = 0; i < device.ports().port(1).gidTableLength(); i++) {
                all.add(device.ports().gid(i));
            }
        }
        all.remove(Gid.UNSPECIFIED);
        return all;
    }

    private void run() {
        while (!isClosed) {
            if (!tell()) {
                LockSupport.parkNanos(programs.isEmpty() ? IDLE_NANOS : PAUSE_NANOS);
            }
        }
    }

    /** Tells what is there; false when nothing was. */
    private boolean tell() {
        List<Checked> all = List.copyOf(programs);
        List<Checked> over = new ArrayList<>();
        boolean isAny = false;
        for (Checked one : all) {
            // An end that is seen now is an end behind all records that are seen next.
            if (one.hasEnded) {
                over.add(one);
            }
            isAny |= look(one);
        }
        boolean isTold = false;
        if (isAny) {
            long until = System.nanoTime();
            all.forEach(this::look);
            isTold = merge(all, until);
        }
        over.forEach(this::end);
        return isTold;
    }

    private boolean look(Checked one) {
        try {
            return one.ring.look();
        } catch (IOException spoilt) {
            spoil(one, spoilt);
            return false;
        }
    }

    /** Tells acts, the oldest first, up to a moment of the clock that also stamps them; whether there was one. */
    private boolean merge(List<Checked> all, long until) {
        for (boolean isTold = false; ; isTold = true) {
            Checked oldest = null;
            long least = Long.MAX_VALUE;
            long next = until;
            for (Checked one : all) {
                if (one.ring.hasAct() && programs.contains(one)) {
                    long stamp = one.ring.stamp();
                    if (stamp < least) {
                        next = Math.min(next, least);
                        least = stamp;
                        oldest = one;
                    } else {
                        next = Math.min(next, stamp);
                    }
                }
            }
            if (oldest == null || least > until) {
                return isTold;
            }
            tell(oldest, next);
        }
    }

    private void tell(Checked one, long until) {
        try {
            do {
                one.reader.tell(one.ring.take());
            } while (one.ring.hasAct() && one.ring.stamp() <= until);
        } catch (IOException | RuntimeException spoilt) {
            spoil(one, spoilt);
        }
    }

    private void spoil(Checked one, Exception why) {
        log.accept(one.program.name() + " is no longer checked: " + why.getMessage());
        end(one);
    }

    /** What an ended program has stamped with a later moment than the present one is not told. */
    private void end(Checked one) {
        if (programs.contains(one)) {
            one.program.ended();
            synchronized (this) {
                programs.remove(one);
                notifyAll();
            }
        }
    }

    /**
     * Answers an {@code exec}: how many findings there are of its programs, and their text. It waits until they have
     * ended, but not for long: a program may have left others behind.
     */
    Message findings(long token) throws IOException {
        Set<String> asked = await(token);
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (DutyFindings.Counted one : checker.findings().all()) {
            if (asked.contains(one.finding().program())) {
                count++;
                text.append(one.finding());
                if (one.count() > 1) {
                    text.append(String.format("  %-8s %d%n", "times", one.count()));
                }
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = Message.allocate(bytes.length).put(bytes).flip();
        return new Message(Errno.OK.code(), count, 0, 0, all);
    }

    private synchronized Set<String> await(long token) throws IOException {
        long end = System.currentTimeMillis() + PATIENCE_MILLIS;
        try {
            long left = PATIENCE_MILLIS;
            while (left > 0 && programs.stream().anyMatch(one -> one.ring.token() == token)) {
                wait(left);
                left = end - System.currentTimeMillis();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        Set<String> found = names.remove(token);
        return found == null ? Set.of() : found;
    }

    @Override
    public void close() {
        isClosed = true;
        checker.end();
    }
}
