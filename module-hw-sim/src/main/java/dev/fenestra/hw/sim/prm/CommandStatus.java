package dev.fenestra.hw.sim.prm;

/** How a command ended: the first byte of its output. */
public final class CommandStatus {
    public static final int OK = 0x00;
    public static final int INTERNAL = 0x01;
    public static final int BAD_OPERATION = 0x02;
    public static final int BAD_PARAMETER = 0x03;
    public static final int BAD_SYSTEM_STATE = 0x04;
    public static final int BAD_RESOURCE = 0x05;
    public static final int RESOURCE_BUSY = 0x06;
    public static final int NOT_READY = 0x07;
    public static final int LIMIT_EXCEEDED = 0x08;
    public static final int BAD_RESOURCE_STATE = 0x09;
    public static final int BAD_INDEX = 0x0a;
    public static final int NO_RESOURCES = 0x0f;
    public static final int BAD_QP_STATE = 0x10;
    public static final int BAD_PACKET = 0x30;
    public static final int BAD_SIZE = 0x40;
    public static final int BAD_INPUT_LENGTH = 0x50;
    public static final int BAD_OUTPUT_LENGTH = 0x51;

    private CommandStatus() {}
}
