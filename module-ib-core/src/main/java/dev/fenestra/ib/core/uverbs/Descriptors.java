package dev.fenestra.ib.core.uverbs;

import org.jspecify.annotations.Nullable;

/** The file descriptors of a process, as far as commands give or take them. */
public interface Descriptors {
    /**
     * Gives the process a descriptor of an event file.
     *
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EMFILE when it can have no more, EIO when it does not
     *     answer
     */
    int install(EventFile file);

    /** The event file that a descriptor of the process names, or null. */
    @Nullable
    EventFile find(int descriptor);
}
