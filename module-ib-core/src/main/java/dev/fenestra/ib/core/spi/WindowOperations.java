package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.List;

/** Memory windows. */
@FunctionalInterface
public interface WindowOperations extends DeviceOperations {

    /**
     * Allocates a memory window; EOPNOTSUPP for a type that the device does not have.
     *
     * @param pd made by this driver
     * @param type type 1 or type 2
     * @return the window
     */
    default DriverMw allocMw(DriverPd pd, MwType type) {
        throw Unsupported.operation(device(), "alloc_mw");
    }

    /**
     * The same with bytes of the user half. The kernel calls this one. The default is for a driver whose halves
     * exchange nothing here.
     *
     * @param pd made by this driver
     * @param type type 1 or type 2
     * @param udata bytes of the user half, and room for the answer
     * @return the window
     */
    default DriverMw allocMw(DriverPd pd, MwType type, Udata udata) {
        return allocMw(pd, type);
    }

    /**
     * Ends a window, bound or not.
     *
     * @param mw made by this driver
     */
    default void deallocMw(DriverMw mw) {
        throw Unsupported.operation(device(), "dealloc_mw");
    }

    /**
     * {@return what a window is bound to}
     *
     * @param mw made by this driver
     */
    default WindowState queryMw(DriverMw mw) {
        throw Unsupported.operation(device(), "query_mw");
    }

    /**
     * {@return the windows bound to a region; used to name the holder when a destroy is refused}
     *
     * @param mr made by this driver
     */
    default List<WindowHolder> windowsOf(DriverMr mr) {
        return List.of();
    }
}
