package acme.rdma;

import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.List;

/** Memory windows. The card binds them; here they come and go. */
record Windows(RdmaDevice device, Card card) implements WindowOperations {
    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        synchronized (card.wire()) {
            Window window = new Window((Pd) pd, type);
            card.keys().add(window);
            return window;
        }
    }

    @Override
    public void deallocMw(DriverMw mw) {
        synchronized (card.wire()) {
            Window window = (Window) mw;
            window.release();
            card.keys().remove(window);
        }
    }

    @Override
    public WindowState queryMw(DriverMw mw) {
        synchronized (card.wire()) {
            return ((Window) mw).state();
        }
    }

    @Override
    public List<WindowHolder> windowsOf(DriverMr mr) {
        synchronized (card.wire()) {
            return card.keys().windowsOf((Region) mr).stream()
                    .map(window -> new WindowHolder(window.key(), window.qpNumber()))
                    .toList();
        }
    }
}
