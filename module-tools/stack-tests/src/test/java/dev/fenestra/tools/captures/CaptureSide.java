package dev.fenestra.tools.captures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.testing.JsonObject;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.AddressHandle;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Side A or B of a capture, built so that its addresses, keys and QP number are those of the capture. */
final class CaptureSide {
    private static final List<String> REGIONS = List.of("mr", "mr_ro", "mr_wo");
    private static final Pattern RAMP = Pattern.compile("byte\\[i] = \\(i\\*(\\d+)\\+(\\d+)\\) & 0xff");
    private static final Pattern CONSTANT = Pattern.compile("every byte 0x([0-9a-f]+)");
    private static final int REQUESTS = 512;
    private static final int IPV4_BYTES = 4;

    final JsonObject json;
    final Context context;
    final ProtectionDomain pd;
    final CompletionQueue cq;
    final QueuePair qp;
    /** Where its requests go. */
    @Nullable
    AddressHandle path;

    int peerQpn;
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final List<Memory> memories = new ArrayList<>();

    /** Memory is mapped before anything else, since the process has its queues where there is room. */
    CaptureSide(Context context, JsonObject json, QpType type) {
        this.context = context;
        this.json = json;
        for (String region : REGIONS) {
            memories.add(mapped(json.object(region)));
        }
        pd = context.allocPd();
        cq = context.createCq(2 * REQUESTS);
        qp = pd.createQp(spec(type).maxSend(REQUESTS).maxRecv(REQUESTS).maxInline(512));
        assertEquals(json.hex("qpn"), qp.number());
        for (int i = 0; i < REGIONS.size(); i++) {
            regions.add(registered(memories.get(i), json.object(REGIONS.get(i))));
        }
    }

    private QpSpec spec(QpType type) {
        return switch (type) {
            case RC -> QpSpec.rc(cq, cq);
            case UC -> QpSpec.uc(cq, cq);
            case UD -> QpSpec.ud(cq, cq);
            case XRC_INI, XRC_TGT, RAW_PACKET, DRIVER -> throw new IllegalArgumentException("no capture has " + type);
        };
    }

    /** A device with the keys and QP number that this side will have. */
    static HcaConfig configured(HcaConfig config, JsonObject side, List<Integer> windowKeys) {
        List<Integer> keys = new ArrayList<>();
        REGIONS.forEach(region -> keys.add((int) side.object(region).hex("lkey")));
        keys.addAll(windowKeys);
        int qpn = (int) side.hex("qpn");
        Gid gid = gid(side.text("ip"));
        return config.withLimits(roomFor(qpn, keys))
                .withFirstQpn(qpn)
                .withKeys(new KeyPolicy.Listed(keys))
                .withGid(gid.high(), gid.low())
                .withCoalescedAcks(false);
    }

    private static HcaLimits roomFor(int qpn, List<Integer> keys) {
        HcaLimits usual = HcaLimits.DEFAULT;
        int highest = keys.stream().mapToInt(key -> key >>> 8).max().orElse(0);
        return usual.withLogMaxMkey(Math.max(usual.logMaxMkey(), bits(highest)))
                .withLogMaxQp(Math.max(usual.logMaxQp(), bits(qpn)));
    }

    private static int bits(int number) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(number);
    }

    static Gid gid(String address) {
        try {
            byte[] bytes = InetAddress.getByName(address).getAddress();
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return bytes.length == IPV4_BYTES
                    ? Gid.ofIpv4(buffer.getInt())
                    : new Gid(buffer.getLong(), buffer.getLong());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }

    private Memory mapped(JsonObject region) {
        int length = region.number("length");
        Memory memory = context.allocateAt(region.hex("va"), length);
        byte[] bytes = new byte[length];
        Matcher ramp = RAMP.matcher(region.text("initial"));
        Matcher constant = CONSTANT.matcher(region.text("initial"));
        if (ramp.matches()) {
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i * Integer.parseInt(ramp.group(1)) + Integer.parseInt(ramp.group(2)));
            }
        } else if (constant.matches()) {
            Arrays.fill(bytes, (byte) Integer.parseInt(constant.group(1), 16));
        } else {
            throw new IllegalArgumentException(region.text("initial"));
        }
        memory.put(0, bytes);
        return memory;
    }

    private MemoryRegion registered(Memory memory, JsonObject region) {
        AccessFlag[] access = Arrays.stream(region.text("access").toUpperCase().split("\\|"))
                .map(AccessFlag::valueOf)
                .toArray(AccessFlag[]::new);
        MemoryRegion registered = pd.regMr(memory, access);
        assertEquals(region.hex("lkey"), registered.lkey());
        return registered;
    }

    /** Its whole region, the first. */
    MemoryRegion region() {
        return regions.getFirst();
    }

    Memory memory() {
        return memories.getFirst();
    }

    /** The region that an address lies in. */
    MemoryRegion regionAt(long address) {
        return regions.stream()
                .filter(region -> Long.compareUnsigned(address - region.address(), region.length()) <= 0)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Long.toHexString(address)));
    }

    Memory memoryAt(long address) {
        return memories.get(regions.indexOf(regionAt(address)));
    }

    /** A window as it will be known before its bind. */
    MemoryWindow allocWindow(MwType type) {
        return pd.allocMw(type);
    }

    /** Takes what has completed. */
    List<Outcome> poll(String name) {
        Completions block = new Completions(64);
        List<Outcome> outcomes = new ArrayList<>();
        while (cq.poll(block) > 0) {
            for (int i = 0; i < block.size(); i++) {
                outcomes.add(Outcome.of(name, block, i));
            }
        }
        return outcomes;
    }
}
