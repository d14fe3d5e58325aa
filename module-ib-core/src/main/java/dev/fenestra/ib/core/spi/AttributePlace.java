package dev.fenestra.ib.core.spi;

/**
 * Which bytes of udata an attribute of an ioctl is, if the attribute belongs to the driver.
 *
 * @param id of the attribute, 0x1000 or more
 * @param isAnswer of the response, else of the request
 * @param offset in request or response, bytes
 * @param bytes the attribute has; {@link #ALL} when it is as long as the process says, and then it is alone
 */
public record AttributePlace(int id, boolean isAnswer, int offset, int bytes) {
    /** As many bytes as the process gives, or has room for. */
    public static final int ALL = 0;

    /**
     * {@return the place of an attribute that the process fills}
     *
     * @param id of the attribute
     * @param offset in the request, bytes
     * @param bytes of the attribute
     */
    public static AttributePlace in(int id, int offset, int bytes) {
        return new AttributePlace(id, false, offset, bytes);
    }

    /**
     * {@return the place of an attribute that the driver fills}
     *
     * @param id of the attribute
     * @param offset in the response, bytes
     * @param bytes of the attribute
     */
    public static AttributePlace out(int id, int offset, int bytes) {
        return new AttributePlace(id, true, offset, bytes);
    }
}
