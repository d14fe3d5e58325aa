package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules of host memory. */
public enum MemoryRule implements Rule {
    /** MEM-1: the host has frames left; else ENOMEM. */
    FRAMES_LEFT("MEM-1", "the host has frames left", "the host has no frames left", "man mmap", Errno.ENOMEM),
    /** MEM-2: a mapping has at least one byte; else EINVAL. */
    MAPPING_LENGTH("MEM-2", "a mapping has at least one byte", "the mapping has no byte", "man mmap", Errno.EINVAL),
    /** MEM-3: free names the start of a mapping; else EINVAL. */
    MAPPING(
            "MEM-3",
            "free names the start of a mapping",
            "the address to free is not the start of a mapping",
            "man munmap",
            Errno.EINVAL),
    /** MEM-4: a pinned range has at least one page (0 bytes inside a page count as one); else EINVAL. */
    PIN_LENGTH(
            "MEM-4",
            "a pinned range has at least one page (0 bytes inside a page count as one)",
            "the range to pin has no page: it has 0 bytes and begins at a page boundary",
            "core/umem.c ib_umem_get",
            Errno.EINVAL),
    /** MEM-5: address + length, rounded up to pages, does not wrap; else EINVAL. */
    NO_WRAP(
            "MEM-5",
            "address + length, rounded up to pages, does not wrap",
            "address + length, rounded up to pages, wraps",
            "core/umem.c ib_umem_get",
            Errno.EINVAL),
    /** MEM-6: every byte that a device uses is mapped; else EFAULT. */
    MAPPED(
            "MEM-6",
            "every byte that a device uses is mapped",
            "a byte that the device would use is not mapped",
            "core/umem.c pin_user_pages",
            Errno.EFAULT),
    /** MEM-7: a mapping at a fixed address begins at a page boundary of the user address range; else EINVAL. */
    FIXED_PAGE(
            "MEM-7",
            "a mapping at a fixed address begins at a page boundary of the user address range",
            "the fixed address is not at a page boundary of the user address range",
            "man mmap",
            Errno.EINVAL),
    /** MEM-8: a mapping at a fixed address overlaps no other mapping; else EEXIST. */
    FIXED_FREE(
            "MEM-8",
            "a mapping at a fixed address overlaps no other mapping",
            "another mapping lies at the fixed address",
            "man mmap MAP_FIXED_NOREPLACE",
            Errno.EEXIST),
    /** MEM-9: a range to unmap or protect begins at a page boundary and has at least one byte; else EINVAL. */
    PAGE_RANGE(
            "MEM-9",
            "a range to unmap or protect begins at a page boundary and has at least one byte",
            "the range to unmap or protect does not begin at a page boundary, or has no byte",
            "man munmap, man mprotect",
            Errno.EINVAL),
    /** MEM-10: a range to unmap or protect contains huge pages only whole; else EINVAL. */
    WHOLE_HUGE(
            "MEM-10",
            "a range to unmap or protect contains huge pages only whole",
            "the range to unmap or protect contains part of a huge page",
            "man munmap",
            Errno.EINVAL),
    /** MEM-11: every page of a range to protect is mapped; else ENOMEM. */
    PROTECT_MAPPED(
            "MEM-11",
            "every page of a range to protect is mapped",
            "a page of the range to protect is not mapped",
            "man mprotect",
            Errno.ENOMEM),
    /** MEM-12: a read-only segment is not made writable; else EACCES. */
    READ_ONLY_SEGMENT(
            "MEM-12",
            "a read-only segment is not made writable",
            "the call would make a read-only segment writable",
            "man mprotect",
            Errno.EACCES),
    /** MEM-13: the process has addresses left; else ENOMEM. */
    ADDRESSES_LEFT(
            "MEM-13", "the process has addresses left", "the process has no addresses left", "man mmap", Errno.ENOMEM),
    /** MEM-14: the host has a run of contiguous frames; else ENOMEM. */
    CONTIGUOUS(
            "MEM-14",
            "the host has a run of contiguous frames",
            "the host has no run of contiguous frames of this length",
            "mm/page_alloc.c alloc_contig_range",
            Errno.ENOMEM),
    /** MEM-15: a segment to map is native, alive, not empty, and open to every thread; else EINVAL. */
    FOREIGN(
            "MEM-15",
            "a segment to map is native, alive, not empty, and open to every thread",
            "the segment to map is not native, not alive, empty, or confined to one thread",
            "java.lang.foreign.Arena",
            Errno.EINVAL),
    /** MEM-16: the host has bus addresses left for foreign memory; else ENOMEM. */
    FOREIGN_ROOM(
            "MEM-16",
            "the host has bus addresses left for foreign memory",
            "the host has no bus addresses left for foreign memory",
            "ours",
            Errno.ENOMEM),
    /** MEM-17: every byte that a device writes is writable; else EFAULT. */
    WRITABLE(
            "MEM-17",
            "every byte that a device writes is writable",
            "a byte that the device would write is not writable",
            "ib_verbs.h ib_access_writable",
            Errno.EFAULT),
    /** MEM-18: the user may lock memory; else EPERM. */
    MAY_LOCK(
            "MEM-18",
            "the user may lock memory",
            "the user may not lock any memory",
            "core/umem.c can_do_mlock",
            Errno.EPERM),
    /** MEM-19: the process pins no more than RLIMIT_MEMLOCK, or has CAP_IPC_LOCK; else ENOMEM. */
    LOCK_LIMIT(
            "MEM-19",
            "the process pins no more than RLIMIT_MEMLOCK, or has CAP_IPC_LOCK",
            "the process would pin more than RLIMIT_MEMLOCK without CAP_IPC_LOCK",
            "core/umem.c ib_umem_get",
            Errno.ENOMEM),
    /** MEM-20: the end of an on-demand range, rounded up to pages, does not wrap; else EOVERFLOW. */
    WATCH_WRAP(
            "MEM-20",
            "the end of an on-demand range, rounded up to pages, does not wrap",
            "the end of the on-demand range, rounded up to pages, wraps",
            "core/umem_odp.c ib_init_umem_odp",
            Errno.EOVERFLOW),
    /** MEM-21: an on-demand range has at least one page (0 bytes inside a page count as one); else EINVAL. */
    WATCH_LENGTH(
            "MEM-21",
            "an on-demand range has at least one page (0 bytes inside a page count as one)",
            "the on-demand range has no page: it has 0 bytes and begins at a page boundary",
            "core/umem_odp.c ib_init_umem_odp",
            Errno.EINVAL),
    /** MEM-22: an on-demand access lies inside its range; else EFAULT. */
    WATCHED(
            "MEM-22",
            "an on-demand access lies inside its range",
            "the on-demand access reaches beyond its range",
            "core/umem_odp.c ib_umem_odp_map_dma_and_lock",
            Errno.EFAULT),
    /** MEM-23: the IOMMU has bus addresses left; else ENOMEM. */
    IOMMU_ROOM(
            "MEM-23",
            "the IOMMU has bus addresses left",
            "the IOMMU has no bus addresses left",
            "drivers/iommu/dma-iommu.c",
            Errno.ENOMEM),
    /** MEM-24: a device uses only bus addresses that are mapped for it; else IOMMU_FAULT. */
    IOMMU_MAPPED(
            "MEM-24",
            "a device uses only bus addresses that are mapped for it",
            "the device used a bus address that is not mapped for it",
            "drivers/iommu",
            "IOMMU_FAULT"),
    /** MEM-25: a driver leaves the release of a region's pins to the kernel; else noted in the log. */
    PINS_KEPT(
            "MEM-25",
            "a driver leaves the release of a region's pins to the kernel",
            "the driver released a pin that belongs to the kernel",
            "core/umem.c ib_umem_release",
            "noted in the log"),
    /** MEM-28: a segment that is exported to devices is writable; else EINVAL. */
    EXPORTED(
            "MEM-28",
            "a segment that is exported to devices is writable",
            "the segment to export to devices is read-only",
            "ours",
            Errno.EINVAL),
    /** MEM-29: an exporter moves only buffers that are not of a heap; else EOPNOTSUPP. */
    HEAP_STAYS(
            "MEM-29",
            "an exporter moves only buffers that are not of a heap",
            "the exporter would move a buffer of a heap, and heap buffers never move",
            "drivers/dma-buf/heaps/system_heap.c",
            Errno.EOPNOTSUPP),
    /** MEM-30: a process maps only dma-bufs of a heap; else EINVAL. */
    MAPPED_HEAP(
            "MEM-30",
            "a process maps only dma-bufs of a heap",
            "the dma-buf to map is not of a heap, so its exporter may move it",
            "ours",
            Errno.EINVAL),
    /** MEM-32: a program that is another process has room for a page that devices are to use; else ENOMEM. */
    PROGRAM_ROOM(
            "MEM-32",
            "a program in another process has memory and a mapping left for each page that devices use",
            "the program has no memory or no mapping left for a page that devices use",
            "man mmap",
            Errno.ENOMEM),
    /** MEM-26: every page of a range for madvise is mapped; else ENOMEM. */
    ADVISED_MAPPED(
            "MEM-26",
            "every page of a range for madvise is mapped",
            "a page of the range for madvise is not mapped",
            "man madvise",
            Errno.ENOMEM),
    /** MEM-27: a process discards contents of its own pages only; else EINVAL. */
    ADVISED_OWN(
            "MEM-27",
            "a process discards contents of its own pages only",
            "the process would discard contents of a segment that it does not own",
            "man madvise",
            Errno.EINVAL),
    /** MEM-31: shared memory that a device uses belongs to an object that the server can open; else EOPNOTSUPP. */
    OPENED_OBJECT(
            "MEM-31",
            "shared memory that a device uses belongs to an object that the server can open",
            "shared memory that the device would use belongs to an object that the server cannot open",
            "ours",
            Errno.EOPNOTSUPP),
    /** MEM-33: memory that a program registers is not a mapping of a device; else EFAULT. */
    NO_DEVICE(
            "MEM-33",
            "memory that a program registers is not a mapping of a device",
            "the memory to register is a mapping of a device",
            "core/umem.c pin_user_pages, VM_PFNMAP",
            Errno.EFAULT),
    /** MEM-34: every page that a device uses begins before the end of its file; else EFAULT. */
    FILE_END(
            "MEM-34",
            "every page that a device uses begins before the end of its file",
            "a page that the device would use lies beyond the end of its file",
            "man mmap SIGBUS, core/umem.c pin_user_pages",
            Errno.EFAULT);

    private final RuleFacts facts;

    MemoryRule(String id, String text, String violation, String source, String outcome) {
        facts = new RuleFacts(id, text, violation, source, outcome);
    }

    MemoryRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
