/**
 * The structures of {@code /dev/infiniband/rdma_cm}, as tables: {@code rdma_user_cm.h} and {@code ib_user_sa.h} of
 * Linux, and addresses of sockets. A class has the name of its structure, and a constant that of its field. Where the
 * name belongs to the vocabulary of connections, it begins with {@code Ucm}.
 */
@NullMarked
package dev.fenestra.ib.core.abi.ucma;

import org.jspecify.annotations.NullMarked;
