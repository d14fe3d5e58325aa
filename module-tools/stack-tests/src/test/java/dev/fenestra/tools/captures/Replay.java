package dev.fenestra.tools.captures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.JsonObject;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.BindMw;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two hosts with the parameters of a capture, on which its requests are posted again, one at a time: soft-RoCE answers
 * a request before the next is posted. A packet that the capture lost is lost here too.
 */
final class Replay implements AutoCloseable {
    /** Longer than all retries of a capture. */
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    /** What B has for atomics, as the note in each capture says: its offset, and the number. */
    private static final Pattern NUMBER = Pattern.compile("B bytes 0x([0-9a-f]+)\\.\\..* u64 0x([0-9a-f]+) at start");

    private static final long BIND_WR_ID = 900;
    private static final int ACCESS_OF_WINDOWS =
            AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    final CaptureFile capture;
    final List<WirePacket> packets = new ArrayList<>();
    final List<Outcome> outcomes = new ArrayList<>();
    final CaptureSide a;
    final CaptureSide b;
    final QpType type;
    private final TestBench bench;
    private final JsonObject json;
    private final Gid gidOfA;

    Replay(CaptureFile capture) {
        this.capture = capture;
        json = capture.json();
        type = QpType.valueOf(json.text("qp_type"));
        gidOfA = CaptureSide.gid(capture.address("A"));
        bench = TestBench.builder()
                .hosts("A", "B")
                .hcaConfig(this::configured)
                .faults(Drops.of(json))
                .build();
        bench.fabric().tap(this::tap);
        a = new CaptureSide(bench.host("A").open(), json.object("A"), type);
        b = new CaptureSide(bench.host("B").open(), json.object("B"), type);
        Matcher number = NUMBER.matcher(json.has("note") ? json.text("note") : "");
        if (number.find()) {
            b.memory().putLong(Integer.parseInt(number.group(1), 16), Long.parseUnsignedLong(number.group(2), 16));
        }
        connect(a, b, remoteQpn());
        connect(b, a, (int) a.json.hex("qpn"));
    }

    /** The bench's first host is A. */
    private HcaConfig configured(HcaConfig config) {
        String side = (config.gidLow() & 0xff) == 1 ? "A" : "B";
        boolean hasWindow = json.has("mw") && json.object("mw").text("on").equals(side);
        return CaptureSide.configured(config, json.object(side), hasWindow ? List.of(firstKey()) : List.of());
    }

    /** The key of the window before it is bound: one tag earlier. */
    private int firstKey() {
        int bound = (int) json.object("mw").hex("rkey");
        return bound & ~0xff | bound - 1 & 0xff;
    }

    /** The QP that A sends to, as its first packet says: in one capture it is a wrong one. */
    private int remoteQpn() {
        return original().stream()
                .filter(WirePacket::fromA)
                .mapToInt(WirePacket::destinationQpn)
                .findFirst()
                .orElse((int) b.json.hex("qpn"));
    }

    /** The packets of the capture that the scenario explains. */
    List<WirePacket> original() {
        return capture.conversation().stream()
                .map(frame -> WirePacket.of(
                        frame.source().high() == gidOfA.high() && frame.source().low() == gidOfA.low(), frame))
                .toList();
    }

    /** Records what {@link #run} sends, as a bench does for its user. */
    PcapTap recorded(Journal journal, OutputStream out) throws IOException {
        PcapTap file = PcapTap.on(bench, journal, out, Long.MAX_VALUE);
        bench.fabric().tap(new PacketTap() {
            @Override
            public void packet(Packet packet, long now) {
                file.packet(packet, now);
                tap(packet, now);
            }

            @Override
            public void judged(Packet packet, Verdict verdict, long now) {
                file.judged(packet, verdict, now);
            }
        });
        return file;
    }

    Journal journal() {
        return Journal.of(bench);
    }

    private void tap(Packet packet, long now) {
        boolean fromA = packet.sourceGidHigh == gidOfA.high() && packet.sourceGidLow == gidOfA.low();
        packets.add(WirePacket.of(fromA, packet, now));
    }

    private void connect(CaptureSide side, CaptureSide peer, int peerQpn) {
        side.path = side.pd.createAh(CaptureSide.gid(peer.json.text("ip")));
        side.peerQpn = peerQpn;
        if (type == QpType.UD) {
            side.qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey((int) json.hex("qkey")));
            side.qp.modify(QpAttributes.to(QpState.RTR));
            side.qp.modify(QpAttributes.to(QpState.RTS).sqPsn((int) side.json.hex("start_psn")));
            return;
        }
        int access = (int) side.json.hex("qp_access_flags");
        side.qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(access));
        QpAttributes rtr = QpAttributes.to(QpState.RTR)
                .path(CaptureSide.gid(peer.json.text("ip")), 0)
                .pathMtu(mtu())
                .destinationQpn(peerQpn)
                .rqPsn((int) peer.json.hex("start_psn"));
        QpAttributes rts = QpAttributes.to(QpState.RTS).sqPsn((int) side.json.hex("start_psn"));
        if (type == QpType.RC) {
            rtr.maxDestRdAtomic(json.number("max_rd_atomic")).minRnrTimer(json.number("min_rnr_timer"));
            rts.timeout(json.number("timeout"))
                    .retryCount(json.number("retry_cnt"))
                    .rnrRetry(json.number("rnr_retry"))
                    .maxRdAtomic(json.number("max_rd_atomic"));
        }
        side.qp.modify(rtr);
        side.qp.modify(rts);
    }

    private Mtu mtu() {
        return Arrays.stream(Mtu.values())
                .filter(mtu -> mtu.bytes() == json.number("path_mtu"))
                .findFirst()
                .orElseThrow();
    }

    /** Posts everything and waits until nothing moves any more. */
    Replay run() {
        if (json.has("mw")) {
            bindWindow(json.object("mw"));
        }
        postUnlisted();
        for (JsonObject request : json.list("work_requests")) {
            CaptureSide side = request.text("side").equals("A") ? a : b;
            if (request.text("post").equals("recv")) {
                awaitRnrNaks();
                int length = request.number("len");
                long address = request.hex("addr");
                assertEquals(
                        0,
                        side.qp.postRecv(
                                request.number("wr_id"), side.regionAt(address).lkey(), address, length));
            } else {
                assertEquals(request.number("post_rc"), new Request(request).post(side));
                settle();
            }
        }
        long limit = bench.fabric().now() + PATIENCE_NANOS;
        while (bench.fabric().now() < limit) {
            bench.fabric().progressUntil(limit);
        }
        settle();
        return this;
    }

    private void bindWindow(JsonObject mw) {
        CaptureSide side = mw.text("on").equals("A") ? a : b;
        MemoryWindow window = side.pd.allocMw(mw.number("type") == 1 ? MwType.TYPE_1 : MwType.TYPE_2);
        MemorySlice range = new MemorySlice(side.region(), mw.hex("va"), mw.number("length"));
        if (mw.number("type") == 1) {
            AccessFlag[] access = AccessFlag.of(ACCESS_OF_WINDOWS).toArray(AccessFlag[]::new);
            side.qp.bindMw(BIND_WR_ID, window, range, access);
            assertEquals(mw.hex("rkey"), window.rkey());
        } else {
            side.qp.post(BindMw.of(
                    BIND_WR_ID,
                    window,
                    (int) mw.hex("rkey"),
                    range,
                    AccessFlag.of(ACCESS_OF_WINDOWS).toArray(AccessFlag[]::new)));
        }
        settle();
    }

    /** A receive that completes and is not among the requests had an L_Key that does not exist. */
    private void postUnlisted() {
        for (JsonObject completion : json.list("completions")) {
            boolean isListed = completion.number("wr_id") == BIND_WR_ID
                    || json.list("work_requests").stream()
                            .anyMatch(request -> request.number("wr_id") == completion.number("wr_id"));
            if (!isListed) {
                CaptureSide side = completion.text("side").equals("A") ? a : b;
                int badKey = side.region().lkey() ^ 0xff;
                assertEquals(
                        0,
                        side.qp.postRecv(
                                completion.number("wr_id"),
                                badKey,
                                side.region().address(),
                                4096));
            }
        }
    }

    /** A receive after a send was posted when as many RNR NAKs had been sent as the capture has. */
    private void awaitRnrNaks() {
        long wanted = original().stream().filter(WirePacket::isRnrNak).count();
        long limit = bench.fabric().now() + PATIENCE_NANOS;
        while (packets.stream().anyMatch(WirePacket::fromA)
                && packets.stream().filter(WirePacket::isRnrNak).count() < wanted
                && bench.fabric().now() < limit) {
            bench.fabric().progressUntil(limit);
        }
    }

    private void settle() {
        bench.fabric().progress();
        outcomes.addAll(a.poll("A"));
        outcomes.addAll(b.poll("B"));
    }

    @Override
    public void close() {
        bench.close();
    }
}
