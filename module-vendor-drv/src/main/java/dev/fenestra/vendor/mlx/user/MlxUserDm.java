package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.UserDm;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;

/**
 * Device memory, mapped into the process. It checks the range first, in a form that cannot wrap, unlike the real
 * {@code mlx5_access_dm}. Then it checks whole words.
 *
 * @param memory on the card, of the length that the program asked for
 */
record MlxUserDm(MemorySegment memory) implements UserDm {
    private static final int WORD = 4;

    @Override
    public void write(long offset, MemorySegment source) {
        check(offset, source.byteSize());
        MemorySegment.copy(source, 0, memory, offset, source.byteSize());
    }

    @Override
    public void read(long offset, MemorySegment target) {
        check(offset, target.byteSize());
        MemorySegment.copy(memory, offset, target, 0, target.byteSize());
    }

    private void check(long offset, long length) {
        String values = String.format("offset=0x%x, length=0x%x of 0x%x", offset, length, memory.byteSize());
        if (offset < 0 || offset > memory.byteSize() || length > memory.byteSize() - offset) {
            throw new VerbsException(MlxRule.DM_RANGE, values);
        }
        if ((offset | length) % WORD != 0) {
            throw new VerbsException(MlxRule.DM_WORDS, values);
        }
    }
}
