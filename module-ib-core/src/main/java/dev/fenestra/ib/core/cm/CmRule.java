package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Rules of RDMA CM for the calls of a channel. */
public enum CmRule implements Rule {
    /** CM-1: the channel is open; else EBADF. */
    CHANNEL_OPEN("CM-1", "the channel is open", "the channel is closed", "core/ucma.c ucma_close", Errno.EBADF),
    /** CM-2: the handle names an id; else ENOENT. */
    ID("CM-2", "the handle names an id", "the handle names no id", "core/ucma.c _ucma_find_context", Errno.ENOENT),
    /** CM-3: the id is in a state that permits the call; else EINVAL. */
    STATE(
            "CM-3",
            "the id is in a state that permits the call",
            "the id is in another state than the call needs",
            "core/cma.c cma_comp_exch",
            Errno.EINVAL),
    /** CM-4: the port space has QPs of this type; else EINVAL. */
    PORT_SPACE(
            "CM-4",
            "the port space has QPs of this type",
            "the port space has no QPs of this type",
            "core/ucma.c ucma_get_qp_type",
            Errno.EINVAL),
    /** CM-5: both addresses have the same family; else EINVAL. */
    FAMILY(
            "CM-5",
            "both addresses have the same family",
            "one address is IPv4 and the other IPv6",
            "core/cma.c rdma_resolve_addr",
            Errno.EINVAL),
    /** CM-6: the host has the address; else EADDRNOTAVAIL. */
    OWN_ADDRESS(
            "CM-6",
            "the host has the address",
            "the host does not have the address",
            "core/addr.c rdma_translate_ip",
            Errno.EADDRNOTAVAIL),
    /** CM-7: no other id is bound to the address; else EADDRINUSE. */
    ADDRESS_FREE(
            "CM-7",
            "no other id is bound to the address",
            "another id is bound to the address",
            "core/cma.c cma_check_port",
            Errno.EADDRINUSE),
    /** CM-8: the wildcard address and a single address do not share a port; else EADDRNOTAVAIL. */
    PORT_FREE(
            "CM-8",
            "the wildcard address and a single address do not share a port",
            "the wildcard address and a single address would share a port",
            "core/cma.c cma_check_port",
            Errno.EADDRNOTAVAIL),
    /** CM-9: private data fits into the message; else EINVAL. */
    PRIVATE_DATA(
            "CM-9",
            "private data fits into the message",
            "the private data is longer than the message allows",
            "core/cm.c cm_validate_req_param",
            Errno.EINVAL),
    /** CM-10: a program rejects with reason 28 or 35; else EINVAL. */
    REASON(
            "CM-10",
            "a program rejects with reason 28 or 35",
            "the reason is neither 28 nor 35",
            "core/ucma.c ucma_reject",
            Errno.EINVAL),
    /** CM-11: the exchange has reached the step that the QP's state needs; else EINVAL. */
    QP_STATE(
            "CM-11",
            "the exchange has reached the step that the QP's state needs",
            "the exchange has not reached the step that the QP's state needs",
            "core/cm.c ib_cm_init_qp_attr",
            Errno.EINVAL),
    /** CM-12: a multicast join names a multicast address, on an id for datagrams; else EINVAL. */
    GROUP(
            "CM-12",
            "a multicast join names a multicast address, on an id for datagrams",
            "the address is not multicast, or the id is not for datagrams",
            "core/cma.c rdma_join_multicast",
            Errno.EINVAL),
    /** CM-13: the connection is not established yet; else EISCONN. */
    NOT_ESTABLISHED(
            "CM-13",
            "the connection is not established yet",
            "the connection is established already",
            "core/cm.c cm_establish",
            Errno.EISCONN),
    /** CM-14: the option exists for this type of id, and its value is in range; else EINVAL. */
    OPTION(
            "CM-14",
            "the option exists for this type of id, and its value is in range",
            "the option does not exist for this type of id, or its value is out of range",
            "core/cma.c rdma_set_ack_timeout",
            Errno.EINVAL),
    /** CM-15: a free port is left for an id that names none; else EADDRNOTAVAIL. */
    PORTS_LEFT(
            "CM-15",
            "a free port is left for an id that names none",
            "all ports are in use",
            "core/cma.c cma_alloc_any_port",
            Errno.EADDRNOTAVAIL),
    /** CM-16: a route leads to the address; else ENETUNREACH. */
    ROUTE(
            "CM-16",
            "a route leads to the address",
            "no route leads to the address",
            "core/addr.c rdma_resolve_ip",
            Errno.ENETUNREACH),
    /** CM-17: the id belongs to this channel; else EINVAL. */
    OWNER(
            "CM-17",
            "the id belongs to this channel",
            "the id belongs to another channel",
            "core/ucma.c _ucma_find_context",
            Errno.EINVAL),
    /** CM-18: the device of the id is present; else ENXIO. */
    DEVICE(
            "CM-18",
            "the device of the id is present",
            "the device of the id was removed",
            "core/ucma.c ucma_get_ctx",
            Errno.ENXIO),
    /** CM-19: only QP types that can initiate connect or ask for services; else EINVAL. */
    ASKING_TYPE(
            "CM-19",
            "only QP types that can initiate connect or ask for services",
            "QPs of this type cannot initiate",
            "core/cm.c cm_validate_req_param",
            Errno.EINVAL);

    private final RuleFacts facts;

    CmRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }

    /**
     * {@return the refusal, with the errno of this rule}
     *
     * @param values what was compared
     */
    public VerbsException refused(String values) {
        return new VerbsException(this, values);
    }
}
