package dev.fenestra.ib.core.spi;

/**
 * Where in udata a driver's attribute of an ioctl lies.
 *
 * @param id of the attribute, 0x1000 or more
 * @param isAnswer whether it lies in the response; else in the request
 * @param offset in request or response, bytes
 * @param bytes length of the attribute; {@link #ALL} when the process decides, then udata has no other attribute
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
