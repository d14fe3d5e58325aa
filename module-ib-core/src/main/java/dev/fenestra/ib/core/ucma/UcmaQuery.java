package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.abi.ucma.AddressLayouts.SockaddrIb;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.PathRecData;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.PathRecord;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.QueryAddrResp;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.QueryPathResp;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What QUERY asks for. Numbers as {@code RDMA_USER_CM_QUERY_*} in rdma_user_cm.h. A library that has
 * not found out yet whether there is AF_IB asks for path and GID, whatever the family of the id.
 */
enum UcmaQuery {
    ADDRESS(0, QueryAddrResp.IBDEV_INDEX.offset(), UcmaQueries::address),
    PATH(1, QueryPathResp.SIZE, UcmaQuery::path),
    GID(2, QueryAddrResp.IBDEV_INDEX.offset(), UcmaQuery::gid);

    /** GMP, primary, and in both directions ({@code IB_PATH_*} of ib_user_sa.h). */
    private static final int BOTH_WAYS = 0x2b;

    private static final int ROCE_LIFE_TIME = 16;
    private static final int PKEY = 0xffff;
    private static final int HOPS = 64;

    private final int code;
    private final int answer;
    private final Function<CmIdInfo, MemorySegment> compose;

    UcmaQuery(int code, int answer, Function<CmIdInfo, MemorySegment> compose) {
        this.code = code;
        this.answer = answer;
        this.compose = compose;
    }

    static Optional<UcmaQuery> of(long number) {
        return Arrays.stream(values()).filter(query -> query.code == number).findFirst();
    }

    /** {@return bytes that the program must have room for} */
    int answer() {
        return answer;
    }

    MemorySegment of(CmIdInfo id) {
        return compose.apply(id);
    }

    private static MemorySegment path(CmIdInfo id) {
        CmPort port = id.port();
        Gid peer = id.destinationGid();
        if (port == null || peer == null) {
            return MemorySegment.ofArray(new byte[QueryPathResp.SIZE]);
        }
        MemorySegment out = MemorySegment.ofArray(new byte[QueryPathResp.SIZE + PathRecData.SIZE]);
        QueryPathResp.NUM_PATHS.set(out, 1);
        MemorySegment data = out.asSlice(QueryPathResp.SIZE);
        PathRecData.FLAGS.set(data, BOTH_WAYS);
        MemorySegment path = PathRecData.PATH_REC.of(data);
        PathRecord.DGID.set(path, peer);
        PathRecord.SGID.set(path, port.gid());
        PathRecord.FLOWLABEL_HOPLIMIT.set(path, HOPS);
        PathRecord.TCLASS.set(path, id.trafficClass());
        PathRecord.REVERSIBLE_NUMPATH.set(path, PathRecord.REVERSIBLE);
        PathRecord.PKEY.set(path, PKEY);
        PathRecord.MTU.set(path, PathRecord.EXACTLY | port.mtu().code());
        PathRecord.PACKETLIFETIME.set(path, PathRecord.EXACTLY | ROCE_LIFE_TIME);
        return out;
    }

    private static MemorySegment gid(CmIdInfo id) {
        MemorySegment out = UcmaQueries.device(id);
        CmPort port = id.port();
        QueryAddrResp.SRC_SIZE.set(out, SockaddrIb.SIZE);
        QueryAddrResp.DST_SIZE.set(out, SockaddrIb.SIZE);
        name(QueryAddrResp.SRC_ADDR.of(out), id, port == null ? null : port.gid(), id.source());
        name(QueryAddrResp.DST_ADDR.of(out), id, id.destinationGid(), id.destination());
        return out;
    }

    /** Writes a {@code struct sockaddr_ib}: a GID, and the service ID of a port. */
    private static void name(MemorySegment out, CmIdInfo id, @Nullable Gid gid, @Nullable CmAddress address) {
        SockaddrIb.SIB_FAMILY.set(out, SockaddrIb.AF_IB);
        if (id.port() != null) {
            SockaddrIb.SIB_PKEY.set(out, PKEY);
        }
        if (gid != null) {
            SockaddrIb.SIB_ADDR.set(out, gid);
        }
        SockaddrIb.SIB_SID.set(out, id.portSpace().serviceId(address == null ? 0 : address.port()));
    }
}
