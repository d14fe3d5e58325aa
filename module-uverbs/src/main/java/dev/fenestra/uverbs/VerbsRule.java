package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.uverbs.request.ReturnedErrno;

/** Rules of the user API. The provider holds most rules of a post; it names the broken one or returns only an errno. */
public enum VerbsRule implements Rule {
    /** POST-1: the provider accepts the request; else the errno of the post, see {@link ReturnedErrno}. */
    POST_ACCEPTED(
            "POST-1",
            "the provider accepts the request",
            "the provider refused the request",
            "man ibv_post_send, ibv_post_recv",
            "errno of the post"),
    /** CTX-1: the objects of a call belong to one context; else ENOENT. */
    ONE_CONTEXT(
            "CTX-1",
            "the objects of a call belong to one context",
            "the objects of the call belong to different contexts",
            "core/rdma_core.c",
            Errno.ENOENT),
    /** RRG-5: the flags of a rereg are known (user space); else EINVAL. */
    REREG_FLAGS(
            "RRG-5",
            "the flags of a rereg are known (user space)",
            "a flag of the rereg is unknown (user space)",
            "verbs.c ibv_rereg_mr",
            Errno.EINVAL),
    /** RRG-6: a new translation has memory and a length; else EINVAL. */
    REREG_MEMORY(
            "RRG-6",
            "a new translation has memory and a length",
            "the new translation has no memory or no length",
            "verbs.c ibv_rereg_mr",
            Errno.EINVAL),
    /** RRG-7: rights are given with CHANGE_ACCESS only; else EINVAL. */
    REREG_ACCESS(
            "RRG-7",
            "rights are given with CHANGE_ACCESS only",
            "rights are given without CHANGE_ACCESS",
            "verbs.c ibv_rereg_mr",
            Errno.EINVAL),
    /** RRG-8: a PD is given with CHANGE_PD; else EINVAL. */
    REREG_PD(
            "RRG-8",
            "a PD is given with CHANGE_PD",
            "CHANGE_PD is given without a PD",
            "man ibv_rereg_mr",
            Errno.EINVAL),
    /** RRG-9: a region that is re-registered consists of memory; else EINVAL. */
    REREG_TYPE(
            "RRG-9",
            "a region that is re-registered consists of memory",
            "the region does not consist of memory",
            "verbs.c ibv_rereg_mr",
            Errno.EINVAL),
    /** ALM-1: pages that the library allocates for a region are pinned; else EINVAL. */
    ALLOCATED_PINNED(
            "ALM-1",
            "pages that the library allocates for a region are pinned",
            "the library would allocate pages for a region that is not pinned",
            "DOCA 2.10: not with ODP",
            Errno.EINVAL),
    /** PDD-1: a PD or thread domain is deallocated only after its parent domains; else EBUSY. */
    DOMAIN_UNUSED(
            "PDD-1",
            "a PD or thread domain is deallocated only after its parent domains",
            "a parent domain still uses the PD or thread domain",
            "man ibv_alloc_parent_domain",
            Errno.EBUSY),
    /** PDD-2: a parent domain is deallocated only after its queues; else EBUSY. */
    DOMAIN_QUEUES(
            "PDD-2",
            "a parent domain is deallocated only after its queues",
            "the parent domain still has queues",
            "p/mlx5/verbs.c mlx5_free_pd",
            Errno.EBUSY),
    /** PDD-3: the allocator of a parent domain has memory for a queue; else ENOMEM. */
    ALLOCATOR_MEMORY(
            "PDD-3",
            "the allocator of a parent domain has memory for a queue",
            "the allocator of the parent domain has no memory for a queue",
            "man ibv_alloc_parent_domain",
            Errno.ENOMEM),
    /** PDD-4: the memory of an allocator is aligned as asked; else EINVAL. */
    ALLOCATOR_ALIGNED(
            "PDD-4",
            "the memory of an allocator is aligned as asked",
            "the memory of the allocator is not aligned as asked",
            "man ibv_alloc_parent_domain",
            Errno.EINVAL),
    /** PDD-5: the memory of an allocator is mapped and writable; else EFAULT. */
    ALLOCATOR_MAPPED(
            "PDD-5",
            "the memory of an allocator is mapped and writable",
            "the memory of the allocator is not mapped or not writable",
            "ours",
            Errno.EFAULT),
    /** REX-1: the mask of a registration has known bits; else EOPNOTSUPP. */
    MR_MASK(
            "REX-1",
            "the mask of a registration has known bits",
            "the mask of the registration has unknown bits",
            "man ibv_reg_mr_ex",
            Errno.EOPNOTSUPP),
    /** REX-2: a registration names an address or a file, and not both; else EINVAL. */
    MR_SOURCE(
            "REX-2",
            "a registration names an address or a file, and not both",
            "the registration names both an address and a file, or neither",
            "man ibv_reg_mr_ex",
            Errno.EINVAL),
    /** REX-3: a registration names a file with an offset in it; else EINVAL. */
    MR_OFFSET(
            "REX-3",
            "a registration names a file with an offset in it",
            "the registration names a file without an offset, or an offset without a file",
            "man ibv_reg_mr_ex",
            Errno.EINVAL),
    /** SRQ-5: the limit of an SRQ is no more than the receives that can be posted; else EINVAL. */
    SRQ_LIMIT_ROOM(
            "SRQ-5",
            "the limit of an SRQ is no more than the receives that can be posted",
            "the limit of the SRQ is above the receives that can be posted",
            "ours: WQEs that rest are room to the kernel half (mlx5_ib_modify_srq)",
            Errno.EINVAL),
    /** BUF-1: a buffer that the library allocates has at least one byte; else EINVAL. */
    BUF_LENGTH(
            "BUF-1",
            "a buffer that the library allocates has at least one byte",
            "the buffer that the library is to allocate has no byte",
            "p/mlx5/verbs.c mlx5_alloc_buf_op",
            Errno.EINVAL),
    /** BUF-2: a buffer is registered in the PD that it was allocated from; else EINVAL. */
    BUF_PD(
            "BUF-2",
            "a buffer is registered in the PD that it was allocated from",
            "the buffer was allocated from another PD than the one to register it in",
            "man ibv_alloc_buf",
            Errno.EINVAL),
    /** BUF-3: a registration of a buffer lies inside the buffer; else EINVAL. */
    BUF_RANGE(
            "BUF-3",
            "a registration of a buffer lies inside the buffer",
            "the registration reaches beyond the buffer",
            "man ibv_alloc_buf",
            Errno.EINVAL),
    /** BUF-4: a registration of a buffer names an address, no file and, for a dma-buf, no iova; else EINVAL. */
    BUF_SOURCE(
            "BUF-4",
            "a registration of a buffer names an address, no file and, for a dma-buf, no iova",
            "the registration of the buffer names no address, or also a file or the iova of a dma-buf",
            "man ibv_alloc_buf",
            Errno.EINVAL),
    /** BUF-5: a buffer that is exported is a dma-buf; else ENODATA. */
    BUF_DMA_BUF(
            "BUF-5",
            "a buffer that is exported is a dma-buf",
            "the buffer to export is ordinary memory",
            "man ibv_alloc_buf",
            Errno.ENODATA),
    /** BUF-6: a buffer is freed only after the regions over it; else EBUSY. */
    BUF_UNUSED(
            "BUF-6",
            "a buffer is freed only after the regions over it",
            "a region is still registered over the buffer",
            "ours: rdma-core frees it",
            Errno.EBUSY),
    /** BUF-7: a PD is deallocated only after its buffers; else EBUSY. */
    BUF_DOMAIN(
            "BUF-7",
            "a PD is deallocated only after its buffers",
            "the PD still has a buffer",
            "man ibv_alloc_buf",
            Errno.EBUSY),
    /** FORK-1: `ibv_fork_init` is called before the first registration; else EINVAL. */
    FORK_INIT_FIRST(
            "FORK-1",
            "`ibv_fork_init` is called before the first registration",
            "`ibv_fork_init` is called after a registration",
            "man ibv_fork_init",
            Errno.EINVAL),
    /** MR-1: the device has a null L_Key; else EOPNOTSUPP. */
    NULL_REGION(
            "MR-1",
            "the device has a null L_Key",
            "the device has no null L_Key",
            "mlx5 mlx5_alloc_null_mr",
            Errno.EOPNOTSUPP),
    /** AHW-1: the completion that an address handle is made from is a receive's; else EINVAL. */
    ANSWERED_RECEIVE(
            "AHW-1",
            "the completion that an address handle is made from is a receive's",
            "the completion is not a receive's",
            "man ibv_create_ah_from_wc",
            Errno.EINVAL),
    /** AHW-2: over Ethernet, the message that an address handle is made from has a GRH; else EINVAL. */
    ANSWERED_GRH(
            "AHW-2",
            "over Ethernet, the message that an address handle is made from has a GRH",
            "the message came over Ethernet without a GRH",
            "verbs.c ibv_init_ah_from_wc",
            Errno.EINVAL),
    /** AHW-3: the message that an address handle is made from was sent to a GID of the port; else EINVAL. */
    ANSWERED_GID(
            "AHW-3",
            "the message that an address handle is made from was sent to a GID of the port",
            "the message was sent to a GID that the port does not have",
            "verbs.c ibv_init_ah_from_wc",
            Errno.EINVAL),
    /** GRH-1: the 40 bytes before a datagram hold an IPv4 or an IPv6 header; else EPROTONOSUPPORT. */
    GRH_HEADER(
            "GRH-1",
            "the 40 bytes before a datagram hold an IPv4 or an IPv6 header",
            "the 40 bytes before the datagram hold neither an IPv4 nor an IPv6 header",
            "IBA A17.4.5.1; verbs.c ibv_init_ah_from_wc",
            Errno.EPROTONOSUPPORT),
    /** CQX-1: the device has each completion field that the CQ asks for; else EOPNOTSUPP. */
    CQ_FIELDS(
            "CQX-1",
            "the device has each completion field that the CQ asks for",
            "the device lacks a completion field that the CQ asks for",
            "man ibv_create_cq_ex",
            Errno.EOPNOTSUPP),
    /** POLL-1: the CQ is not broken; else EIO. */
    CQ_ALIVE("POLL-1", "the CQ is not broken", "the CQ is broken", "man ibv_poll_cq", Errno.EIO),
    /** POLL-2: a completion that a program waits for arrives in time; else EAGAIN. */
    COMPLETION_IN_TIME(
            "POLL-2",
            "a completion that a program waits for arrives in time",
            "the completion did not arrive in time",
            "uverbs",
            Errno.EAGAIN),
    /** POLL-3: an empty poll can find something later; else EAGAIN. */
    POLL_CAN_RETURN(
            "POLL-3",
            "an empty poll can find something later",
            "this poll can never return",
            "uverbs: nothing has moved for 131,072 polls, on a clock that the polling thread alone moves",
            Errno.EAGAIN),
    /** POLL-4: a waiting thread is not interrupted; else EINTR. */
    NOT_INTERRUPTED(
            "POLL-4",
            "a waiting thread is not interrupted",
            "the waiting thread was interrupted",
            "uverbs: as ibv_get_cq_event",
            Errno.EINTR),
    /** EVT-1: an event that a program waits for arrives in time; else EAGAIN. */
    EVENT_IN_TIME(
            "EVT-1",
            "an event that a program waits for arrives in time",
            "the event did not arrive in time",
            "uverbs",
            Errno.EAGAIN),
    /**
     * EVT-2: a thread acknowledges the events of an object before it destroys the object; else EBUSY.
     */
    ACKNOWLEDGED(
            "EVT-2",
            "a thread acknowledges the events of an object before it destroys the object",
            "the thread destroys an object whose events it has not acknowledged",
            "man ibv_get_async_event, ibv_get_cq_event",
            Errno.EBUSY),
    /** EVT-3: the peer accepts the connection; else ECONNREFUSED. */
    CM_ACCEPTED(
            "EVT-3",
            "the peer accepts the connection",
            "the peer rejected the connection",
            "man rdma_connect, rdma_reject",
            Errno.ECONNREFUSED),
    /** EVT-4: an RDMA CM exchange reaches the step that the program waits for; else ECONNABORTED. */
    CM_STEP(
            "EVT-4",
            "an RDMA CM exchange reaches the step that the program waits for",
            "another event ended the exchange",
            "man rdma_get_cm_event",
            Errno.ECONNABORTED);

    private final RuleFacts facts;

    VerbsRule(String id, String text, String violation, String source, String outcome) {
        facts = new RuleFacts(id, text, violation, source, outcome);
    }

    VerbsRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
