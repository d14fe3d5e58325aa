package dev.fenestra.tools.linux;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.handles.ConnectOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Verbs of one side of a meeting, the same for Fenestra and for Linux. Objects have numbers that the caller chooses.
 * Local addresses are offsets into one buffer. An {@link IOException} says that a verb was refused, and its errno.
 */
interface Side {
    /** Bytes of the buffer. */
    int MEMORY = 1 << 20;

    boolean isLinux();

    Gid gid();

    /** The address of the buffer's first byte, for peers. */
    long address();

    /** Keys of a region. */
    record Keys(int lkey, int rkey) {}

    /** Bytes of the buffer that a request names with a key. */
    record Piece(int lkey, int offset, int length) {}

    /**
     * Where a QP connects to.
     *
     * @param qpn of the peer
     * @param gid of the peer
     * @param psn the first that the peer sends
     * @param options of this side, with the first PSN that it sends
     * @param qkey for datagrams
     */
    record Link(int qpn, Gid gid, int psn, ConnectOptions options, int qkey) {}

    /** A bind of a window to bytes of a region. */
    record Bind(long wr, int window, int region, int offset, int length, List<AccessFlag> access) {}

    Keys region(int id, int pd, int offset, int length, AccessFlag... access) throws IOException;

    /** Makes a QP and returns its number. */
    int qp(int id, QpType type, int pd) throws IOException;

    /** From any state by RESET to RTS. */
    void connect(int id, Link link) throws IOException;

    void receive(int id, long wr, List<Piece> pieces) throws IOException;

    void post(int id, Work work) throws IOException;

    /** Makes a window and returns its R_Key. */
    int window(int id, MwType type, int pd) throws IOException;

    /** Posts a bind, and returns the R_Key that the window has then. */
    int bind(int qp, Bind bind) throws IOException;

    /** What has completed, at latest after that time; maybe nothing. */
    List<Outcome> poll(Duration patience) throws IOException;

    void arm(boolean solicitedOnly) throws IOException;

    /** Whether the armed CQ gives an event in time. */
    boolean event(Duration patience) throws IOException;

    QpState state(int id) throws IOException;

    void destroy(int id) throws IOException;

    void put(int offset, byte[] bytes) throws IOException;

    byte[] get(int offset, int length) throws IOException;

    /** The pattern of {@link Contents#pattern}. */
    void fill(int offset, int length, int seed) throws IOException;

    /** The CRC-32 of the whole buffer. */
    int checksum() throws IOException;

    void close() throws IOException;
}
