package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules of host memory. */
public enum MemoryRule implements Rule {
    FRAMES_LEFT("MEM-1", "the host has frames left", "man mmap", "ENOMEM"),
    MAPPING_LENGTH("MEM-2", "a mapping has at least one byte", "man mmap", "EINVAL"),
    MAPPING("MEM-3", "free names the start of a mapping", "man munmap", "EINVAL"),
    PIN_LENGTH("MEM-4", "a pinned range has at least one byte", "core/umem.c ib_umem_get", "EINVAL"),
    NO_WRAP("MEM-5", "address + length, rounded up to pages, does not wrap", "core/umem.c ib_umem_get", "EINVAL"),
    MAPPED("MEM-6", "every page of a pinned range is mapped", "core/umem.c pin_user_pages", "EFAULT"),
    FIXED_PAGE("MEM-7", "a mapping at a fixed address begins on a page of the user half", "man mmap", "EINVAL"),
    FIXED_FREE(
            "MEM-8",
            "a mapping at a fixed address lies where nothing is mapped",
            "man mmap MAP_FIXED_NOREPLACE",
            "EEXIST");

    private final RuleFacts facts;

    MemoryRule(String id, String text, String source, String outcome) {
        facts = new RuleFacts(id, text, source, outcome);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
