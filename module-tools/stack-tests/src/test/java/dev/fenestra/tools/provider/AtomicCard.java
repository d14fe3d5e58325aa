package dev.fenestra.tools.provider;

/** The template with atomics: an honest card, and the ground for cards whose atomics are not. */
final class AtomicCard {
    private AtomicCard() {}

    static PatchedProvider provider() throws ProviderException {
        return responder(requester(queue(PatchedProvider.nova())))
                .with("NovaDevice.java", "AtomicCapability.NONE", "AtomicCapability.HCA")
                .with("NovaRule.java", "    D1(\n", """
                        T10(101, "T10", "aligned", "not aligned", "IBA", WcStatus.REM_INV_REQ_ERR),
                        T11(102, "T11", "8 bytes", "not 8 bytes", "IBA", WcStatus.LOC_LEN_ERR),
                        D1(
                    """);
    }

    private static PatchedProvider queue(PatchedProvider nova) {
        return nova.with("SendRing.java", """
            public void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
                    refuse(NovaRule.POST_OPCODE);
            """, """
            public void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
                    Work work = beginRemote(WrOpcode.ATOMIC_CMP_AND_SWP, rkey, remoteAddress);
                    work.compare = compare;
                    work.operand = swap;
            """)
                .with("SendRing.java", """
                    public void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
                            refuse(NovaRule.POST_OPCODE);
                    """, """
                    public void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
                            beginRemote(WrOpcode.ATOMIC_FETCH_AND_ADD, rkey, remoteAddress).operand = add;
                    """)
                .with(
                        "SendRing.java",
                        "            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, FLUSH, ATOMIC_WRITE",
                        """
                                    case ATOMIC_CMP_AND_SWP ->
                                        atomicCompareAndSwap(
                        entry.rkey, entry.remoteAddress, entry.compareAdd, entry.swap);
                                    case ATOMIC_FETCH_AND_ADD ->
                                        atomicFetchAndAdd(entry.rkey, entry.remoteAddress, entry.compareAdd);
                                    case FLUSH, ATOMIC_WRITE\
                        """)
                .with(
                        "Work.java",
                        "    int immediateOrKey;",
                        "    int immediateOrKey;\n    long compare;\n    long operand;");
    }

    private static PatchedProvider requester(PatchedProvider nova) {
        return nova.with("Requester.java", "            case RDMA_READ -> read(qp, work);", """
                        case RDMA_READ -> read(qp, work);
                        case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> atomic(qp, work);\
            """)
                .with("Requester.java", "            case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> qp.sendDone(", """
                                case ATOMIC_CMP_AND_SWP -> qp.sendDone(work, WcOpcode.COMP_SWAP, 8, 0);
                                case ATOMIC_FETCH_AND_ADD -> qp.sendDone(work, WcOpcode.FETCH_ADD, 8, 0);
                                case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> qp.sendDone(\
                    """)
                .with("Requester.java", "    private boolean isLost(", """
                        private WcStatus atomic(Qp qp, Work work) {
                            if (!qp.mayRead()) {
                                return refuse(NovaRule.T9, qp, "max_rd_atomic=0");
                            }
                            if (work.length() != 8) {
                                return refuse(NovaRule.T11, qp, "length=" + work.length());
                            }
                            Card peer = peer(qp);
                            Qp target = target(peer, qp);
                            if (peer == null || target == null) {
                                return WcStatus.RETRY_EXC_ERR;
                            }
                            WcStatus answer = peer.responder().atomic(target, work, message.bytes());
                            NovaRule broken =
                                    answer != WcStatus.SUCCESS
                        ? null
                        : message.scatter(qp, work.data, message.bytes(), 8);
                            return broken == null ? answer : refuse(broken, qp, message.compared());
                        }

                        private boolean isLost(\
                    """);
    }

    private static PatchedProvider responder(PatchedProvider nova) {
        return nova.with("Responder.java", "    /** Nothing is accessed through", """
                WcStatus atomic(Qp qp, Work work, MemorySegment into) {
                    if (!qp.allows(AccessFlag.REMOTE_ATOMIC)) {
                        return refuse(qp, NovaRule.A8, work, 8);
                    }
                    if (!qp.servesReads()) {
                        return refuse(qp, NovaRule.T4, work, 8);
                    }
                    if ((work.remoteAddress & 7) != 0) {
                        return refuse(qp, NovaRule.T10, work, 8);
                    }
                    NovaRule broken = check(qp, work, 8, AccessFlag.REMOTE_ATOMIC);
                    if (broken != null) {
                        return refuse(qp, broken, work, 8);
                    }
                    MemorySegment word = java.lang.foreign.Arena.ofAuto().allocate(8, 8);
                    checks.region().read(card.host().busMemory(), checks.offset(), word, 0, 8);
                    long old = word.get(java.lang.foreign.ValueLayout.JAVA_LONG, 0);
                    into.set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, old);
                    boolean isAdd = work.opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
                    if (isAdd || old == work.compare) {
                        word.set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, isAdd ? old + work.operand : work.operand);
                        checks.region().write(card.host().busMemory(), checks.offset(), word, 0, 8);
                    }
                    return WcStatus.SUCCESS;
                }

                /** Nothing is accessed through\
            """);
    }
}
