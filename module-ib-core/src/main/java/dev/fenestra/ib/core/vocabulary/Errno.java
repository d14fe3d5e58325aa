package dev.fenestra.ib.core.vocabulary;

/** Linux errno values that verbs return. */
public enum Errno {
    OK(0, "success"),
    EPERM(1, "operation not permitted"),
    ENOENT(2, "no such object"),
    EIO(5, "input/output error"),
    ENXIO(6, "no such device"),
    EBADF(9, "bad file descriptor"),
    EAGAIN(11, "resource temporarily unavailable"),
    ENOMEM(12, "cannot allocate memory"),
    EACCES(13, "permission denied"),
    EFAULT(14, "bad address"),
    EBUSY(16, "device or resource busy"),
    EEXIST(17, "file exists"),
    EINVAL(22, "invalid argument"),
    ENODATA(61, "no data available"),
    EOVERFLOW(75, "value too large"),
    EPROTONOSUPPORT(93, "protocol not supported"),
    EOPNOTSUPP(95, "operation not supported");

    private final int code;
    private final String text;

    Errno(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The number as Linux defines it; 0 means success. */
    public int code() {
        return code;
    }

    public String text() {
        return text;
    }

    /** The errno with this number; a number outside the table is an {@link IllegalArgumentException}. */
    public static Errno of(int code) {
        for (Errno errno : values()) {
            if (errno.code == code) {
                return errno;
            }
        }
        throw new IllegalArgumentException("errno " + code + " is not one that verbs return");
    }
}
