package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import java.util.Map;
import java.util.function.Consumer;

/** Handlers of the commands about one kind of object. */
interface CommandGroup {
    /** Adds its commands to the table of all commands. */
    void register(Map<WriteCommand, Consumer<WriteCall>> handlers);
}
