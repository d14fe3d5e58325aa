package dev.fenestra.tools.captures;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.testing.JsonObject;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.SendBuilder;

/** A send request of a capture. */
record Request(JsonObject json) {

    /** Posts it on the side that posted it then; returns the errno. */
    int post(CaptureSide side) {
        SendBuilder builder = side.qp.builder().start();
        int flags = (int) json.hex("flags");
        builder.request(json.number("wr_id"), flags);
        operation(builder);
        AddressHandle path = side.path;
        if (path != null && json.has("remote_qkey")) {
            builder.destination(path, side.peerQpn, (int) json.hex("remote_qkey"));
        }
        long address = json.hex("addr");
        int length = json.number("len");
        MemoryRegion region = side.regionAt(address);
        if ((flags & SendFlag.INLINE) != 0) {
            builder.inline(side.memoryAt(address), address - region.address(), length);
        } else {
            builder.sge(region, address, length);
        }
        return builder.complete();
    }

    private void operation(SendBuilder builder) {
        int word = (int) json.hex("imm_or_inv_network_order");
        WrOpcode opcode = WrOpcode.valueOf(json.text("opcode"));
        switch (opcode) {
            case SEND -> builder.send();
            case SEND_WITH_IMM -> builder.sendWithImmediate(word);
            case SEND_WITH_INV -> builder.sendWithInvalidate(word);
            case RDMA_WRITE -> builder.rdmaWrite(rkey(), remote());
            case RDMA_WRITE_WITH_IMM -> builder.rdmaWriteWithImmediate(rkey(), remote(), word);
            case RDMA_READ -> builder.rdmaRead(rkey(), remote());
            case ATOMIC_CMP_AND_SWP ->
                builder.atomicCompareAndSwap(rkey(), remote(), json.hex("compare_add"), json.hex("swap"));
            case ATOMIC_FETCH_AND_ADD -> builder.atomicFetchAndAdd(rkey(), remote(), json.hex("compare_add"));
            case BIND_MW, LOCAL_INV -> throw new IllegalArgumentException(json.toString());
        }
    }

    private int rkey() {
        return (int) json.hex("rkey");
    }

    private long remote() {
        return json.hex("remote_addr");
    }
}
