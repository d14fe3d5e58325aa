package dev.fenestra.ib.core.vocabulary;

/** What a device is to its network ({@code enum ibv_node_type}); user libraries take its transport from it. */
public enum NodeType {
    /** A channel adapter, of InfiniBand or RoCE. */
    CA(1),
    /** A card of iWARP. */
    RNIC(4),
    /** Neither: a card with transports of its own. */
    UNSPECIFIED(7);

    private final int code;

    NodeType(int code) {
        this.code = code;
    }

    /** {@return the number of Linux} */
    public int code() {
        return code;
    }
}
