package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/**
 * Stores of a kernel half to addresses of the process whose call it answers ({@code copy_to_user}). The bytes are there
 * when the call returns, if it succeeds.
 */
public interface UserStores {
    /** For calls that come without a way to the memory of the process. */
    UserStores NONE = new UserStores() {
        @Override
        public void check(long address, long length) {
            throw refused(address, length);
        }

        @Override
        public void store(long address, MemorySegment bytes) {
            check(address, bytes.byteSize());
        }
    };

    /**
     * Checks that the process can store to a range, before anything is changed.
     *
     * @param address of the process
     * @param length bytes
     * @throws VerbsException EFAULT when it cannot
     */
    void check(long address, long length);

    /**
     * Stores bytes. The driver has checked the range.
     *
     * @param address of the process
     * @param bytes copied before this method returns
     */
    void store(long address, MemorySegment bytes);

    /**
     * {@return stores into the memory of a process of this JVM}
     *
     * @param memory of the process
     */
    static UserStores into(UserMemory memory) {
        return new UserStores() {
            @Override
            public void check(long address, long length) {
                long there = 0;
                while (there < length) {
                    long piece = memory.contiguous(address + there);
                    if (piece == 0) {
                        throw refused(address, length);
                    }
                    there += piece;
                }
            }

            @Override
            public void store(long address, MemorySegment bytes) {
                long stored = 0;
                while (stored < bytes.byteSize()) {
                    long piece = memory.store(address + stored, bytes, stored, bytes.byteSize() - stored);
                    if (piece == 0) {
                        throw refused(address, bytes.byteSize());
                    }
                    stored += piece;
                }
            }
        };
    }

    /**
     * {@return the refusal of a range that the process cannot store to}
     *
     * @param address of the process
     * @param length bytes
     */
    static VerbsException refused(long address, long length) {
        return new VerbsException(SpiRule.USER_STORE, String.format("address=0x%x, length=%d", address, length));
    }
}
