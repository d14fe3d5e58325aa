package dev.fenestra.ib.core.spi;

/** A buffer of an exporter, as the importing driver gets it. */
public interface DmaBufSource {

    /**
     * Attaches the device to the part that is to be registered. Addresses of the range are offsets in the buffer. Its
     * pages are always present. The listener is called before they move ({@code move_notify}).
     *
     * @param listener is called before pages are removed or move
     * @return the range, watched until it is closed
     */
    OnDemandRange attach(InvalidationListener listener);
}
