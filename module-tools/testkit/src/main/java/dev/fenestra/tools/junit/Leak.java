package dev.fenestra.tools.junit;

import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.VerbsObject;
import java.util.Set;

/** Something of a host's kernel that is still alive. */
record Leak(String host, Resource resource) {
    /** The root of the user API's packages. All of them lie between a test and the kernel. */
    private static final String VERBS = VerbsObject.class.getPackageName();

    /** Other packages between a test and the kernel. */
    private static final Set<String> STACK =
            Set.of(Pending.class.getPackageName(), TestBench.class.getPackageName(), Leak.class.getPackageName());

    /** The identity of a living object. */
    record Id(String host, int context, int handle) {
        /** In place of a context, for what belongs to none: the ids of RDMA CM. */
        static final int OF_NO_CONTEXT = 0;
    }

    Id id() {
        return new Id(host, resource.context(), resource.handle());
    }

    /**
     * For example {@code MR 3 of alice (mlx5_0), held by MW 4, created at GreetingTest.greet(GreetingTest.java:12)}.
     */
    @Override
    public String toString() {
        String holders = resource.holders().isEmpty() ? "" : ", held by " + resource.holders();
        return resource.name() + " of " + resource.process() + " (" + resource.device() + ")" + holders
                + ", created at " + site();
    }

    private String site() {
        return resource.creation().stream()
                .filter(frame -> !isOfStack(packageOf(frame.getClassName())))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("an unknown place");
    }

    private static boolean isOfStack(String name) {
        return STACK.contains(name) || name.equals(VERBS) || name.startsWith(VERBS + ".");
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }
}
