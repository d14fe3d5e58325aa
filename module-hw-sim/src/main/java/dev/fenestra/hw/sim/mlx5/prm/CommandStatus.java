package dev.fenestra.hw.sim.mlx5.prm;

/** How a command ended: the first byte of its output. */
public final class CommandStatus {
    /** The command was executed. */
    public static final int OK = 0x00;
    /** The device itself failed. */
    public static final int INTERNAL = 0x01;
    /** The device has no such command. */
    public static final int BAD_OPERATION = 0x02;
    /** A parameter is out of its range. */
    public static final int BAD_PARAMETER = 0x03;
    /** The device cannot execute the command in its present state. */
    public static final int BAD_SYSTEM_STATE = 0x04;
    /** An object that the command names does not exist. */
    public static final int BAD_RESOURCE = 0x05;
    /** Other objects need the object. */
    public static final int RESOURCE_BUSY = 0x06;
    /** The device cannot execute the command yet. */
    public static final int NOT_READY = 0x07;
    /** A limit of the device is exceeded. */
    public static final int LIMIT_EXCEEDED = 0x08;
    /** The object is in a state that forbids the command. */
    public static final int BAD_RESOURCE_STATE = 0x09;
    /** An index does not exist. */
    public static final int BAD_INDEX = 0x0a;
    /** The device has no resources left. */
    public static final int NO_RESOURCES = 0x0f;
    /** The QP is in a state that forbids the command. */
    public static final int BAD_QP_STATE = 0x10;
    /** A management packet is malformed. */
    public static final int BAD_PACKET = 0x30;
    /** The new CQ has too few entries for those that are not consumed. */
    public static final int BAD_SIZE = 0x40;
    /** The input is shorter than its structure. */
    public static final int BAD_INPUT_LENGTH = 0x50;
    /** The output is shorter than its structure. */
    public static final int BAD_OUTPUT_LENGTH = 0x51;

    private CommandStatus() {}
}
