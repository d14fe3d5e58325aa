import org.jspecify.annotations.NullMarked;

/**
 * The user API: contexts and what they own, work requests, completions. Calls the kernel to control, the provider to
 * move data.
 */
@NullMarked
module dev.fenestra.uverbs {
    requires static transitive org.jspecify;
    requires transitive dev.fenestra.ib.core;

    exports dev.fenestra.uverbs;
    exports dev.fenestra.uverbs.cm;
    exports dev.fenestra.uverbs.handles;
    exports dev.fenestra.uverbs.memory;
    exports dev.fenestra.uverbs.request;
}
