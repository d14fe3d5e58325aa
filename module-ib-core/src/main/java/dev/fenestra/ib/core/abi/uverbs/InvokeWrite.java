package dev.fenestra.ib.core.abi.uverbs;

/**
 * The attributes of the method that carries a command of the write interface ({@code UVERBS_METHOD_INVOKE_WRITE} of
 * {@code ib_user_ioctl_cmds.h}). The method has object 0 and number 0.
 */
public final class InvokeWrite {
    /** The structure of the command. */
    public static final int CORE_IN = 0;
    /** Room for its answer. */
    public static final int CORE_OUT = 1;
    /** Number of the command, with {@link WriteCommand#EXTENDED}. */
    public static final int WRITE_CMD = 2;
    /** Of this method and of others: what the user half of the driver asks ({@code UVERBS_ATTR_UHW_IN}). */
    public static final int UHW_IN = 1 << 12;
    /** Of this method and of others: room for what the kernel half answers ({@code UVERBS_ATTR_UHW_OUT}). */
    public static final int UHW_OUT = UHW_IN + 1;

    private InvokeWrite() {}
}
