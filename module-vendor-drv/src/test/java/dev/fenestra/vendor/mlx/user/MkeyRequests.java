package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvQp;
import dev.fenestra.vendor.mlx.dv.InterleavedList;
import dev.fenestra.vendor.mlx.testing.Vector;

/** Posts the requests of vectors that configure mkeys, through direct verbs. */
final class MkeyRequests {
    private static final String CONFIGURE = "mkey_configure";

    private final MlxSendQueue queue;
    private final DvQp direct;

    MkeyRequests(MlxSendQueue queue) {
        this.queue = queue;
        direct = queue.mkeys();
    }

    /** One request, behind {@code request}. */
    void operation(Vector wr) {
        String operation = wr.text("mlx5dv_op");
        if (operation.equals("mr_list")) {
            direct.mrList(mkey(wr), SendRequests.access(wr, "access_flags"), list(wr));
        } else if (operation.equals("mr_interleaved")) {
            direct.mrInterleaved(
                    mkey(wr), SendRequests.access(wr, "access_flags"), wr.number("repeat_count"), interleaved(wr));
        } else if (operation.startsWith(CONFIGURE)) {
            configure(wr, operation);
        } else {
            throw new IllegalArgumentException(operation);
        }
    }

    /** The setters are named behind the operation, each with a plus sign; in brackets stands a remark. */
    private void configure(Vector wr, String operation) {
        String[] setters = operation.replaceAll("\\s*\\(.*\\)", "").split("\\+");
        direct.mkeyConfigure(mkey(wr), setters.length - 1);
        for (int i = 1; i < setters.length; i++) {
            switch (setters[i]) {
                case "access_flags" -> direct.setAccess(SendRequests.access(wr, "access_flags"));
                case "layout_list" -> direct.setLayoutList(list(wr));
                case "layout_interleaved" -> direct.setLayoutInterleaved(wr.number("repeat_count"), interleaved(wr));
                default -> throw new IllegalArgumentException(operation);
            }
        }
    }

    private static DvMkey mkey(Vector wr) {
        Vector mkey = wr.object("mkey");
        return new FakeMkey(mkey.hexInt("lkey"), mkey.number("max_entries"));
    }

    private static SgeList list(Vector wr) {
        SgeList list = new SgeList();
        for (Vector sge : wr.objects("sg_list")) {
            list.add(sge.hexInt("lkey"), sge.hex("addr"), sge.number("length"));
        }
        return list;
    }

    private static InterleavedList interleaved(Vector wr) {
        InterleavedList list = new InterleavedList();
        for (Vector piece : wr.objects("interleaved")) {
            list.add(piece.hexInt("lkey"), piece.hex("addr"), piece.number("bytes_count"), piece.number("bytes_skip"));
        }
        return list;
    }

    int post(Iterable<Vector> wrs) {
        queue.start();
        for (Vector wr : wrs) {
            queue.request(wr.hex("wr_id"), SendRequests.flags(wr));
            operation(wr);
        }
        return queue.complete();
    }

    /**
     * An mkey that no device knows.
     *
     * @param lkey its key
     * @param maxEntries room it claims
     */
    record FakeMkey(int lkey, int maxEntries) implements DvMkey {
        @Override
        public int rkey() {
            return lkey;
        }

        @Override
        public void close() {
            // Nothing holds it.
        }
    }
}
