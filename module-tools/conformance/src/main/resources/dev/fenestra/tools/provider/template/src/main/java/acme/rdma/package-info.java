/**
 * An RDMA provider without hardware. Read it in this order: {@link acme.rdma.AcmeDriver} finds cards,
 * {@link acme.rdma.AcmeDevice} is the kernel half, with its operations in {@link acme.rdma.Regions} and its like,
 * {@link acme.rdma.UserHalf} and {@link acme.rdma.SendRing} are the user half, {@link acme.rdma.Requester},
 * {@link acme.rdma.Responder} and {@link acme.rdma.WindowUnit} are the card.
 */
@NullMarked
package acme.rdma;

import org.jspecify.annotations.NullMarked;
