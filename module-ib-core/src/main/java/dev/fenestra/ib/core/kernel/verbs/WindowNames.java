package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Names the windows that hold a region or a QP, for the refusal of a call. */
public final class WindowNames {
    /** Windows that are checked to find those of a QP. A refusal need not be complete, but it must not take long. */
    private static final int ASKED = 1024;

    private final KernelDevice device;
    private final String process;

    /**
     * Makes the names for a process.
     *
     * @param device the device
     * @param process name of the process
     */
    public WindowNames(KernelDevice device, String process) {
        this.device = device;
        this.process = process;
    }

    /** {@return the windows bound to a region, which the ledger counts} */
    String boundTo(MrObject region, long bound) {
        return text(device.entering("windows_of").windows().windowsOf(region.driver()), bound);
    }

    /**
     * {@return the type-2A windows bound through a QP, which the ledger counts} They belong to its PD.
     *
     * @param qp the QP
     * @param bound how many the ledger counts
     */
    public String boundThrough(QpObject qp, long bound) {
        PdObject pd = qp.pd();
        List<MwObject> windows = pd == null ? List.of() : device.windowsOf(pd);
        return text(
                windows.stream()
                        .limit(ASKED)
                        .flatMap(window -> ask(window).stream())
                        .filter(holder -> holder.qpNumber() == qp.driver().number())
                        .limit(bound)
                        .toList(),
                bound);
    }

    private Optional<WindowHolder> ask(MwObject window) {
        if (!window.tryShare()) {
            return Optional.empty();
        }
        try {
            WindowState state = device.entering("query_mw").windows().queryMw(window.driver());
            return Optional.ofNullable(state.binding())
                    .map(binding -> new WindowHolder(state.rkey(), binding.qpNumber()));
        } catch (VerbsException unknown) {
            return Optional.empty();
        } finally {
            window.unshare();
        }
    }

    private String text(List<WindowHolder> windows, long bound) {
        return windows.isEmpty()
                ? bound + " bound window(s)"
                : windows.stream().map(this::name).collect(Collectors.joining(", "));
    }

    private String name(WindowHolder holder) {
        String window = device.windowOf(holder.rkey())
                .map(this::name)
                .or(() -> device.regionAt(holder.rkey()).map(MrObject::toString))
                .orElse("a window");
        String through = holder.qpNumber() < 0 ? "" : String.format(", bound through QP 0x%x", holder.qpNumber());
        return window + " (key " + MemoryKey.text(holder.rkey()) + ")" + through;
    }

    private String name(MwObject window) {
        return window.process().equals(process) ? window.toString() : window + " of process " + window.process();
    }
}
