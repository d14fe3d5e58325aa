package dev.fenestra.tools.observe.cost;

import java.util.Locale;
import java.util.Optional;

/** Something that the model charges for. Its price and the source of it are in a file. */
public enum CostItem {
    /** A kernel transition: one system call. */
    KERNEL_TRANSITION("system call: into the kernel and back"),
    /** A page that is pinned. */
    PIN_PAGE("4 KiB page pinned and mapped for the device (get_user_pages)"),
    /** A page that is unpinned. */
    UNPIN_PAGE("4 KiB page unpinned"),
    /** A page that is mapped without a pin. */
    BRING_PAGE("4 KiB page found or brought, and mapped for the device without a pin (on-demand paging)"),
    /** A page fault of the device. */
    PAGE_FAULT("event of a device that waits for pages, until it goes on"),
    /** A command of the driver to the device. */
    COMMAND("command: mailboxes, doorbell, firmware, answer"),
    /** A translation entry that the device writes. */
    MTT_ENTRY("entry of the translation table written by the device"),
    /** A key entry that the device writes. */
    KEY_ENTRY("entry of the key table written by the device"),
    /** A key that is not in the device's cache. */
    MPT_MISS("key looked up that was not in the device's cache"),
    /** A translation that is not in the device's cache. */
    MTT_MISS("translation looked up that was not in the device's cache"),
    /** A part of a work request that the CPU writes. */
    WQE_WRITE("64 bytes of a work request written by the CPU"),
    /** A doorbell. */
    DOORBELL("doorbell: an MMIO write by the CPU"),
    /** A read by the device over PCIe. */
    PCIE_READ("PCIe read by the device: a round trip"),
    /** A write by the device over PCIe. */
    PCIE_WRITE("PCIe write by the device: posted"),
    /** A completion that the CPU reads. */
    CQE_READ("completion read by the CPU, from a line that the device wrote"),
    /** A byte that the device moves. */
    DMA_BYTE("byte read or written by DMA"),
    /** A byte on the wire. */
    WIRE_BYTE("byte on the wire, framing included"),
    /** A byte that the CPU copies. */
    COPY_BYTE("byte copied by the CPU");

    private final String text;

    CostItem(String text) {
        this.text = text;
    }

    /**
     * What one item is.
     *
     * @return a phrase for listings
     */
    public String text() {
        return text;
    }

    /** {@return its name in a file, such as {@code pin_page}} */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<CostItem> of(String key) {
        for (CostItem item : values()) {
            if (item.key().equals(key)) {
                return Optional.of(item);
            }
        }
        return Optional.empty();
    }
}
