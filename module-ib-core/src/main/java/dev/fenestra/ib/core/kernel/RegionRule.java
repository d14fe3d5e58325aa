package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules of the kernel about regions, windows and their memory. They are checked before a driver is called. */
public enum RegionRule implements Rule {
    /** REG-1: address and iova agree in the page offset; else EINVAL. */
    PAGE_OFFSET(
            "REG-1",
            "address and iova agree in the page offset",
            "address and iova differ in the page offset",
            "core/uverbs_cmd.c ib_uverbs_reg_mr",
            Errno.EINVAL),
    /** REG-2: REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE; else EINVAL. */
    LOCAL_WRITE(
            "REG-2",
            "REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE",
            "REMOTE_WRITE or REMOTE_ATOMIC is asked for without LOCAL_WRITE",
            "ib_verbs.h ib_check_mr_access",
            Errno.EINVAL),
    /** REG-3: access flags that are not optional are known; else EINVAL. */
    ACCESS_KNOWN(
            "REG-3",
            "access flags that are not optional are known",
            "an access flag that is not optional is unknown",
            "ib_verbs.h ib_check_mr_access",
            Errno.EINVAL),
    /** REG-4: the device offers the access asked for; else EOPNOTSUPP. */
    ACCESS_OFFERED(
            "REG-4",
            "the device offers the access asked for",
            "the device does not offer the access asked for",
            "ib_verbs.h ib_check_mr_access",
            Errno.EOPNOTSUPP),
    /** REG-5: a region is at most max_mr_size bytes long; else EINVAL. */
    REGION_SIZE(
            "REG-5",
            "a region is at most max_mr_size bytes long",
            "the region is longer than max_mr_size",
            "man ibv_query_device",
            Errno.EINVAL),
    /** ODP-1: an on-demand region has at least one page (0 bytes inside a page count as one); else EINVAL. */
    ODP_LENGTH(
            "ODP-1",
            "an on-demand region has at least one page (0 bytes inside a page count as one)",
            "the on-demand region has no page: it has 0 bytes and begins at a page boundary",
            "core/umem_odp.c ib_init_umem_odp",
            Errno.EINVAL),
    /** ODP-2: the range of an on-demand region, rounded up to pages, does not wrap; else EOVERFLOW. */
    ODP_WRAP(
            "ODP-2",
            "the range of an on-demand region, rounded up to pages, does not wrap",
            "the range of the on-demand region, rounded up to pages, wraps",
            "core/umem_odp.c ib_init_umem_odp",
            Errno.EOVERFLOW),
    /** ODP-3: a region of the whole address space has iova 0; else EINVAL. */
    ODP_IMPLICIT_IOVA(
            "ODP-3",
            "a region of the whole address space has iova 0",
            "the region of the whole address space has an iova other than 0",
            "mlx5/mr.c create_user_odp_mr",
            Errno.EINVAL),
    /** ODP-4: the device has regions of the whole address space (IMPLICIT); else EINVAL. */
    ODP_IMPLICIT(
            "ODP-4",
            "the device has regions of the whole address space (IMPLICIT)",
            "the device has no regions of the whole address space (IMPLICIT)",
            "mlx5/mr.c create_user_odp_mr",
            Errno.EINVAL),
    /** ODP-5: a region of the whole address space is not HUGETLB; else EINVAL. */
    ODP_HUGE(
            "ODP-5",
            "a region of the whole address space is not HUGETLB",
            "the region of the whole address space is HUGETLB",
            "core/umem_odp.c ib_umem_odp_alloc_implicit",
            Errno.EINVAL),
    /** ADV-1: the device takes advice; else EOPNOTSUPP. */
    ADVICE_OFFERED(
            "ADV-1",
            "the device takes advice",
            "the device takes no advice",
            "core/uverbs_std_types_mr.c ADVISE_MR",
            Errno.EOPNOTSUPP),
    /** ADV-2: the advice is PREFETCH, _WRITE or _NO_FAULT; else EOPNOTSUPP. */
    ADVICE_KNOWN(
            "ADV-2",
            "the advice is PREFETCH, _WRITE or _NO_FAULT",
            "the advice is none of PREFETCH, _WRITE and _NO_FAULT",
            "core/uverbs_std_types_mr.c ADVISE_MR",
            Errno.EOPNOTSUPP),
    /** ADV-3: advice has no flag other than FLUSH; else EINVAL. */
    ADVICE_FLAGS(
            "ADV-3",
            "advice has no flag other than FLUSH",
            "the advice has a flag other than FLUSH",
            "core/uverbs_std_types_mr.c ADVISE_MR",
            Errno.EINVAL),
    /** ADV-4: advice is about at least one range; else EINVAL. */
    ADVICE_LIST(
            "ADV-4",
            "advice is about at least one range",
            "the advice is about no range",
            "core/uverbs_std_types_mr.c ADVISE_MR",
            Errno.EINVAL),
    /** ADV-5: an L_Key of advice names an on-demand region; else ENOENT. */
    ADVICE_KEY(
            "ADV-5",
            "an L_Key of advice names an on-demand region",
            "an L_Key of the advice names no on-demand region",
            "mlx5/odp.c get_prefetchable_mr",
            Errno.ENOENT),
    /** ADV-6: a key of advice names a region, not a window; else EINVAL. */
    ADVICE_REGION(
            "ADV-6",
            "a key of advice names a region, not a window",
            "a key of the advice names a window",
            "mlx5/odp.c get_prefetchable_mr",
            Errno.EINVAL),
    /** ADV-7: advice is about regions of its PD; else EPERM. */
    ADVICE_PD(
            "ADV-7",
            "advice is about regions of its PD",
            "the advice is about a region of another PD",
            "mlx5/odp.c get_prefetchable_mr",
            Errno.EPERM),
    /** ADV-8: PREFETCH_WRITE is about regions that may be written; else EPERM. */
    ADVICE_WRITE(
            "ADV-8",
            "PREFETCH_WRITE is about regions that may be written",
            "PREFETCH_WRITE is about a region that may not be written",
            "mlx5/odp.c get_prefetchable_mr; man ibv_advise_mr",
            Errno.EPERM),
    /** ADV-9: a range of advice lies in its region; else EFAULT. */
    ADVICE_RANGE(
            "ADV-9",
            "a range of advice lies in its region",
            "a range of the advice reaches beyond its region",
            "mlx5/odp.c pagefault_real_mr; man ibv_advise_mr",
            Errno.EFAULT),
    /** RRG-1: a rereg changes something; else EINVAL. */
    REREG_CHANGES(
            "RRG-1",
            "a rereg changes something",
            "the rereg changes nothing",
            "core/uverbs_cmd.c ib_uverbs_rereg_mr",
            Errno.EINVAL),
    /** RRG-2: the flags of a rereg are known; else EOPNOTSUPP. */
    REREG_KNOWN(
            "RRG-2",
            "the flags of a rereg are known",
            "a flag of the rereg is unknown",
            "core/uverbs_cmd.c ib_uverbs_rereg_mr",
            Errno.EOPNOTSUPP),
    /** RRG-3: a region with bound windows keeps its translation, its PD, MW_BIND and LOCAL_WRITE; else EBUSY. */
    REREG_UNBOUND(
            "RRG-3",
            "a region with bound windows keeps its translation, its PD, MW_BIND and LOCAL_WRITE",
            "windows are bound to the region, and the rereg takes its translation, PD, MW_BIND or LOCAL_WRITE",
            "IBA 10.6.7.2.6, by the concept dereg + reg",
            Errno.EBUSY),
    /** RRG-4: ZERO_BASED changes only together with the translation; else EINVAL. */
    REREG_ZERO_BASED(
            "RRG-4",
            "ZERO_BASED changes only together with the translation",
            "ZERO_BASED would change without the translation",
            "verbs.h: it means iova 0",
            Errno.EINVAL),
    /** RRG-10: a region that is re-registered consists of the program's own memory; else EINVAL. */
    REREG_TYPE(
            "RRG-10",
            "a region that is re-registered consists of the program's own memory",
            "the region does not consist of the program's own memory",
            "core/uverbs_cmd.c ib_uverbs_rereg_mr",
            Errno.EINVAL),
    /** FRM-1: the device has fast-register regions; else EOPNOTSUPP. */
    FAST_REGIONS(
            "FRM-1",
            "the device has fast-register regions",
            "the device has no fast-register regions",
            "core/verbs.c ib_alloc_mr",
            Errno.EOPNOTSUPP),
    /** FRM-2: a fast-register region has 1 to max_fast_reg_page_list_len pages; else EINVAL. */
    FAST_PAGES(
            "FRM-2",
            "a fast-register region has 1 to max_fast_reg_page_list_len pages",
            "the fast-register region has 0 or more than max_fast_reg_page_list_len pages",
            "core/verbs.c ib_alloc_mr",
            Errno.EINVAL),
    /** SHR-1: a region that others share consists of pinned memory of the program; else EINVAL. */
    SHARED_TYPE(
            "SHR-1",
            "a region that others share consists of pinned memory of the program",
            "the region to share does not consist of pinned memory of the program",
            "DOCA 2.10",
            Errno.EINVAL),
    /** SHR-2: a share grants write access only if the pages were pinned for writing; else EFAULT. */
    SHARED_WRITABLE(
            "SHR-2",
            "a share grants write access only if the pages were pinned for writing",
            "the share asks for write access, but its pages were pinned for reading",
            "core/umem.c",
            Errno.EFAULT),
    /** PER-1: memory of another device carries no windows; else EOPNOTSUPP. */
    PEER_WINDOWS(
            "PER-1",
            "memory of another device carries no windows",
            "windows are asked for on memory of another device",
            "DOCA 2.10: not with PeerDirect",
            Errno.EOPNOTSUPP),
    /** DMB-1: a descriptor that is imported is a dma-buf; else EINVAL. */
    DMA_BUF_FILE(
            "DMB-1",
            "a descriptor that is imported is a dma-buf",
            "the descriptor to import is not a dma-buf",
            "drivers/dma-buf/dma-buf.c dma_buf_get",
            Errno.EINVAL),
    /** DMB-2: offset and iova of a dma-buf region agree in the page offset; else EINVAL. */
    DMA_BUF_OFFSET(
            "DMB-2",
            "offset and iova of a dma-buf region agree in the page offset",
            "offset and iova of the dma-buf region differ in the page offset",
            "core/uverbs_std_types_mr.c REG_DMABUF_MR",
            Errno.EINVAL),
    /** DMB-3: a dma-buf region has no right other than LOCAL_WRITE, remote rights and RELAXED_ORDERING; else EINVAL. */
    DMA_BUF_ACCESS(
            "DMB-3",
            "a dma-buf region has no right other than LOCAL_WRITE, remote rights and RELAXED_ORDERING",
            "the dma-buf region asks for a right other than LOCAL_WRITE, remote rights and RELAXED_ORDERING",
            "core/uverbs_std_types_mr.c REG_DMABUF_MR",
            Errno.EINVAL),
    /** DMB-4: a dma-buf region has at least one page and lies inside the buffer; else EINVAL. */
    DMA_BUF_RANGE(
            "DMB-4",
            "a dma-buf region has at least one page and lies inside the buffer",
            "the dma-buf region has no page, or reaches beyond the buffer",
            "core/umem_dmabuf.c ib_umem_dmabuf_get",
            Errno.EINVAL),
    /** DMB-5: the device imports dma-bufs; else EOPNOTSUPP. */
    DMA_BUFS(
            "DMB-5",
            "the device imports dma-bufs",
            "the device does not import dma-bufs",
            "core/uverbs_std_types_mr.c REG_DMABUF_MR",
            Errno.EOPNOTSUPP),
    /** CC-1: a device of a confidential guest registers no memory by its address; else EOPNOTSUPP. */
    PRIVATE_BY_ADDRESS(
            "CC-1",
            "a device of a confidential guest registers no memory by its address",
            "the device of a confidential guest registers memory by its address",
            "core/umem.c __ib_umem_get_va; mm/hmm.c hmm_dma_map_alloc",
            Errno.EOPNOTSUPP),
    /** CC-2: a device of a confidential guest keeps its queues in memory that the guest shares; else EOPNOTSUPP. */
    PRIVATE_PINNED(
            "CC-2",
            "a device of a confidential guest keeps its queues in memory that the guest shares",
            "the guest does not share the memory of a queue of its device",
            "core/umem.c __ib_umem_get_va",
            Errno.EOPNOTSUPP),
    /**
     * CC-3: a device of a confidential guest imports only dma-bufs in memory that the guest shares; else EOPNOTSUPP.
     */
    PRIVATE_BUFFER(
            "CC-3",
            "a device of a confidential guest imports only dma-bufs in memory that the guest shares",
            "the guest does not share the memory of the dma-buf to import",
            "ours: Linux lets the DMA API bounce it",
            Errno.EOPNOTSUPP),
    /** DM-1: the device has memory of its own; else EOPNOTSUPP. */
    DEVICE_MEMORY(
            "DM-1",
            "the device has memory of its own",
            "the device has no memory of its own",
            "core/uverbs_std_types_dm.c",
            Errno.EOPNOTSUPP),
    /** DM-2: device memory has 1 to max_dm_size bytes; else EINVAL. */
    DEVICE_MEMORY_SIZE(
            "DM-2",
            "device memory has 1 to max_dm_size bytes",
            "the device memory has 0 or more than max_dm_size bytes",
            "p/mlx5/verbs.c mlx5_alloc_dm",
            Errno.EINVAL),
    /** DM-3: a region of device memory is ZERO_BASED; else EINVAL. */
    DEVICE_MEMORY_ZERO_BASED(
            "DM-3",
            "a region of device memory is ZERO_BASED",
            "the region of device memory is not ZERO_BASED",
            "core/uverbs_std_types_mr.c DM_MR_REG",
            Errno.EINVAL),
    /** DM-4: a region of device memory lies inside the device memory; else EINVAL. */
    DEVICE_MEMORY_RANGE(
            "DM-4",
            "a region of device memory lies inside the device memory",
            "the region reaches beyond the device memory",
            "core/uverbs_std_types_mr.c DM_MR_REG",
            Errno.EINVAL),
    /** MW-1: the device has memory windows; else EOPNOTSUPP. */
    WINDOWS(
            "MW-1",
            "the device has memory windows",
            "the device has no memory windows",
            "semantics 4.3",
            Errno.EOPNOTSUPP),
    /** MW-2: a window is of type 1 or 2; else EINVAL. */
    WINDOW_TYPE(
            "MW-2",
            "a window is of type 1 or 2",
            "the window is of neither type 1 nor type 2",
            "core/uverbs_cmd.c ib_uverbs_alloc_mw",
            Errno.EINVAL);

    private final RuleFacts facts;

    RegionRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
