package dev.fenestra.tools.conformance.guard;

import dev.fenestra.tools.bench.MissingProviderException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs what is judged. An exception in it is a finding, and never the end of those who judge. Only what says nothing
 * about it goes through: a provider that is missing, and a machine without memory.
 */
public final class Guard {
    private Guard() {}

    /**
     * Runs it.
     *
     * @param work what is judged
     * @param finding makes the result out of what it throws
     */
    public static <T> T run(Supplier<T> work, Function<Throwable, T> finding) {
        try {
            return work.get();
        } catch (MissingProviderException missing) {
            throw missing;
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError thrown) {
            return finding.apply(thrown);
        }
    }

    /** Ends what an exception has left behind. A second exception is a consequence of the first one. */
    public static void end(Runnable ending) {
        run(
                () -> {
                    ending.run();
                    return true;
                },
                _ -> false);
    }
}
