package dev.fenestra.tools.duties;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A memory window of a program. */
final class CheckedWindow {
    final int handle;
    final boolean isType2;
    final String place;
    /** Keys of binds that have failed. */
    final Set<Integer> failedKeys = new HashSet<>();

    private final IntSupplier key;
    /** The bind that made it valid; null while it is not. */
    @Nullable
    SendRequest bound;

    /** The binds whose completions were not polled yet, oldest first. */
    final List<SendRequest> pending = new ArrayList<>();

    /** The key of the last bind that was posted. */
    int lastKey;

    /**
     * A window that is not bound.
     *
     * @param handle its handle
     * @param isType2 whether requests bind it
     * @param place the line that allocated it
     * @param key its present R_Key, as the library knows it
     */
    CheckedWindow(int handle, boolean isType2, String place, IntSupplier key) {
        this.handle = handle;
        this.isType2 = isType2;
        this.place = place;
        this.key = key;
        lastKey = key.getAsInt();
    }

    /** {@return its present R_Key} */
    int key() {
        return key.getAsInt();
    }

    /** {@return the bind, done or not, that gives the window this key; null when there is none} */
    @Nullable
    SendRequest bindOf(int rkey) {
        for (SendRequest bind : pending) {
            if (bind.keyAfterBind() == rkey) {
                return bind;
            }
        }
        SendRequest done = bound;
        return done != null && done.keyAfterBind() == rkey ? done : null;
    }

    @Override
    public String toString() {
        return "MW " + handle;
    }
}
