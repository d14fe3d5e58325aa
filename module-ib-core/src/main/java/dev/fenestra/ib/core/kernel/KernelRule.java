package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules of the kernel about hosts, handles, files and the life of objects: checked before a driver is called. */
public enum KernelRule implements Rule {
    /** HOST-1: device names of a host are unique; else EINVAL. */
    DEVICE_NAME(
            "HOST-1",
            "device names of a host are unique",
            "the host has a device of this name already",
            "core/device.c assign_name",
            Errno.EINVAL),
    /** HOST-2: the host has a device of this name; else ENXIO. */
    DEVICE(
            "HOST-2",
            "the host has a device of this name",
            "the host has no device of this name",
            "core/uverbs_main.c ib_uverbs_open",
            Errno.ENXIO),
    /** HOST-3: a command ends in time; else EIO. */
    COMMAND_TIME(
            "HOST-3", "a command ends in time", "the command did not end in time", "mlx5/cmd.c wait_func", Errno.EIO),
    /** HOST-4: the clock of a device advances while a program waits; else EIO. */
    CLOCK_GOES_ON(
            "HOST-4",
            "the clock of a device advances while a program waits",
            "the clock of the device stands still while a program waits",
            "ours",
            Errno.EIO),
    /** HND-1: the context is open; else EIO. */
    CONTEXT_OPEN("HND-1", "the context is open", "the context is closed", "core/rdma_core.c", Errno.EIO),
    /** HND-2: the handle names an object of this context; else ENOENT. */
    HANDLE(
            "HND-2",
            "the handle names an object of this context",
            "the handle names no object of this context",
            "core/rdma_core.c rdma_lookup_get_uobject",
            Errno.ENOENT),
    /** HND-3: the handle names an object of the type asked for; else EINVAL. */
    HANDLE_TYPE(
            "HND-3",
            "the handle names an object of the type asked for",
            "the handle names an object of another type",
            "core/rdma_core.c",
            Errno.EINVAL),
    /** HND-4: no other call holds the object; else EBUSY. */
    LOCKED(
            "HND-4",
            "no other call holds the object",
            "another call holds the object",
            "core/rdma_core.c uverbs_try_lock_object",
            Errno.EBUSY),
    /** HND-5: the device has not been taken away; else EIO. */
    DEVICE_THERE(
            "HND-5",
            "the device has not been taken away",
            "the device has been taken away",
            "core/uverbs_main.c ib_uverbs_remove_one",
            Errno.EIO),
    /** LIFE-1: an object is destroyed only after its users; else EBUSY. */
    HELD(
            "LIFE-1",
            "an object is destroyed only after its users",
            "the object is still in use",
            "core/verbs.c usecnt",
            Errno.EBUSY),
    /** LIFE-2: the device has room for one more object of this kind; else ENOMEM. */
    ROOM(
            "LIFE-2",
            "the device has room for one more object of this kind",
            "the device has no room for one more object of this kind",
            "man ibv_query_device",
            Errno.ENOMEM),
    /** LIFE-3: a region is deregistered only after its windows are unbound; else EBUSY. */
    UNBOUND(
            "LIFE-3",
            "a region is deregistered only after its windows are unbound",
            "windows are bound to the region",
            "IBA 10.6.7.2.6; man ibv_reg_mr",
            Errno.EBUSY),
    /** LIFE-4: a QP is destroyed or reset only after its type-2A windows are invalidated; else EBUSY. */
    QP_UNBOUND(
            "LIFE-4",
            "a QP is destroyed or reset only after its type-2A windows are invalidated",
            "type-2A windows are bound through the QP",
            "IBA 10.6.7.2.5",
            Errno.EBUSY),
    /** FD-1: a file descriptor is open; else EBADF. */
    FILE_OPEN(
            "FD-1",
            "a file descriptor is open",
            "the file descriptor is not open",
            "drivers/dma-buf/dma-buf.c dma_buf_get",
            Errno.EBADF),
    /** FD-2: a descriptor that is imported as a device is an open device; else EINVAL. */
    DEVICE_FILE(
            "FD-2",
            "a descriptor that is imported as a device is an open device",
            "the descriptor to import is not an open device",
            "man ibv_import_device",
            Errno.EINVAL),
    /** FD-3: an open device stays with the process that opened it; else EOPNOTSUPP. */
    DEVICE_KEPT(
            "FD-3",
            "an open device stays with the process that opened it",
            "the open device belongs to another process",
            "ours",
            Errno.EOPNOTSUPP),
    /** LIFE-5: a page list is deregistered only after the regions over it; else EBUSY. */
    PAGES_UNUSED(
            "LIFE-5",
            "a page list is deregistered only after the regions over it",
            "regions are registered over the page list",
            "IBA 10.6.5",
            Errno.EBUSY),
    /** MAP-1: an mmap offset names a live object; else EINVAL. */
    LENT(
            "MAP-1",
            "an mmap offset names a live object",
            "the mmap offset names no live object",
            "rxe_mmap.c rxe_mmap; core/ib_core_uverbs.c rdma_user_mmap_entry_get",
            Errno.EINVAL),
    /** MAP-2: a process maps kernel memory once; else EINVAL. */
    MAPPED_ONCE(
            "MAP-2",
            "a process maps kernel memory once",
            "the kernel memory has been mapped already",
            "rxe_mmap.c rxe_mmap",
            Errno.EINVAL),
    /** MAP-3: a mapping is no longer than the kernel memory; else EINVAL. */
    MAPPED_BYTES(
            "MAP-3",
            "a mapping is no longer than the kernel memory",
            "the mapping is longer than the kernel memory",
            "rxe_mmap.c rxe_mmap",
            Errno.EINVAL),
    /** MAP-4: the host has kernel memory left for mappings of programs; else ENOMEM. */
    LENT_ROOM(
            "MAP-4",
            "the host has kernel memory left for mappings of programs",
            "the host has no kernel memory left for mappings of programs",
            "rxe_queue.c rxe_queue_init",
            Errno.ENOMEM),
    /** PORT-1: a call names a port that the device has; else EINVAL. */
    QUERY_PORT(
            "PORT-1",
            "a call names a port that the device has",
            "the call names a port that the device does not have",
            "man ibv_query_port",
            Errno.EINVAL),
    /** PORT-2: a GID that is added to a port is a unicast address; else EINVAL. */
    NEW_GID(
            "PORT-2",
            "a GID that is added to a port is a unicast address",
            "the GID is unspecified or multicast",
            "core/cache.c __ib_cache_gid_add",
            Errno.EINVAL),
    /** PORT-3: the GID table has an empty entry for a new GID; else ENOSPC. */
    GID_ROOM(
            "PORT-3",
            "the GID table has an empty entry for a new GID",
            "the GID table has no empty entry",
            "core/cache.c __ib_cache_gid_add",
            Errno.ENOSPC),
    /** PORT-4: a GID that is removed from a port is in its table; else EINVAL. */
    KNOWN_GID(
            "PORT-4",
            "a GID that is removed from a port is in its table",
            "the GID is not in the table of the port",
            "core/cache.c _ib_cache_gid_del",
            Errno.EINVAL);

    private final RuleFacts facts;

    KernelRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
