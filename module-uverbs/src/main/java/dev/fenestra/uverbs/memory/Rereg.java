package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.memory.MemoryRegion.Registration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The arguments of a {@code rereg_mr}, checked in the order of verbs.c {@code ibv_rereg_mr}. */
record Rereg(int flags, @Nullable Pd pd, @Nullable Memory memory, long offset, long length, int access) {

    /** Names the PD by its handle, as refusals do. */
    @Override
    public String toString() {
        return "Rereg[flags=" + flags + ", pd=" + (pd == null ? "null" : pd.name()) + ", memory=" + memory + ", offset="
                + offset + ", length=" + length + ", access=" + access + "]";
    }

    /** The rule that they break, or null when the call may go to the kernel. */
    @Nullable
    VerbsRule broken() {
        if ((flags & ~ReregFlag.ALL) != 0) {
            return VerbsRule.REREG_FLAGS;
        }
        if (changes(ReregFlag.CHANGE_TRANSLATION) && (memory == null || length == 0)) {
            return VerbsRule.REREG_MEMORY;
        }
        if (access != 0 && !changes(ReregFlag.CHANGE_ACCESS)) {
            return VerbsRule.REREG_ACCESS;
        }
        return changes(ReregFlag.CHANGE_PD) && pd == null ? VerbsRule.REREG_PD : null;
    }

    /** The registration with these changes and the old keys. */
    Registration of(Registration old) {
        UserMr before = old.user();
        Pd owner = changes(ReregFlag.CHANGE_PD) ? Objects.requireNonNull(pd) : old.pd();
        int rights = changes(ReregFlag.CHANGE_ACCESS) ? access : before.access();
        if (!changes(ReregFlag.CHANGE_TRANSLATION)) {
            UserMr user = before.changed(owner.handle(), before.address(), before.length(), rights);
            return new Registration(owner, user, old.virtualAddress());
        }
        long address = Objects.requireNonNull(memory).address() + offset;
        long wireAddress = AccessFlag.ZERO_BASED.in(rights) ? 0 : address;
        UserMr user = before.changed(owner.handle(), wireAddress, length, rights);
        return new Registration(owner, user, address);
    }

    private boolean changes(int flag) {
        return (flags & flag) != 0;
    }
}
