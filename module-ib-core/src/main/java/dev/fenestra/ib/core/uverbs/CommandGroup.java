package dev.fenestra.ib.core.uverbs;

import java.util.Map;
import java.util.function.Consumer;

/** Handlers of the commands about one kind of object. */
interface CommandGroup {
    /** Enters its commands into the table of all. */
    void register(Map<WriteCommand, Consumer<WriteCall>> handlers);
}
