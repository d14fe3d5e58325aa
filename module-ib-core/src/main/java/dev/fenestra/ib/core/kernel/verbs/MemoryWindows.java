package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.MwQueryResponse;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Allocates windows and queries their state, for one opened device. Binds do not pass the kernel. */
public final class MemoryWindows {
    private final KernelDevice device;

    /**
     * Makes the windows of a device.
     *
     * @param device the device
     */
    public MemoryWindows(KernelDevice device) {
        this.device = device;
    }

    /**
     * {@return the window type of a number} The device must have windows.
     *
     * @param number 1 or 2
     */
    public MwType checkType(int number) {
        if (device.attributes().memoryWindows() == DeviceAttributes.MemoryWindows.NONE) {
            throw new VerbsException(RegionRule.WINDOWS, device.driver().name() + " has none");
        }
        return MwType.of(number).orElseThrow(() -> new VerbsException(RegionRule.WINDOW_TYPE, "type=" + number));
    }

    /**
     * Allocates a window.
     *
     * @param pd its PD
     * @param type its type
     * @param udata bytes for the driver
     * @return the window
     */
    public MwObject allocate(PdObject pd, MwType type, Udata udata) {
        DriverMw created = device.entering("alloc_mw").windows().allocMw(pd.driver(), type, udata);
        return new MwObject(pd, created);
    }

    /**
     * Queries a window.
     *
     * @param window the window
     * @return its state, and what it is bound to
     */
    public MwQueryResponse query(MwObject window) {
        WindowState state = device.entering("query_mw").windows().queryMw(window.driver());
        WindowState.Binding binding = state.binding();
        return new MwQueryResponse(state.rkey(), window.pd().handle(), binding == null ? null : answer(binding));
    }

    /**
     * Deallocates a window.
     *
     * @param window the window
     */
    public void deallocate(MwObject window) {
        device.entering("dealloc_mw").windows().deallocMw(window.driver());
        device.remove(window);
    }

    private MwQueryResponse.Binding answer(WindowState.Binding binding) {
        int region = device.regionOf(binding.lkey()).map(KernelObject::handle).orElse(0);
        return new MwQueryResponse.Binding(
                region, binding.qpNumber(), binding.address(), binding.length(), binding.access());
    }
}
