package dev.fenestra.uverbs.cm;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.device.EventWait;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.handles.Context;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A channel of RDMA CM ({@code rdma_create_event_channel}): it has ids, and their events arrive here. Requests go over
 * QP 1 of the device as real datagrams.
 *
 * <p>No call waits, except for {@link #awaitEvent}: each makes an event later. {@link Listener} and {@link Connector}
 * do all steps of a connection. Any thread may use a channel.
 */
public final class CmChannel implements AutoCloseable {
    /** The QP of all messages. */
    private static final int GSI = 1;

    private final OpenDevice device;
    private final CmChannelCalls calls;

    private CmChannel(OpenDevice device, CmChannelCalls calls) {
        this.device = device;
        this.calls = calls;
    }

    /**
     * Opens a channel of the process. It ends with the process at the latest.
     *
     * @param context an open device of the process; its clock is that of {@link #awaitEvent}
     * @return the channel
     */
    public static CmChannel open(Context context) {
        OpenDevice device = context.opened();
        device.calling("rdma_create_event_channel");
        return new CmChannel(device, device.process().openConnections());
    }

    /**
     * Creates an id ({@code rdma_create_id}). EINVAL when the port space has no QPs of this type.
     *
     * @param space TCP for connections, UDP for datagrams
     * @param type type of the QP that belongs to it: RC for TCP, UD for UDP
     * @return the id
     */
    public CmId createId(PortSpace space, QpType type) {
        device.calling("rdma_create_id");
        return new CmId(this, calls.createId(space, type, 0));
    }

    /**
     * {@return the id of an event: the new one of a CONNECT_REQUEST, else the one that the event is for}
     *
     * @param event an event of this channel
     */
    public CmId id(CmEvent event) {
        return new CmId(this, event.id());
    }

    /** {@return the oldest event, which is now read; empty when there is none} The device gets one turn first. */
    public Optional<CmEvent> pollEvent() {
        if (!calls.hasEvents()) {
            device.emptyPoll(() -> "CM channel: " + inFlight());
        }
        return read();
    }

    /**
     * Waits for the next event ({@code rdma_get_cm_event}) and takes it.
     *
     * @param timeout on the device's clock
     * @return the event
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EAGAIN when none comes in time
     */
    public CmEvent awaitEvent(Duration timeout) {
        return EventWait.await(
                device,
                timeout,
                calls::hasEvents,
                this::read,
                EventWait.event(() -> "CM channel", () -> false, this::inFlight));
    }

    /** What became of the messages, which go over QP 1. */
    private String inFlight() {
        List<InFlight.Waiting> waiting = device.kernel().inFlight(GSI).waiting();
        return waiting.isEmpty()
                ? "no message is in flight"
                : waiting.getFirst().sentence();
    }

    /** {@return its ids, oldest first} */
    public List<CmIdInfo> ids() {
        return calls.ids();
    }

    /**
     * Destroys its ids, and ends their connections. Calls are refused afterwards with EBADF. A second call does
     * nothing.
     */
    @Override
    public void close() {
        if (isOpen()) {
            device.calling("rdma_destroy_event_channel");
            calls.close();
        }
    }

    boolean isOpen() {
        return calls.isOpen();
    }

    private Optional<CmEvent> read() {
        return Optional.ofNullable(calls.getEvent());
    }

    OpenDevice device() {
        return device;
    }

    CmChannelCalls calls() {
        return calls;
    }
}
