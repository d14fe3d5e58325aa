package dev.fenestra.ib.core.cm.protocol;

import org.jspecify.annotations.Nullable;

/** Who uses a connection; told under the lock. */
public interface CmUser {

    /**
     * Something has happened to the connection. Its state is the new one already.
     *
     * @param notice what
     * @param mad the message of the peer, or null when there is none
     */
    void told(CmNotice notice, byte @Nullable [] mad);
}
