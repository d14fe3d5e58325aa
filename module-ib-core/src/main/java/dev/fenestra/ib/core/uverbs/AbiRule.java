package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules about the bytes of commands, checked before a kernel call is made. */
public enum AbiRule implements Rule {
    /** The method of an ioctl. */
    KNOWN_METHOD(
            "ABI-1",
            "an ioctl names a method that the kernel or the driver has",
            "the ioctl names a method that neither the kernel nor the driver has",
            "core/uverbs_ioctl.c ib_uverbs_cmd_verbs",
            Errno.EPROTONOSUPPORT),
    /** The number of a command. */
    KNOWN_COMMAND(
            "ABI-2",
            "a command of the write interface is known",
            "the command of the write interface is unknown",
            "core/uverbs_main.c verify_hdr",
            Errno.EOPNOTSUPP),
    /** The length of structures. */
    LENGTH(
            "ABI-3",
            "request and response are at least as long as the structures of the command",
            "request or response is shorter than the command's structure",
            "core/uverbs_main.c verify_hdr",
            Errno.ENOSPC),
    /** Attributes that must be there. */
    MANDATORY(
            "ABI-4",
            "an ioctl has the attributes that its method needs",
            "an attribute that the method of the ioctl needs is missing",
            "core/uverbs_ioctl.c uverbs_process_attrs",
            Errno.EINVAL),
    /** The order of commands. */
    OPENED(
            "ABI-5",
            "GET_CONTEXT is the first command, and is given once",
            "the command precedes GET_CONTEXT, or is a second GET_CONTEXT",
            "core/uverbs_cmd.c ib_alloc_ucontext",
            Errno.EINVAL),
    /** Bits of flags. */
    KNOWN_FLAGS(
            "ABI-6",
            "flags and comp_mask of a command are known",
            "a bit of flags or comp_mask of the command is unknown",
            "core/uverbs_cmd.c create_cq, create_qp",
            Errno.EOPNOTSUPP),
    /** Descriptors of channels. */
    DESCRIPTOR(
            "ABI-7",
            "a command names only descriptors of completion channels of its process",
            "the descriptor that the command names is not a completion channel of this process",
            "core/rdma_core.c lookup_get_fd_uobject",
            Errno.EBADF),
    /** Numbers of types and states. */
    KNOWN_VALUE(
            "ABI-8",
            "a number for a type or a state is known",
            "a number for a type or a state is unknown",
            "core/uverbs_cmd.c create_qp, modify_qp",
            Errno.EINVAL),
    /** Entries of the GID table. */
    FILLED_GID(
            "ABI-9",
            "a GID query names a filled entry",
            "the queried GID entry is empty",
            "core/cache.c rdma_get_gid_attr",
            Errno.ENODATA),
    /** Pointers in attributes. */
    POINTER(
            "ABI-10",
            "an ioctl points to memory that the process can read and, for an answer, write",
            "an attribute of the ioctl points to memory that the process cannot read or, for an answer, write",
            "core/uverbs_ioctl.c uverbs_process_attr, uverbs_copy_to",
            Errno.EFAULT),
    /** The room for a GID table. */
    GID_ROOM(
            "ABI-11",
            "the array for the GID table has room for each filled entry",
            "the GID table has more filled entries than the array has room for",
            "core/cache.c rdma_query_gid_table",
            Errno.EINVAL),
    /** Pointers in commands of RDMA CM. */
    CM_POINTER(
            "ABI-12",
            "an RDMA CM command points to memory that the process can read and, for an answer, write",
            "the RDMA CM command points to memory that the process cannot read or, for an answer, write",
            "core/ucma.c copy_from_user, copy_to_user",
            Errno.EFAULT),
    /** Descriptors of events. */
    DESCRIPTORS_LEFT(
            "ABI-13",
            "the process can have one more file descriptor",
            "the process has no file descriptor left",
            "core/rdma_core.c alloc_begin_fd_uobject; man setrlimit RLIMIT_NOFILE",
            Errno.EMFILE),
    /** The header of a written command. */
    WRITTEN(
            "ABI-14",
            "a written command has the length in its header, and room for its answer",
            "the written command has another length than its header says, or no room for its answer",
            "core/uverbs_main.c verify_hdr",
            Errno.EINVAL),
    /** Requests of POST_SEND. */
    QUEUED(
            "ABI-15",
            "POST_SEND carries no requests: the send queue holds them",
            "POST_SEND carries requests, which no present user library sends",
            "ours; providers/rxe rxe.c post_send_db",
            Errno.EOPNOTSUPP),
    /** Posts of a program that its library refuses. */
    LIBRARY(
            "ABI-16",
            "the library of a device takes the request that a program posts",
            "the library of the device has refused the post, without a system call",
            "providers/mlx5 qp.c _mlx5_post_send, mlx5_post_recv",
            Errno.ENOMEM);

    private final RuleFacts facts;

    AbiRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
