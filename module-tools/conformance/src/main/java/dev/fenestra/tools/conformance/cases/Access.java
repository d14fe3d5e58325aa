package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.Locale;

/** The remote operations, each with the right that it needs. */
enum Access {
    WRITE(AccessFlag.REMOTE_WRITE) {
        @Override
        Completion by(End alice, RemoteBuffer target) {
            return alice.write(target);
        }
    },
    READ(AccessFlag.REMOTE_READ) {
        @Override
        Completion by(End alice, RemoteBuffer target) {
            return alice.read(target);
        }
    },
    ATOMIC(AccessFlag.REMOTE_ATOMIC) {
        @Override
        Completion by(End alice, RemoteBuffer target) {
            return alice.add(target);
        }
    };

    static final AccessFlag[] ALL = {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};

    private final AccessFlag right;

    Access(AccessFlag right) {
        this.right = right;
    }

    AccessFlag right() {
        return right;
    }

    abstract Completion by(End alice, RemoteBuffer target);

    /** A name for steps. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A window that grants everything must grant each of them. */
    static void allGranted(CaseBench b, CaseWindow window) {
        for (Access access : values()) {
            b.expect().succeeds(access.text(), access.by(b.atAlice(), window.at(0, 8)));
        }
    }
}
