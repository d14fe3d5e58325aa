package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.Rule;

/** Rules of host memory. */
public enum MemoryRule implements Rule {
    FRAMES_LEFT("MEM-1", "the host has frames left", "man mmap", "ENOMEM"),
    MAPPING_LENGTH("MEM-2", "a mapping has at least one byte", "man mmap", "EINVAL"),
    MAPPING("MEM-3", "free names the start of a mapping", "man munmap", "EINVAL"),
    PIN_LENGTH("MEM-4", "a pinned range has at least one byte", "core/umem.c ib_umem_get", "EINVAL"),
    NO_WRAP("MEM-5", "address + length, rounded up to pages, does not wrap", "core/umem.c ib_umem_get", "EINVAL"),
    MAPPED("MEM-6", "every page of a pinned range is mapped", "core/umem.c pin_user_pages", "EFAULT");

    private final String id;
    private final String text;
    private final String source;
    private final String outcome;

    MemoryRule(String id, String text, String source, String outcome) {
        this.id = id;
        this.text = text;
        this.source = source;
        this.outcome = outcome;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String outcome() {
        return outcome;
    }
}
