package dev.fenestra.tools.observe.waits;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for each other, by locks or by waits that name the threads they wait for. A thread stands still
 * when each thread that could let it go on has ended or stands still too.
 */
final class Standstill {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /**
     * {@return those of some threads, and of all that wait for a lock, which stand still}
     *
     * @param noted waits that are known
     */
    List<Waiting> among(List<Waiting> noted) {
        Map<Long, Waiting> stuck = new HashMap<>();
        Stream.concat(noted.stream().filter(one -> !one.debtors().isEmpty()), blocked())
                .forEach(one -> put(stuck, one));
        while (stuck.values().removeIf(one -> one.debtors().stream().anyMatch(debtor -> canAct(debtor, stuck)))) {
            // Those that waited for one of them can go on, too.
        }
        return new ArrayList<>(stuck.values());
    }

    private static void put(Map<Long, Waiting> stuck, Waiting one) {
        if (one.thread() != null) {
            stuck.put(one.thread().threadId(), one);
        }
    }

    private static boolean canAct(Thread debtor, Map<Long, Waiting> stuck) {
        return debtor.isAlive() && !stuck.containsKey(debtor.threadId());
    }

    private Stream<Waiting> blocked() {
        List<ThreadInfo> infos = Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(info -> info != null && info.getLockOwnerId() >= 0)
                .toList();
        return infos.isEmpty() ? Stream.of() : blocked(infos);
    }

    private static Stream<Waiting> blocked(List<ThreadInfo> infos) {
        Map<Long, Thread> alive = Thread.getAllStackTraces().keySet().stream()
                .collect(Collectors.toMap(Thread::threadId, Function.identity()));
        return infos.stream()
                .flatMap(info -> blocked(info, alive.get(info.getThreadId()), alive.get(info.getLockOwnerId())));
    }

    /** A thread that has ended meanwhile waits no more, and one that has ended has no lock. */
    private static Stream<Waiting> blocked(ThreadInfo info, @Nullable Thread thread, @Nullable Thread owner) {
        if (thread == null || owner == null) {
            return Stream.of();
        }
        return Stream.of(new Waiting(
                info.getThreadName(),
                thread,
                String.valueOf(info.getLockName()),
                "for a lock",
                owner.getName(),
                List.of(owner),
                0,
                List.of("lock", thread, String.valueOf(info.getLockName())),
                false,
                true,
                ours(thread.getStackTrace())));
    }

    /** Where our code asks for the lock. */
    private static String ours(StackTraceElement[] stack) {
        return Stream.of(stack)
                .filter(frame -> frame.getClassName().startsWith("dev.fenestra."))
                .findFirst()
                .map(frame -> "in " + frame.getClassName() + "." + frame.getMethodName())
                .orElse("");
    }
}
