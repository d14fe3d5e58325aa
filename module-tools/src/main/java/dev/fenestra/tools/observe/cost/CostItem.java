package dev.fenestra.tools.observe.cost;

import java.util.Locale;
import java.util.Optional;

/** Something that the model charges for; its price, with the source, stands in a file. */
public enum CostItem {
    KERNEL_TRANSITION("system call: into the kernel and back"),
    PIN_PAGE("4 KiB page pinned and mapped for the device (get_user_pages)"),
    UNPIN_PAGE("4 KiB page unpinned"),
    BRING_PAGE("4 KiB page found or brought, and mapped for the device without a pin (on-demand paging)"),
    PAGE_FAULT("event of a device that waits for pages, until it goes on"),
    COMMAND("command: mailboxes, doorbell, firmware, answer"),
    MTT_ENTRY("entry of the translation table written by the device"),
    KEY_ENTRY("entry of the key table written by the device"),
    MPT_MISS("key looked up that was not in the device's cache"),
    MTT_MISS("translation looked up that was not in the device's cache"),
    WQE_WRITE("64 bytes of a work request written by the CPU"),
    DOORBELL("doorbell: an MMIO write by the CPU"),
    PCIE_READ("PCIe read by the device: a round trip"),
    PCIE_WRITE("PCIe write by the device: posted"),
    CQE_READ("completion read by the CPU, from a line that the device wrote"),
    DMA_BYTE("byte read or written by DMA"),
    WIRE_BYTE("byte on the wire, framing included"),
    COPY_BYTE("byte copied by the CPU");

    private final String text;

    CostItem(String text) {
        this.text = text;
    }

    /** What one of it is. */
    public String text() {
        return text;
    }

    /** Its name in a file, such as {@code pin_page}. */
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
