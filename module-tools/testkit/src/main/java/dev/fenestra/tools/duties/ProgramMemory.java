package dev.fenestra.tools.duties;

/** The memory of a program, as a check reads it. */
@FunctionalInterface
public interface ProgramMemory {

    /**
     * Reads bytes.
     *
     * @param address virtual address of the first byte
     * @param target is filled
     * @return false when some of the bytes are not mapped; then the target is undefined
     */
    boolean read(long address, byte[] target);
}
