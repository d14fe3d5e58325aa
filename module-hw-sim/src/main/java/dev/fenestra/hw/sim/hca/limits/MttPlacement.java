package dev.fenestra.hw.sim.hca.limits;

/** Where a card keeps the translations of its regions. */
public enum MttPlacement {
    /** In memory on the chip: a read costs nothing that is counted. */
    ON_CARD_SRAM,
    /** In memory beside the chip: each read behind the cache is counted. */
    ON_CARD_DRAM,
    /** In pages of the host that the driver gives (ICM): each read behind the cache is a DMA read, and is counted. */
    HOST_MEMORY
}
