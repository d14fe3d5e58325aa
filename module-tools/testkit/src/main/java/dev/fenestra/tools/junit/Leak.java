package dev.fenestra.tools.junit;

import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.tools.duties.SourcePlace;

/** Something of a host's kernel that is still alive. */
record Leak(String host, Resource resource) {
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
                + ", created at " + SourcePlace.of(resource.creation());
    }
}
