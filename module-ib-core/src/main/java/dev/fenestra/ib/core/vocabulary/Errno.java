package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;
import java.util.Optional;

/** Linux errno values that verbs return. */
public enum Errno {
    /** Success: nothing was refused. */
    OK(0, "success"),
    /** Not permitted: a right or a privilege is missing, or an object is of another PD. */
    EPERM(1, "operation not permitted"),
    /** No such object: a handle or a key names nothing. */
    ENOENT(2, "no such object"),
    /** The thread was interrupted. */
    EINTR(4, "interrupted system call"),
    /** The device has failed or does not answer. */
    EIO(5, "input/output error"),
    /** No such device. */
    ENXIO(6, "no such device"),
    /** The file descriptor is not open. */
    EBADF(9, "bad file descriptor"),
    /** Nothing has come yet, or a resource is in use at the moment. */
    EAGAIN(11, "resource temporarily unavailable"),
    /** No room: memory, a queue or a table of the device is full. */
    ENOMEM(12, "cannot allocate memory"),
    /** The mapping does not permit this access. */
    EACCES(13, "permission denied"),
    /** The address is not mapped, or not as it must be. */
    EFAULT(14, "bad address"),
    /** Something else still uses the object. */
    EBUSY(16, "device or resource busy"),
    /** It exists already. */
    EEXIST(17, "file exists"),
    /** The device is not there, or there no longer. */
    ENODEV(19, "no such device"),
    /** An argument is invalid. */
    EINVAL(22, "invalid argument"),
    /** The process has no file descriptor left. */
    EMFILE(24, "too many open files"),
    /** The room is too small for the answer, or the structure too short for the command. */
    ENOSPC(28, "no space left on device"),
    /** The kernel does not have this function. */
    ENOSYS(38, "function not implemented"),
    /** There is no data of this kind. */
    ENODATA(61, "no data available"),
    /** Something else was agreed on before. */
    EPROTO(71, "protocol error"),
    /** A value is too large for its type. */
    EOVERFLOW(75, "value too large"),
    /** The protocol is not known. */
    EPROTONOSUPPORT(93, "protocol not supported"),
    /** The device or its driver does not offer this. */
    EOPNOTSUPP(95, "operation not supported"),
    /** Another socket or id has the address. */
    EADDRINUSE(98, "address already in use"),
    /** The host does not have the address, or another holds a part of it. */
    EADDRNOTAVAIL(99, "cannot assign requested address"),
    /** No route leads to the address. */
    ENETUNREACH(101, "network is unreachable"),
    /** The exchange that makes a connection has ended. */
    ECONNABORTED(103, "software caused connection abort"),
    /** There is a connection already. */
    EISCONN(106, "already connected"),
    /** Nobody has answered in time. */
    ETIMEDOUT(110, "connection timed out"),
    /** The peer rejected the connection. */
    ECONNREFUSED(111, "connection refused");

    private final int code;
    private final String text;

    Errno(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** {@return the number as Linux defines it; 0 means success} */
    public int code() {
        return code;
    }

    /** {@return a few words for messages} */
    public String text() {
        return text;
    }

    /**
     * {@return the errno with this number; a number outside the table is an {@link IllegalArgumentException}}
     *
     * @param code number of the errno
     */
    public static Errno of(int code) {
        return find(code)
                .orElseThrow(() -> new IllegalArgumentException("errno " + code + " is not one that verbs return"));
    }

    /**
     * {@return the errno with this number; empty for a number outside the table}
     *
     * @param code number of the errno
     */
    public static Optional<Errno> find(int code) {
        return Arrays.stream(values()).filter(errno -> errno.code == code).findFirst();
    }

    /**
     * {@return the name of an errno, such as {@code EINVAL}; "errno 200" for a number outside the table}
     *
     * @param code number of the errno
     */
    public static String nameOf(int code) {
        return find(code).map(Errno::name).orElse("errno " + code);
    }
}
