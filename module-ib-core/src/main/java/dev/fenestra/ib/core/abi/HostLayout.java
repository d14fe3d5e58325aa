package dev.fenestra.ib.core.abi;

import java.util.ArrayList;
import java.util.List;

/**
 * The table of what lies where in one structure. It is filled while the class that names its fields loads. Only
 * packages of layouts make such tables; all others use the names.
 */
public final class HostLayout {
    private final String type;
    private final int bytes;
    private final List<HostItem> items = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param type of the structure in C, such as {@code struct ib_uverbs_reg_mr}; or what it is, if C has no structure
     * @param bytes how many the structure has
     */
    public HostLayout(String type, int bytes) {
        this.type = type;
        this.bytes = bytes;
    }

    /** {@return the type of the structure in C, or what it is, if C has no structure} */
    public String type() {
        return type;
    }

    /** {@return how many bytes the structure has} */
    public int bytes() {
        return bytes;
    }

    /** {@return all of its items, in the order of the table} */
    public List<HostItem> items() {
        return List.copyOf(items);
    }

    /**
     * {@return a new number of one byte}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostField u8(String name, int offset) {
        return add(new HostField(name, offset, Byte.BYTES, false));
    }

    /**
     * {@return a new number of 16 bits}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostField u16(String name, int offset) {
        return add(new HostField(name, offset, Short.BYTES, false));
    }

    /**
     * {@return a new number of 32 bits}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostField u32(String name, int offset) {
        return add(new HostField(name, offset, Integer.BYTES, false));
    }

    /**
     * {@return a new number of 64 bits}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostField u64(String name, int offset) {
        return add(new HostField(name, offset, Long.BYTES, false));
    }

    /**
     * {@return a new number of 16 bits in network order}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostField be16(String name, int offset) {
        return add(new HostField(name, offset, Short.BYTES, true));
    }

    /**
     * {@return a new number of 32 bits in network order}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostField be32(String name, int offset) {
        return add(new HostField(name, offset, Integer.BYTES, true));
    }

    /**
     * {@return a new number of 64 bits in network order}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostField be64(String name, int offset) {
        return add(new HostField(name, offset, Long.BYTES, true));
    }

    /**
     * {@return a new GID or IPv6 address}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     */
    public HostGid gid(String name, int offset) {
        return add(new HostGid(name, offset));
    }

    /**
     * {@return a new array, or another structure}
     *
     * @param name as C spells it
     * @param offset from the start of the structure
     * @param length bytes of it
     */
    public HostPart part(String name, int offset, int length) {
        return add(new HostPart(name, offset, length));
    }

    @Override
    public String toString() {
        return type;
    }

    private <T extends HostItem> T add(T item) {
        items.add(item);
        return item;
    }
}
