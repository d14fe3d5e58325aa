package dev.fenestra.tools.proof.campaign;

import com.google.common.base.Throwables;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the items of a shard that are not done yet, on one thread or on several. */
public final class CampaignRun {
    private final CampaignWork work;
    private final Shard shard;
    private final Bounds bounds;
    private final Optional<CampaignFile> file;
    private final Watcher watcher;
    private final LongSupplier nanos;
    private final Totals totals = new Totals();
    private final DoneItems done = new DoneItems();
    private final long start;
    private final long before;
    private long nextPlace;
    private boolean isStopped;
    private boolean isOver;
    private boolean isClosed;

    /**
     * How much is run at a time, and how long.
     *
     * @param jobs threads
     * @param time after which no item is begun; empty for none
     */
    public record Bounds(int jobs, Optional<Duration> time) {}

    /**
     * @param file keeps what is done; empty when nothing does
     * @param nanos a clock
     */
    public CampaignRun(
            CampaignWork work,
            Shard shard,
            Bounds bounds,
            Optional<CampaignFile> file,
            Watcher watcher,
            LongSupplier nanos) {
        this.work = work;
        this.shard = shard;
        this.bounds = bounds;
        this.file = file;
        this.watcher = watcher;
        this.nanos = nanos;
        start = nanos.getAsLong();
        file.flatMap(CampaignFile::earlier)
                .ifPresent(log -> log.results().forEach((item, result) -> {
                    done.add(shard, item);
                    totals.add(item, result);
                }));
        before = totals.items();
    }

    /**
     * Runs until all is done, the time is over, or {@link #stop} is called.
     *
     * @throws InputException when what the command line names cannot be used
     * @throws IOException when the file cannot be written, or the system refuses something else
     */
    public Ending run() throws InputException, IOException, InterruptedException {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(bounds.jobs(), CampaignRun::daemon)) {
            for (int i = 0; i < bounds.jobs(); i++) {
                running.add(threads.submit((Callable<Boolean>) this::work));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw cause(failed);
        }
        return end();
    }

    private static IllegalStateException cause(ExecutionException failed) throws InputException, IOException {
        @Nullable Throwable cause = failed.getCause();
        Throwable thrown = cause == null ? failed : cause;
        switch (thrown) {
            case InputException unusable -> throw unusable;
            case IOException refused -> throw refused;
            case RuntimeException defect -> throw defect;
            case Error fatal -> throw fatal;
            default -> {
                return new IllegalStateException(thrown);
            }
        }
    }

    private boolean work() throws InputException, IOException {
        try {
            OptionalLong item = next();
            while (item.isPresent()) {
                item = work(item.getAsLong());
            }
            return true;
        } finally {
            // When one thread fails, the others need not go on.
            leave();
        }
    }

    /**
     * Runs items from this one on, until one ends with an exception: then the worker is in no state to go on.
     *
     * @return the next item, for another worker; empty when there is none
     */
    private OptionalLong work(long first) throws InputException, IOException {
        OptionalLong item = OptionalLong.of(first);
        boolean isUsable = true;
        try (CampaignWork.Worker worker = work.worker()) {
            while (isUsable && item.isPresent()) {
                long number = item.getAsLong();
                ItemResult result;
                try {
                    result = worker.run(number);
                } catch (MissingProviderException missing) {
                    throw missing;
                } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError thrown) {
                    result = thrown(number, thrown);
                    isUsable = false;
                }
                add(number, result);
                item = next();
            }
        }
        return item;
    }

    private ItemResult thrown(long item, Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        Finding finding = new Finding(
                "CAMPAIGN-exception",
                trace.length == 0 ? thrown.getClass().getName() : trace[0].toString(),
                String.format(
                        "item %d of seed %d ends with an exception: %s",
                        item, work.identity().seed(), thrown),
                Throwables.getStackTraceAsString(thrown),
                work.repeat(item));
        return new ItemResult(Map.of(), List.of(finding));
    }

    private synchronized void leave() {
        isStopped |= !isOver && hasMore();
    }

    private synchronized OptionalLong next() {
        isOver |= bounds.time()
                .filter(time -> nanos.getAsLong() - start >= time.toNanos())
                .isPresent();
        if (isStopped || isOver || !hasMore()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(shard.item(nextPlace++));
    }

    /** Whether an item is left that nobody has begun; goes to its place. */
    private boolean hasMore() {
        while (done.has(nextPlace)) {
            nextPlace++;
        }
        Long items = work.identity().items();
        return items == null || nextPlace < shard.count(items);
    }

    private synchronized void add(long item, ItemResult result) throws OutputException {
        if (isClosed) {
            return;
        }
        if (file.isPresent()) {
            file.get().add(item, result);
        }
        List<Finding> unknown =
                result.findings().stream().filter(found -> !totals.knows(found)).toList();
        totals.add(item, result);
        unknown.forEach(watcher::found);
        watcher.done(totals);
    }

    /**
     * Ends the run at once: items that are underway do not count, and the file is complete without them. May be called
     * by any thread, and again.
     */
    public synchronized Ending stop() throws OutputException {
        isStopped = true;
        return end();
    }

    private synchronized Ending end() throws OutputException {
        Long items = work.identity().items();
        boolean isAll = items != null && totals.items() == shard.count(items);
        Ending why = isAll ? Ending.DONE : isOver ? Ending.TIME : Ending.STOPPED;
        if (!isClosed && file.isPresent()) {
            file.get().end(why, totals.items());
        }
        isClosed = true;
        return why;
    }

    /** What is done, in this run and in earlier ones. */
    public Totals totals() {
        return totals;
    }

    /** How many items earlier runs have done. */
    public long before() {
        return before;
    }

    private static Thread daemon(Runnable task) {
        return Thread.ofPlatform().daemon().name("campaign").unstarted(task);
    }
}
