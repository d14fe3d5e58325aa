/**
 * A card around the engine of hw-sim. Read it in this order: {@link acme.rdma.AcmeDriver} finds cards,
 * {@link acme.rdma.AcmeFormats} has the bytes of its queues, {@link acme.rdma.AcmeHalf} makes them,
 * {@link acme.rdma.AcmeUser} uses them.
 */
@NullMarked
package acme.rdma;

import org.jspecify.annotations.NullMarked;
