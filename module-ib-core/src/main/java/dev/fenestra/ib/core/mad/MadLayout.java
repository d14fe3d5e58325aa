package dev.fenestra.ib.core.mad;

import java.util.ArrayList;
import java.util.List;

/** The table of what lies where in one kind of datagram. It is filled while the class that names its fields loads. */
public final class MadLayout {
    /** Octets of a management datagram. */
    public static final int OCTETS = 256;

    private final String name;
    private final int start;
    private final List<MadItem> items = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param name of the message
     * @param start octet of the datagram that the offsets of the specification count from
     */
    MadLayout(String name, int start) {
        this.name = name;
        this.start = start;
    }

    /** {@return the name of the message} */
    public String name() {
        return name;
    }

    /** {@return all fields, in the order of the table} */
    public List<MadItem> items() {
        return List.copyOf(items);
    }

    /** A number that begins with an octet. */
    MadField number(String field, int octet, int width) {
        return bits(field, octet, 0, width);
    }

    /** A number that begins at a bit of an octet, 0 for the highest. */
    MadField bits(String field, int octet, int bit, int width) {
        return add(new MadField(field, start + octet, bit, width));
    }

    MadGid gid(String field, int octet) {
        return add(new MadGid(field, start + octet));
    }

    MadArea area(String field, int octet, int octets) {
        return add(new MadArea(field, start + octet, octets));
    }

    private <T extends MadItem> T add(T item) {
        items.add(item);
        return item;
    }
}
