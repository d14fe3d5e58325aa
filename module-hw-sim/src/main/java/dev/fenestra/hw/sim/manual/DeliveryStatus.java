package dev.fenestra.hw.sim.manual;

/** Whether a command reached the device in good shape, before it was looked into. */
public final class DeliveryStatus {
    public static final int OK = 0;
    public static final int OUTPUT_POINTER = 4;
    public static final int INPUT_POINTER = 5;
    public static final int INPUT_LENGTH = 7;
    public static final int OUTPUT_LENGTH = 8;
    public static final int DESCRIPTOR = 0x10;

    private DeliveryStatus() {}
}
