package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What QUERY asks for. The ordinal is the number of {@code RDMA_USER_CM_QUERY_*} in rdma_user_cm.h. A library that has
 * not found out yet whether there is AF_IB asks for path and GID, whatever the family of the id.
 */
enum UcmaQuery {
    ADDRESS(272, UcmaQueries::address),
    PATH(8, UcmaQuery::path),
    GID(272, UcmaQuery::gid);

    /** Of {@code struct rdma_ucm_query_path_resp}, with one {@code struct ib_path_rec_data}. */
    private static final int PATH_BYTES = 80;

    private static final UcmaField PATHS = UcmaField.u32(0);
    private static final UcmaField FLAGS = UcmaField.u32(8);

    /** GMP, primary, and in both directions ({@code IB_PATH_*} of ib_user_sa.h). */
    private static final int BOTH_WAYS = 0x2b;

    /** The PathRecord of subnet administration (IBA 15.2.5.16), in network order. */
    private static final int RECORD = 16;

    private static final int DGID = RECORD + 8;
    private static final int SGID = RECORD + 24;
    private static final UcmaField HOP_LIMIT = UcmaField.u8(RECORD + 47);
    private static final UcmaField TRAFFIC_CLASS = UcmaField.u8(RECORD + 48);
    private static final UcmaField REVERSIBLE = UcmaField.u8(RECORD + 49);
    private static final UcmaField RECORD_PKEY = UcmaField.u16(RECORD + 50);
    private static final UcmaField RECORD_MTU = UcmaField.u8(RECORD + 54);
    private static final UcmaField LIFE_TIME = UcmaField.u8(RECORD + 56);
    private static final int EXACTLY = 0x80;
    private static final int ROCE_LIFE_TIME = 16;
    private static final int PKEY = 0xffff;
    private static final int HOPS = 64;

    /** Of {@code struct sockaddr_ib}. */
    private static final int IB_BYTES = 48;

    private static final int AF_IB = 27;
    private static final UcmaField IB_PKEY = UcmaField.u16(2);
    private static final int IB_ADDRESS = 8;
    private static final UcmaField IB_SERVICE = UcmaField.u64(24);

    private final int answer;
    private final Function<CmIdInfo, ByteBuffer> compose;

    UcmaQuery(int answer, Function<CmIdInfo, ByteBuffer> compose) {
        this.answer = answer;
        this.compose = compose;
    }

    static Optional<UcmaQuery> of(long number) {
        return number >= 0 && number < values().length ? Optional.of(values()[(int) number]) : Optional.empty();
    }

    /** {@return bytes that the program must have room for} */
    int answer() {
        return answer;
    }

    ByteBuffer of(CmIdInfo id) {
        return compose.apply(id);
    }

    private static ByteBuffer path(CmIdInfo id) {
        CmPort port = id.port();
        Gid peer = id.destinationGid();
        if (port == null || peer == null) {
            return ByteBuffer.allocate(RECORD - Long.BYTES);
        }
        ByteBuffer out = ByteBuffer.allocate(PATH_BYTES);
        PATHS.set(out, 1);
        FLAGS.set(out, BOTH_WAYS);
        UcmaLayout.gid(out, DGID, peer);
        UcmaLayout.gid(out, SGID, port.gid());
        HOP_LIMIT.set(out, HOPS);
        TRAFFIC_CLASS.set(out, id.trafficClass());
        REVERSIBLE.set(out, EXACTLY);
        RECORD_PKEY.setBigEndian(out, PKEY);
        RECORD_MTU.set(out, EXACTLY | port.mtu().code());
        LIFE_TIME.set(out, EXACTLY | ROCE_LIFE_TIME);
        return out;
    }

    private static ByteBuffer gid(CmIdInfo id) {
        ByteBuffer out = UcmaQueries.device(id);
        CmPort port = id.port();
        UcmaQueries.SOURCE_SIZE.set(out, IB_BYTES);
        UcmaQueries.DESTINATION_SIZE.set(out, IB_BYTES);
        name(out, UcmaQueries.ADDRESS_SOURCE, id, port == null ? null : port.gid(), id.source());
        name(out, UcmaQueries.ADDRESS_DESTINATION, id, id.destinationGid(), id.destination());
        return out;
    }

    /** Writes a {@code struct sockaddr_ib}: a GID, and the service ID of a port. */
    private static void name(ByteBuffer out, int at, CmIdInfo id, @Nullable Gid gid, @Nullable CmAddress address) {
        UcmaField.u16(at).set(out, AF_IB);
        if (id.port() != null) {
            IB_PKEY.at(at).setBigEndian(out, PKEY);
        }
        if (gid != null) {
            UcmaLayout.gid(out, at + IB_ADDRESS, gid);
        }
        IB_SERVICE.at(at).setBigEndian(out, id.portSpace().serviceId(address == null ? 0 : address.port()));
    }
}
